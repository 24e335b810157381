#ifndef ALLOCATION_COUNT_H
#define ALLOCATION_COUNT_H

/// What the program has asked of the allocator while counting was on, on all threads.
typedef struct {
    long allocations;
    long bytes;
} AllocationCount;

/// Whether this platform can count (glibc can).
int allocation_count_is_available(void);
/// Forgets what was counted and begins to count.
void allocation_count_start(void);
/// Ends counting and tells what was counted.
AllocationCount allocation_count_stop(void);
/// How many bytes the main thread's allocations take that have not been freed, with what the allocator adds to each.
long allocation_count_in_use(void);

#endif
