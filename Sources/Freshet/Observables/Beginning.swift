/// What a stream has delivered before anything subscribes to it; see ``Observable/begin(_:_:_:)``.
enum Beginning {
    /// Nothing: the stream must be subscribed to.
    case none
    /// All elements; the terminal event is left to the caller.
    case ended(Termination)
    /// The first part. The rest is another stream of the same elements: an `Observable<Element>`.
    ///
    /// Without its type: generic code would look up the type of such a value each time.
    case continued(AnyObject)
}

/// How much of a stream may be delivered before anything subscribes to it.
enum BeginningExtent {
    /// All of it or nothing.
    case whole
    /// Its first part.
    case part
    /// Its first part. A stream that consists of several pushes those behind the first onto the list.
    case list(UnsafeMutablePointer<Remaining>)
}

extension Observable {
    /// Runs a stream whose first part needs no subscription, in a loop: streams of this kind in one another use no stack.
    final func runFromBeginning(_ sink: Sink<Element>, _ lifetime: Lifetime) {
        var stream: Observable = self
        while !lifetime.isDisposed {
            switch stream.begin(sink, lifetime, .part) {
            case .continued(let next): stream = unsafeDowncast(next, to: Observable.self)
            case .ended(let end): return sink.finish(end)
            case .none: return stream.run(sink, lifetime)
            }
        }
    }
}
