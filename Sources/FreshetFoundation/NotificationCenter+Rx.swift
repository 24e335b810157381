public import Foundation
public import Freshet

extension Reactive where Base: NotificationCenter {
    /// The notifications of that name, and of that object if one is given; never ends. *Runs on* the thread that posts. *Keeps* the object while it is subscribed to.
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

// Sendable: a notification center and its tokens may be used from any thread; the object is only compared; the observer serializes its events.
private struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
