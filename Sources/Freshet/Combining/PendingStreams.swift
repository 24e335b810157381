/// The streams of a list that have not started.
///
/// Unlike an array's iterator, it releases each stream that it returns. Otherwise a subject in the list would be
/// retained by its own subscribers.
struct PendingStreams {
    /// Streams, and sequences of streams.
    ///
    /// Type-erased: generic code would look up the metadata of a typed array for each stream.
    private var streams: ContiguousArray<AnyObject> = []

    /// - Parameter streams: The streams in reverse order.
    init<Element>(reversed streams: some Sequence<Observable<Element>>) {
        for stream in streams { self.streams.append(stream) }
    }

    /// Creates an empty list.
    init() {}

    /// Inserts a stream at the front. All streams of a list have the same element type.
    mutating func push<Element>(_ stream: Observable<Element>) { streams.append(stream) }

    /// Inserts streams at the front. All streams of a list have the same element type.
    mutating func push(_ others: PendingStreams) {
        if streams.isEmpty { self = others } else { streams.append(contentsOf: others.streams) }
    }

    /// Inserts at the front the streams that `sequence` has yet to return.
    mutating func push(_ sequence: LazyStreams) { streams.append(sequence) }

    /// True if the next stream comes from a sequence, which may be infinite.
    var isSequence: Bool { streams.last.map { type(of: $0) == LazyStreams.self } ?? false }

    /// Removes and returns the first stream, an `Observable` of the list's element type.
    mutating func next() -> AnyObject? {
        while let first = streams.popLast() {
            guard type(of: first) == LazyStreams.self else { return first }
            let sequence = unsafeDowncast(first, to: LazyStreams.self)
            guard let stream = sequence.next() else { continue }
            // An exhausted sequence isn't retained: its last stream may be recursive.
            if !sequence.isExhausted { streams.append(sequence) }
            return stream
        }
        return nil
    }
}

/// The streams that a sequence has yet to return, evaluated one at a time.
final class LazyStreams {
    /// True once the sequence has returned its last stream, if it can tell.
    private(set) var isExhausted = false
    private let advance: (_ isExhausted: inout Bool) -> AnyObject?

    init<Streams: Sequence, Element>(_ sequence: Streams) where Streams.Element == Observable<Element> {
        var streams = sequence.makeIterator()
        advance = { _ in streams.next() }
    }

    init<Streams: Collection, Element>(_ collection: Streams) where Streams.Element == Observable<Element> {
        var rest = collection[...]
        advance = { isExhausted in
            let stream = rest.popFirst()
            isExhausted = rest.isEmpty
            return stream
        }
    }

    /// Returns the next stream; nil after the last one.
    func next() -> AnyObject? { advance(&isExhausted) }
}
