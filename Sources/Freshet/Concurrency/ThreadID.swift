import FreshetPlatform

/// Returns the calling thread's identifier, an even number other than 0.
///
/// A `pthread_t` is the address of the thread's control block, as a pointer or a number. Windows thread identifiers are
/// multiples of 4.
@inline(__always)
func currentThreadID() -> UInt {
    #if os(Windows)
    UInt(GetCurrentThreadId())
    #elseif canImport(Glibc)
    UInt(pthread_self())
    #else
    UInt(bitPattern: pthread_self())
    #endif
}

/// Lets other threads run.
func yieldThread() {
    #if os(Windows)
    _ = SwitchToThread()
    #else
    _ = sched_yield()
    #endif
}
