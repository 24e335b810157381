/// The streams of a list that have not been started yet. Unlike an array's iterator it lets go of each, so that a subject does not keep itself
/// alive through those who listen to it.
struct Remaining {
    /// Streams that do not name their type: code that does not know it would look up that of an array for each of them.
    private var streams: ContiguousArray<AnyObject> = []

    /// - Parameter streams: The last one comes first.
    init<Element>(reversed streams: some Sequence<Observable<Element>>) {
        for stream in streams { self.streams.append(stream) }
    }

    /// No streams.
    init() {}

    /// Puts a stream before those that are there; its elements are those of the streams that were put in.
    mutating func push<Element>(_ stream: Observable<Element>) { streams.append(stream) }

    /// Puts streams before those that are there; their elements are those of the streams that were put in.
    mutating func push(_ others: Remaining) {
        if streams.isEmpty { self = others } else { streams.append(contentsOf: others.streams) }
    }

    /// Takes the next stream out; its elements are those of the streams that were put in.
    mutating func next() -> AnyObject? { streams.popLast() }
}
