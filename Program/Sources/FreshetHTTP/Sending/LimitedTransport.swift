import Dispatch
import Freshet
import HTTPTypes

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

    /// The same, and counts each request that is sent.
    ///
    /// *Ends* as ``response(for:purpose:)`` does.
    package func response(
        for request: HTTPRequest, purpose: RequestPurpose, counting count: RequestCount
    ) -> Single<HTTPReply> {
        gate.admitted(transport.response(for: request, purpose: purpose, counting: count), waitingOn: scheduler)
    }
}
