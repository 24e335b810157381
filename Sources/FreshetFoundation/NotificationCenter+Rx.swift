public import Foundation
public import Freshet

extension Reactive where Base: NotificationCenter {
    /// Delivers notifications with the given name, from one object or all.
    ///
    /// The stream doesn't retain `object`, so an object can keep the stream of its own notifications. A subscription made
    /// after the object's release receives nothing.
    /// - Ends: never.
    /// - Runs on: the thread that posts the notification.
    /// - Keeps: the notification center.
    public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
        let (center, sender) = (Shared(base), object.map { Sender(object: $0) })
        return .create { observer in
            let object = sender?.object
            // For the center, nil means all objects.
            if sender != nil, object == nil { return Disposables.create() }
            let observer = Shared(observer)
            let token = Shared(
                center.value.addObserver(forName: name, object: object, queue: nil) { observer.value.onNext($0) })
            return Disposables.create { center.value.removeObserver(token.value) }
        }
    }
}

// Sendable: centers and tokens are thread-safe; the observer serializes its events.
private struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

// Sendable: the object is only compared.
private struct Sender: @unchecked Sendable {
    weak let object: AnyObject?
}
