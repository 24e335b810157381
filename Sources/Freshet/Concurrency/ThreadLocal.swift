import FreshetPlatform

/// A pointer with a separate value for each thread.
///
/// Tested on Linux only. On Windows it uses fiber-local storage.
struct ThreadLocalPointer: Sendable {
    #if os(Windows)
    private let index = FlsAlloc(nil)

    var value: UnsafeMutableRawPointer? {
        get { FlsGetValue(index) }
        nonmutating set { _ = FlsSetValue(index, newValue) }
    }
    #else
    private let key: pthread_key_t

    init() {
        var key = pthread_key_t()
        let status = pthread_key_create(&key, nil)
        precondition(status == 0, "The system has no thread-specific storage left (pthread_key_create: \(status)).")
        self.key = key
    }

    var value: UnsafeMutableRawPointer? {
        get { pthread_getspecific(key) }
        nonmutating set { _ = pthread_setspecific(key, newValue) }
    }
    #endif
}
