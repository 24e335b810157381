public import Foundation
public import Freshet

extension Reactive where Base: NotificationCenter {
    /// Delivers notifications with the given name, from one object or all.
    ///
    /// The stream doesn't retain `object`, so an object can keep the stream of its own notifications. A subscription
    /// made after the object's release receives nothing.
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

extension ObservableType where Element == Notification {
    /// Delivers notifications on `scheduler`, in order.
    ///
    /// A `Notification` isn't `Sendable`, because its object and user information can be of any type. Like the queue of
    /// `addObserver(forName:object:queue:using:)`, the scheduler receives it nevertheless: don't change them after
    /// posting.
    /// - Ends: on `scheduler`, after the waiting notifications.
    /// - Runs on: `scheduler`.
    /// - Keeps: waiting notifications, without a bound.
    public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Notification> {
        map { Shared($0) }.observe(on: scheduler).map(\.value)
    }

    /// Calls `onMain` on the main actor with each notification.
    ///
    /// An error goes to `Hooks.defaultErrorHandler`.
    /// - Ends: with the stream, or when the returned disposable is disposed.
    /// - Runs on: the main actor.
    /// - Keeps: notifications that wait for the main thread, without a bound.
    public func bind(onMain: @escaping @MainActor @Sendable (Notification) -> Void) -> any Disposable {
        map { Shared($0) }.bind(onMain: { onMain($0.value) })
    }
}

// Sendable: centers and tokens are thread-safe; the object is only compared; the observer serializes its events; see
// `observe(on:)` for notifications.
private struct Shared<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}

// Sendable: the object is only compared.
private struct Sender: @unchecked Sendable {
    weak let object: AnyObject?
}
