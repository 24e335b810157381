// Stands in for Synchronization's Mutex where the thread sanitizer is on: on Linux that one is a futex inside of a library which is not
// instrumented, so that the sanitizer sees no order between two critical sections and takes each for a race. It does see pthread's.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A lock with the value that it guards.
// Safe to share: the value is touched with the lock held only.
struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    private nonisolated(unsafe) let value: UnsafeMutablePointer<Value>
    private nonisolated(unsafe) let lock: UnsafeMutablePointer<pthread_mutex_t>

    init(_ initialValue: consuming sending Value) {
        value = .allocate(capacity: 1)
        value.initialize(to: initialValue)
        lock = .allocate(capacity: 1)
        lock.initialize(to: pthread_mutex_t())
        pthread_mutex_init(lock, nil)
    }

    deinit {
        value.deinitialize(count: 1)
        value.deallocate()
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return try body(&value.pointee)
    }
}
