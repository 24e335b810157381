/// The streams of a list that have not started.
///
/// Unlike an array's iterator, it releases each stream that it returns. Otherwise a subject in the list would be
/// retained by its own subscribers.
struct Remaining {
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
    mutating func push(_ others: Remaining) {
        if streams.isEmpty { self = others } else { streams.append(contentsOf: others.streams) }
    }

    /// Removes and returns the first stream, an `Observable` of the list's element type.
    mutating func next() -> AnyObject? { streams.popLast() }
}
