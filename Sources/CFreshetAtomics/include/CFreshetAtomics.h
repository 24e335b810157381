// Atomic operations on a word, for Sources/FreshetPlatform/Atomic.swift.
#ifndef C_FRESHET_ATOMICS_H
#define C_FRESHET_ATOMICS_H

#include <stdbool.h>
#include <stdint.h>

#define FRESHET_ATOMIC static inline __attribute__((always_inline))

FRESHET_ATOMIC uint64_t freshet_load_relaxed(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_RELAXED); }
FRESHET_ATOMIC uint64_t freshet_load(const uint64_t *word) { return __atomic_load_n(word, __ATOMIC_SEQ_CST); }
FRESHET_ATOMIC void freshet_store(uint64_t *word, uint64_t value) { __atomic_store_n(word, value, __ATOMIC_SEQ_CST); }

// The others return the former value.
FRESHET_ATOMIC uint64_t freshet_exchange(uint64_t *word, uint64_t value) {
    return __atomic_exchange_n(word, value, __ATOMIC_SEQ_CST);
}
FRESHET_ATOMIC uint64_t freshet_add(uint64_t *word, uint64_t value) {
    return __atomic_fetch_add(word, value, __ATOMIC_SEQ_CST);
}
FRESHET_ATOMIC uint64_t freshet_or(uint64_t *word, uint64_t value) {
    return __atomic_fetch_or(word, value, __ATOMIC_SEQ_CST);
}
FRESHET_ATOMIC uint64_t freshet_compare_exchange(uint64_t *word, uint64_t expected, uint64_t desired) {
    __atomic_compare_exchange_n(word, &expected, desired, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return expected;
}

#endif
