import Freshet

/// Counts the subscribers of a live feed: viewers, and followers in the background.
final class Audience: Sendable {
    private let following = Counter()
    private let looking = Counter()
    private let changes = BehaviorRelay(value: ())

    /// False while the feed is only followed, without viewers.
    var isAttentive: Observable<Bool> {
        changes.map { [following, looking] in following.value == 0 || looking.value > 0 }
    }

    /// The stream for a follower.
    func following<Element>(_ stream: Observable<Element>) -> Observable<Element> { counted(stream, following) }

    /// The stream for a viewer.
    func looking<Element>(_ stream: Observable<Element>) -> Observable<Element> { counted(stream, looking) }

    private func counted<Element>(_ stream: Observable<Element>, _ counter: Counter) -> Observable<Element> {
        stream.do(
            onSubscribe: { [changes] in
                counter.add(1)
                changes.accept(())
            },
            onDispose: { [changes] in
                counter.add(-1)
                changes.accept(())
            })
    }
}
