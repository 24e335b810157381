/// An immutable list of a subject's subscribers, in the order of subscription. It retains them.
final class SubscriberList: ManagedBuffer<SubscriberList.Header, SubscriberList.Member> {
    struct Header {
        let version: UInt
        var count = 0
    }

    /// A subscriber.
    ///
    /// Unmanaged, so a delivery changes no reference counts.
    struct Member {
        fileprivate let sink: Unmanaged<AnyObject>
        fileprivate let lifetime: Unmanaged<Lifetime>

        /// Calls `body` with the sink, unless the subscription has ended.
        @inline(__always)
        fileprivate func deliver<Element>(_: Element.Type, _ body: (Sink<Element>) -> Void) {
            if lifetime._withUnsafeGuaranteedRef({ $0.hasEnded }) { return }
            sink._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Sink<Element>.self)) }
        }
    }

    /// The version of the subscribers that the list was made from.
    // Both are read through a pointer, which avoids the exclusivity check.
    var version: UInt { withUnsafeMutablePointerToHeader { $0.pointee.version } }
    var hasSeveral: Bool { withUnsafeMutablePointerToHeader { $0.pointee.count > 1 } }

    /// Returns the delivery of an element. It is valid as long as the element and this list are.
    func delivery(of element: UnsafeRawPointer) -> Delivery {
        withUnsafeMutablePointers { header, members in
            Delivery(element: element, next: members, end: members + header.pointee.count)
        }
    }

    static func of(_ slots: Subscribers.Slots, version: UInt) -> SubscriberList {
        let buffer = create(minimumCapacity: slots.count) { _ in Header(version: version) }
        buffer.withUnsafeMutablePointers { header, members in
            for slot in slots {
                guard let subscriber = slot.subscriber else { continue }
                (members + header.pointee.count).initialize(
                    to: Member(sink: .passRetained(subscriber.sink), lifetime: .passRetained(subscriber.lifetime)))
                header.pointee.count += 1
            }
        }
        return unsafeDowncast(buffer, to: SubscriberList.self)
    }

    deinit {
        withUnsafeMutablePointers { header, members in
            for index in 0..<header.pointee.count {
                members[index].sink.release()
                members[index].lifetime.release()
            }
        }
    }

    /// Calls `body` with the sink of each subscriber whose subscription hasn't ended.
    @inline(__always)
    func forEach<Element>(_ type: Element.Type, _ body: (Sink<Element>) -> Void) {
        withUnsafeMutablePointers { header, members in
            for index in 0..<header.pointee.count { members[index].deliver(type, body) }
        }
    }
}

/// The delivery of an element to several subscribers.
///
/// An observer of the element may send the next one. That call first continues this delivery, so all subscribers
/// receive the elements in the same order. Stored on the stack of the delivery, which retains the subscribers.
struct Delivery {
    /// Refers to the element.
    let element: UnsafeRawPointer
    /// The subscribers that are still to receive the element.
    fileprivate var next: UnsafeMutablePointer<SubscriberList.Member>
    fileprivate let end: UnsafeMutablePointer<SubscriberList.Member>

    /// Calls `body` with the sink of each subscriber that is left, also if `body` continues the delivery.
    @inline(__always)
    static func `continue`<Element>(
        _ delivery: UnsafeMutablePointer<Delivery>, _ type: Element.Type, _ body: (Sink<Element>) -> Void
    ) {
        while delivery.pointee.next < delivery.pointee.end {
            let member = delivery.pointee.next
            delivery.pointee.next = member + 1
            member.pointee.deliver(type, body)
        }
    }
}
