/// Those who listened to a subject at one instant, in the order in which they came; it keeps them.
final class Audience: ManagedBuffer<Audience.Header, Audience.Member> {
    struct Header {
        let version: UInt
        var count = 0
    }

    /// One of them.
    ///
    /// Unmanaged, so that a delivery counts no references.
    struct Member {
        fileprivate let sink: Unmanaged<AnyObject>
        fileprivate let lifetime: Unmanaged<Lifetime>

        /// Calls `body` with the sink, unless the subscription is over.
        @inline(__always)
        fileprivate func deliver<Element>(_: Element.Type, _ body: (Sink<Element>) -> Void) {
            if lifetime._withUnsafeGuaranteedRef({ $0.isDisposed }) { return }
            sink._withUnsafeGuaranteedRef { body(unsafeDowncast($0, to: Sink<Element>.self)) }
        }
    }

    /// The number that the subscribers gave this list.
    // Through a pointer: the field itself would be checked for overlapping access.
    var version: UInt { withUnsafeMutablePointerToHeader { $0.pointee.version } }

    static func of(_ places: Subscribers.Places, version: UInt) -> Audience {
        let buffer = create(minimumCapacity: places.count) { _ in Header(version: version) }
        buffer.withUnsafeMutablePointers { header, members in
            for place in places {
                guard let subscriber = place.subscriber else { continue }
                (members + header.pointee.count).initialize(
                    to: Member(sink: .passRetained(subscriber.sink), lifetime: .passRetained(subscriber.lifetime)))
                header.pointee.count += 1
            }
        }
        return unsafeDowncast(buffer, to: Audience.self)
    }

    deinit {
        withUnsafeMutablePointers { header, members in
            for index in 0..<header.pointee.count {
                members[index].sink.release()
                members[index].lifetime.release()
            }
        }
    }

    /// Calls `body` with the sink of each whose subscription is not over.
    @inline(__always)
    func forEach<Element>(_ type: Element.Type, _ body: (Sink<Element>) -> Void) {
        withUnsafeMutablePointers { header, members in
            for index in 0..<header.pointee.count { members[index].deliver(type, body) }
        }
    }
}
