#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// The allocations of all threads while counting was on.
typedef struct {
    long allocations;
    long bytes;
} AllocationCount;

/// Whether this platform supports counting (only glibc does).
int allocation_count_is_available(void);
/// Resets the counts and starts counting.
void allocation_count_start(void);
/// Stops counting and returns the counts.
AllocationCount allocation_count_stop(void);
/// The bytes in use by the main thread's allocations, including the allocator's overhead.
long allocation_count_in_use(void);

#endif
