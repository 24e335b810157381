import Freshet

/// Who subscribes to a live feed: people and programs that look at it, and those who only follow it.
final class Audience: Sendable {
    private let following = Counter()
    private let looking = Counter()
    private let changes = BehaviorRelay(value: ())

    /// Whether anybody looks; not while the feed is only followed.
    var isAttentive: Observable<Bool> {
        changes.map { [following, looking] in following.value == 0 || looking.value > 0 }
    }

    /// The stream for somebody who follows the feed.
    func following<Element>(_ stream: Observable<Element>) -> Observable<Element> { counted(stream, following) }

    /// The stream for somebody who looks at the feed.
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
