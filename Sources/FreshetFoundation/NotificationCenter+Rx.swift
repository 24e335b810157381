public import Foundation
public import Freshet

extension Reactive where Base: NotificationCenter {
    /// Delivers notifications with the given name, from one object or all.
    /// - Ends: never.
    /// - Runs on: the thread that posts the notification.
    /// - Keeps: a strong reference to `object`.
    public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
        let (center, object) = (Shared(base), Shared(object))
        return .create { observer in
            let observer = Shared(observer)
            let token = Shared(
                center.value.addObserver(forName: name, object: object.value, queue: nil) { observer.value.onNext($0) })
            return Disposables.create { center.value.removeObserver(token.value) }
        }
    }
}

// Sendable: centers and tokens are thread-safe; the object is only compared; the observer serializes its events.
private struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
