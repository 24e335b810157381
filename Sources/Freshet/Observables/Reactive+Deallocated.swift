#if canImport(ObjectiveC)
import FreshetPlatform
import ObjectiveC

extension Reactive where Base: AnyObject {
    /// Delivers one element and completes once the object is deallocated: `take(until: rx.deallocated)`.
    ///
    /// The stream belongs to a token that the Objective-C runtime releases with the object, after its `deinit`.
    /// - Ends: when the object is deallocated.
    /// - Runs on: the thread that releases the object.
    /// - Keeps: nothing of the object.
    public var deallocated: Observable<Void> { DeallocationToken.token(of: base).deallocated }

    /// The same stream as ``deallocated``.
    ///
    /// RxSwift intercepts `dealloc` of a subclass of `NSObject` and delivers the element before it runs. This stream
    /// delivers it after the object's `deinit`, and works with every class.
    /// - Ends: when the object is deallocated.
    /// - Runs on: the thread that releases the object.
    /// - Keeps: nothing of the object.
    public var deallocating: Observable<Void> { deallocated }
}

/// Ends its stream when it is released.
private final class DeallocationToken: Sendable {
    let deallocated = ReplaySubject<Void>.create(bufferSize: 1)

    /// Serializes the creation of tokens. The runtime calls no foreign code for a key without a value.
    private static let creation = Mutex<Void>(())
    // An address, never read.
    nonisolated(unsafe) private static let key = UnsafeMutableRawPointer.allocate(byteCount: 1, alignment: 1)

    deinit {
        deallocated.onNext(())
        deallocated.onCompleted()
    }

    /// Returns the object's token, which the object retains.
    static func token(of object: AnyObject) -> DeallocationToken {
        creation.withLock { _ in
            if let token = objc_getAssociatedObject(object, key) as? DeallocationToken { return token }
            let token = DeallocationToken()
            objc_setAssociatedObject(object, key, token, .OBJC_ASSOCIATION_RETAIN)
            return token
        }
    }
}
#endif
