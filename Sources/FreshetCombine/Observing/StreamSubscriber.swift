import Freshet
import FreshetPlatform

// Sendable: the subscription is guarded by `state`; Combine requires subscriptions to be thread-safe.
/// Forwards a publisher's values to a stream's observer.
final class StreamSubscriber<Input, Failure: Error>: Subscriber, @unchecked Sendable {
    private struct State {
        var subscription: UncheckedTransfer<any Subscription>?
        /// True if a subscription can still arrive.
        var isExpected = true
    }

    private let observer: AnyObserver<Input>
    private let listener: Listener
    private let context: PublisherContext
    private let state = Mutex(State())

    init(_ observer: AnyObserver<Input>, _ listener: Listener, _ context: PublisherContext) {
        self.observer = observer
        self.listener = listener
        self.context = context
    }

    func receive(subscription: any Subscription) {
        let isWanted = state.withLock { [subscription = UncheckedTransfer(subscription)] state in
            guard state.isExpected else { return false }
            (state.subscription, state.isExpected) = (subscription, false)
            return true
        }
        guard isWanted else { return subscription.cancel() }
        if listener.isPaced {
            listener.whenRenewed { [weak self] in self?.requestOne() }
        } else {
            subscription.request(.unlimited)
        }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        observer.onNext(input)
        guard listener.isPaced else { return .none }
        if !listener.isPaused { return .max(1) }
        listener.whenRenewed { [weak self] in self?.requestOne() }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        let subscription = takeSubscription()
        switch completion {
        case .finished: observer.onCompleted()
        case .failure(let error): observer.onError(error)
        }
        withExtendedLifetime(subscription) {}
    }

    func cancel() {
        guard let subscription = takeSubscription() else { return }
        context.perform { subscription.value.cancel() }
    }

    private func requestOne() {
        context.perform { [weak self] in self?.state.withLock { $0.subscription }?.value.request(.max(1)) }
    }

    private func takeSubscription() -> UncheckedTransfer<any Subscription>? {
        state.withLock { state in
            state.isExpected = false
            return state.subscription.take()
        }
    }
}
