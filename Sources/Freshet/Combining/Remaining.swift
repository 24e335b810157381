/// The streams of a list that have not been started yet. Unlike an array's iterator it lets go of each, so that a subject does not keep itself
/// alive through those who listen to it.
struct Remaining<Element>: IteratorProtocol {
    private var streams: [Observable<Element>]

    /// The last one comes first.
    init(_ streams: [Observable<Element>]) { self.streams = streams }

    mutating func next() -> Observable<Element>? { streams.popLast() }
}
