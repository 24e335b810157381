/// Releases nested streams without deep recursion.
///
/// Otherwise the `deinit` of each stream would release the next one, and thousands of them would overflow the stack.
enum ReleaseQueue {
    /// The releases in progress on a thread.
    private struct Releases {
        /// The number of nested releases.
        var depth = 0
        /// The values that the outermost release has yet to release.
        var waiting: [Any] = []
    }

    /// The number of releases that nest before further values wait. Nothing is allocated for ordinary chains, which are
    /// shorter.
    private static let maximumDepth = 50
    private static let current = ThreadLocalPointer()

    /// Calls `release`, which releases the content of a stream in its `deinit`.
    ///
    /// If too many releases are nested, the outermost one releases `content` instead, once the others have ended.
    static func release(_ release: () -> Void, later content: @autoclosure () -> Any?) {
        guard let current = current.value else { return releaseFirst(release) }
        let releases = current.assumingMemoryBound(to: Releases.self)
        if releases.pointee.depth < maximumDepth {
            releases.pointee.depth += 1
            release()
            releases.pointee.depth -= 1
        } else if let content = content() {
            releases.pointee.waiting.append(content)
        }
    }

    private static func releaseFirst(_ release: () -> Void) {
        var releases = Releases()
        withUnsafeMutablePointer(to: &releases) { releases in
            current.value = UnsafeMutableRawPointer(releases)
            release()
            while let last = releases.pointee.waiting.popLast() {
                // Released after its removal: otherwise optimized code releases it during `popLast` and loses the
                // values that its `deinit` appended.
                withExtendedLifetime(last) {}
            }
            current.value = nil
        }
    }
}

// Sendable: immutable; streams are Sendable.
/// A stream's reference to its source, which is released through the ``ReleaseQueue``.
///
/// Not generic: creating and releasing a stream would look up the metadata of its type.
struct SourceReference: ~Copyable, @unchecked Sendable {
    private let reference: Unmanaged<AnyObject>

    init<Element>(_ stream: Observable<Element>) { reference = .passRetained(stream) }

    deinit {
        var stream: AnyObject? = reference.takeRetainedValue()
        // Most streams that others were made of are still referenced by these.
        if isKnownUniquelyReferenced(&stream) { ReleaseQueue.release({ stream = nil }, later: stream) }
    }

    /// The source, an instance of `Stream`.
    @inline(__always)
    func stream<Stream: AnyObject>() -> Stream { unsafeDowncast(reference.takeUnretainedValue(), to: Stream.self) }
}
