// Freshet's lock has the interface of Synchronization's Mutex, and is that type where its module is part of the
// toolchain's library. On Apple's platforms the module needs iOS 18 and macOS 15, so the lock there is a lock of the
// system. See docs/decisions/0024-locks-on-apple-platforms.md.
#if canImport(Darwin) || FRESHET_PORTABLE_LOCKS
#if canImport(Darwin)
public import Darwin
#elseif canImport(Glibc)
public import Glibc
#endif

// Sendable: the value is guarded by the lock.
/// A lock and the value that it guards.
package struct Mutex<Value>: ~Copyable, @unchecked Sendable {
    // Both in one block of memory; a lock must keep its address.
    @usableFromInline package let lock: UnsafeMutablePointer<SystemLock>
    @usableFromInline package let value: UnsafeMutablePointer<Value>

    @inlinable
    package init(_ initialValue: sending Value) {
        let alignment = MemoryLayout<Value>.alignment
        let offset = (MemoryLayout<SystemLock>.size + alignment - 1) / alignment * alignment
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: offset + MemoryLayout<Value>.size, alignment: max(alignment, MemoryLayout<SystemLock>.alignment))
        lock = block.initializeMemory(as: SystemLock.self, repeating: SystemLock(), count: 1)
        value = (block + offset).initializeMemory(as: Value.self, repeating: initialValue, count: 1)
    }

    @inlinable
    deinit {
        value.deinitialize(count: 1)
        lock.deinitialize(count: 1)
        UnsafeMutableRawPointer(lock).deallocate()
    }

    /// Calls `body` with the lock held.
    @inlinable
    package borrowing func withLock<Result, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        acquireSystemLock(lock)
        defer { releaseSystemLock(lock) }
        return try body(&value.pointee)
    }
}

#if canImport(Darwin)
@usableFromInline package typealias SystemLock = os_unfair_lock_s

@inlinable
package func acquireSystemLock(_ lock: UnsafeMutablePointer<SystemLock>) { os_unfair_lock_lock(lock) }

@inlinable
package func releaseSystemLock(_ lock: UnsafeMutablePointer<SystemLock>) { os_unfair_lock_unlock(lock) }
#else
// For tests with the thread sanitizer, which doesn't understand Synchronization's lock on Linux.
@usableFromInline package typealias SystemLock = pthread_mutex_t

@inlinable
package func acquireSystemLock(_ lock: UnsafeMutablePointer<SystemLock>) { pthread_mutex_lock(lock) }

@inlinable
package func releaseSystemLock(_ lock: UnsafeMutablePointer<SystemLock>) { pthread_mutex_unlock(lock) }
#endif

#else
@_exported public import Synchronization
#endif
