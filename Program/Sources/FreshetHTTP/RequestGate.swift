import Dispatch
import Freshet
import HTTPTypes
import Synchronization

/// Lets a bounded number of requests be in flight; others wait in the order of their subscriptions.
package final class RequestGate: Sendable {
    private struct Waiting {
        let id: UInt64
        let start: @Sendable () -> Void
    }

    private struct State {
        var admitted: Set<UInt64> = []
        var queue: [Waiting] = []
        var lastID: UInt64 = 0
    }

    /// The maximum number of requests in flight.
    package let limit: Int
    private let state = Mutex(State())

    /// A gate for `limit` requests.
    /// - Precondition: `limit` is positive.
    package init(limit: Int) {
        precondition(limit > 0, "No request would ever be made.")
        self.limit = limit
    }

    /// Subscribes to `request` when it is admitted; its place is free again before its result is delivered.
    ///
    /// - Ends: with the result; disposal leaves the queue, or cancels the request.
    /// - Runs on: the subscriber's thread; after a wait, `scheduler`.
    /// - Keeps: the requests that wait, without a bound.
    package func admitted<Value: Sendable>(
        _ request: Single<Value>, waitingOn scheduler: any SchedulerType
    ) -> Single<Value> {
        .create { [self] observer in
            let running = SerialDisposable()
            let id = state.withLock { state in
                state.lastID += 1
                return state.lastID
            }
            @Sendable func subscribe(_ request: Single<Value>) {
                running.disposable = request.subscribe { [self] result in
                    leave(id)
                    observer(result)
                }
            }
            let mustWait = state.withLock { state in
                if state.admitted.count < limit {
                    state.admitted.insert(id)
                    return false
                }
                // The thread that gives up a place isn't the one to make the next request.
                let waited = Single.just(()).observe(on: scheduler).flatMap { request }
                state.queue.append(Waiting(id: id) { subscribe(waited) })
                return true
            }
            if !mustWait { subscribe(request) }
            return Disposables.create { [self] in
                running.dispose()
                leave(id)
            }
        }
    }

    /// Gives up the place, in flight or in the queue; a second time changes nothing.
    private func leave(_ id: UInt64) {
        let next = state.withLock { state -> Waiting? in
            guard state.admitted.remove(id) != nil else {
                state.queue.removeAll { $0.id == id }
                return nil
            }
            guard !state.queue.isEmpty else { return nil }
            let next = state.queue.removeFirst()
            state.admitted.insert(next.id)
            return next
        }
        next?.start()
    }
}

/// Makes the requests of another transport, a bounded number at a time, whichever hosts they go to.
package struct LimitedTransport: HTTPTransport {
    private let transport: any HTTPTransport
    private let gate: RequestGate
    private let scheduler: any SchedulerType

    /// At most `limit` requests in flight.
    /// - Precondition: `limit` is positive.
    package init(_ transport: any HTTPTransport, limit: Int, scheduler: (any SchedulerType)? = nil) {
        self.transport = transport
        gate = RequestGate(limit: limit)
        self.scheduler = scheduler ?? ConcurrentDispatchQueueScheduler(qos: .utility)
    }

    /// The reply of the other transport, requested once there is a place.
    ///
    /// *Ends* as the other transport's stream does.
    package func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        gate.admitted(transport.response(for: request, purpose: purpose), waitingOn: scheduler)
    }

    /// Makes the request like ``response(for:purpose:)``, and counts each one that is sent.
    ///
    /// *Ends* as ``response(for:purpose:)`` does.
    package func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        gate.admitted(transport.response(for: request, purpose: purpose, counting: count), waitingOn: scheduler)
    }
}
