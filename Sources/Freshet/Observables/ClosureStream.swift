/// A stream whose subscriptions a closure starts.
///
/// A stream that others create often, or that begins without a subscription, is a class of its own.
final class ClosureStream<Element>: Observable<Element>, @unchecked Sendable {
    // Unchecked exclusivity: changes only in deinit.
    @exclusivity(unchecked) private var body: (@Sendable (Sink<Element>, Lifetime) -> Void)?
    private let creationSite: CreationSite?

    /// - Parameter creationSite: Attached to the first stage that `body` creates.
    init(creationSite: CreationSite? = nil, _ body: @escaping @Sendable (Sink<Element>, Lifetime) -> Void) {
        self.body = body
        self.creationSite = creationSite
    }

    // The closure retains the sources.
    deinit { ReleaseQueue.release({ body = nil }, later: body) }

    override func run(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        if let creationSite { creationSite.attach(to: body?(sink, lifetime)) } else { body?(sink, lifetime) }
    }
}

extension Observable {
    /// Puts the sink of a stage in front of this stream.
    ///
    /// The stream has a lifetime of its own: while the stage is delivering on another thread, a terminal event waits,
    /// but its source must end immediately.
    func staged<Output>(
        _ makeSink:
            @escaping @Sendable (_ sink: Sink<Output>, _ lifetime: Lifetime, _ upstream: Lifetime) -> Sink<
                Element
            >
    ) -> Observable<Output> {
        ClosureStream { sink, lifetime in
            let upstream = lifetime.makeChild()
            self.run(makeSink(sink, lifetime, upstream), upstream)
        }
    }
}
