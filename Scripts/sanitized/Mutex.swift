// Replaces Synchronization's Mutex in builds with the thread sanitizer. On Linux, that Mutex is a futex in a library without
// instrumentation, so the sanitizer reports critical sections as races. It does recognize pthread mutexes.
#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A lock and the value that it guards.
// Sendable: the value is guarded by `lock`.
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
