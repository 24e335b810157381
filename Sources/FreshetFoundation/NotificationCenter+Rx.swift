public import Foundation
public import Freshet

extension Reactive where Base: NotificationCenter {
    /// The notifications of that name, and of that object if one is given; never ends. *Runs on* the thread that posts. *Keeps* the object while it is subscribed to.
    public func notification(_ name: Notification.Name?, object: AnyObject? = nil) -> Observable<Notification> {
        let (center, object) = (Shared(base), Shared(object))
        return .create { observer in
            let token = Shared(
                center.value.addObserver(forName: name, object: object.value, queue: nil) { observer.onNext($0) })
            return Disposables.create { center.value.removeObserver(token.value) }
        }
    }
}

// Safe: a notification center may be used from any thread, its tokens too; the object is only compared with.
private struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
