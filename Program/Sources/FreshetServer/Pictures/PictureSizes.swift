import Synchronization
import WebText

/// The sizes of cached pictures in pixels, by their names; pages are made on any thread.
final class PictureSizes: Sendable {
    private struct State {
        var sizes: [String: ServedPicture.Size] = [:]
        var version = 0
    }

    private let state = Mutex(State())

    /// Nil for a picture that isn't cached, or whose size isn't known.
    subscript(name: String) -> ServedPicture.Size? {
        get { state.withLock { $0.sizes[name] } }
        set {
            state.withLock {
                if $0.sizes[name] != newValue { $0.version += 1 }
                $0.sizes[name] = newValue
            }
        }
    }

    /// Changes with the sizes.
    var version: Int { state.withLock { $0.version } }
}
