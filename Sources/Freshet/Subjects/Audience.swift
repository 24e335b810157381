// Safe to share: nothing changes after init.
/// Those who listened to a subject at one instant, in the order in which they came.
final class Audience: @unchecked Sendable {
    /// One of them.
    ///
    /// Unmanaged, so that a delivery counts no references; the list of subscribers keeps both.
    struct Member {
        private let sink: Unmanaged<AnyObject>
        private let lifetime: Unmanaged<Lifetime>

        init(_ subscriber: Subscribers.Subscriber) {
            sink = .passUnretained(subscriber.sink)
            lifetime = .passUnretained(subscriber.lifetime)
        }

        /// Calls `body` with the sink, unless the subscription is over.
        @inline(__always)
        func deliver<Element>(_: Element.Type, _ body: (Sink<Element>) -> Void) {
            if lifetime._withUnsafeGuaranteedRef({ $0.isDisposed }) { return }
            sink._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Sink<Element>.self)) }
        }
    }

    /// The number that the subscribers gave this list.
    let version: UInt
    private let places: Subscribers.Places
    private let members: ContiguousArray<Member>

    init(_ places: Subscribers.Places, version: UInt) {
        self.version = version
        self.places = places
        members = ContiguousArray(places.lazy.compactMap(\.subscriber).map(Member.init))
    }

    /// Calls `body` with the sink of each whose subscription is not over.
    @inline(__always)
    func forEach<Element>(_ type: Element.Type, _ body: (Sink<Element>) -> Void) {
        members.withUnsafeBufferPointer { members in
            for member in members { member.deliver(type, body) }
        }
    }
}
