/// The result of delivering events without a subscription; see ``Observable/begin(_:_:_:)``.
enum EagerDelivery {
    /// Nothing was delivered; the stream must be subscribed to.
    case none
    /// All elements were delivered; the caller delivers the terminal event.
    case ended(Termination)
    /// The first part was delivered; the rest is another `Observable<Element>`.
    ///
    /// The payload is untyped because generic code would look up metadata for a typed payload each time.
    case continued(AnyObject)
}

/// The part of a stream to deliver without a subscription.
enum EagerDeliveryPart {
    /// The whole stream or nothing.
    case whole
    /// The first part.
    case part
    /// The first part. A concatenation pushes its remaining streams onto the list.
    case list(UnsafeMutablePointer<PendingStreams>)
}

extension Observable {
    /// Delivers leading parts in a loop, then subscribes to the rest.
    ///
    /// Nested streams therefore use no stack.
    final func runEagerly(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var stream: Observable = self
        while !lifetime.hasEnded {
            switch stream.begin(sink, lifetime, .part) {
            case .continued(let next): stream = unsafeDowncast(next, to: Observable.self)
            case .ended(let end): return sink.finish(end)
            case .none: return stream.run(sink, lifetime)
            }
        }
    }
}
