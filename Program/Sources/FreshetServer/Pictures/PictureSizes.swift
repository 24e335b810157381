import Synchronization
import WebText

/// The sizes of cached pictures in pixels, by their names; pages are made on any thread.
final class PictureSizes: Sendable {
    // Pages on many threads read them, and those that fetch pictures write them.
    private let sizes = Mutex<[String: ServedPicture.Size]>([:])

    /// Nil for a picture that isn't cached, or whose size isn't known.
    subscript(name: String) -> ServedPicture.Size? {
        get { sizes.withLock { $0[name] } }
        set { sizes.withLock { $0[name] = newValue } }
    }

    /// Whether pictures have the sizes with which they were shown.
    func haveStayed(_ shown: [String: ServedPicture.Size?]) -> Bool {
        sizes.withLock { sizes in shown.allSatisfy { sizes[$0.key] == $0.value } }
    }
}

/// The pictures that a page shows, with the sizes that it gives them.
final class ShownPictures: Sendable {
    // A page is made on several threads.
    private let shown = Mutex<[String: ServedPicture.Size?]>([:])

    /// The sizes by the names of the pictures; nil where the size wasn't known.
    var sizes: [String: ServedPicture.Size?] { shown.withLock { $0 } }

    func add(_ name: String, _ size: ServedPicture.Size?) {
        shown.withLock { _ = $0.updateValue(size, forKey: name) }
    }
}
