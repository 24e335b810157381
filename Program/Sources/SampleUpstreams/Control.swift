internal import Synchronization

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// The levers of a running sample server; each takes effect with the next request, from any thread.
public final class Control: Sendable {
    private struct State: Sendable {
        var rules: [FaultRule] = []
        var latencies: [(pattern: PathPattern, latency: Duration)]
        var ahead: Duration = .zero
        var log: [LoggedRequest] = []
        var inFlight: [UpstreamAPI: Int] = [:]
        var maximumInFlight: [UpstreamAPI: Int] = [:]
    }

    private let state: Mutex<State>
    private let clock: @Sendable () -> Date

    init(_ configuration: SampleUpstreams.Configuration) {
        clock = configuration.clock
        state = Mutex(State(latencies: [(PathPattern("/"), configuration.latency)]))
    }

    /// Makes requests whose path begins with `path` fail, before they are routed; the newest matching rule wins.
    ///
    /// In `path`, `*` stands for any characters but a slash, a `$` at the end asks for the whole path, and after a `?` stand
    /// parameters that the request must have: `/eonet/api/v3/categories/*?status=closed`.
    /// - Parameter times: after how many requests the rule is over; never if nil.
    public func fail(_ path: String, with fault: Fault, times: Int? = nil) {
        state.withLock { $0.rules.insert(FaultRule(pattern: PathPattern(path), fault: fault, left: times), at: 0) }
    }

    /// Ends all faults; requests that already hang go on hanging.
    public func clear() {
        state.withLock { $0.rules.removeAll() }
    }

    /// Makes answers wait before their first byte; `path` as in `fail(_:with:times:)`, the newest matching setting wins.
    public func setLatency(_ latency: Duration, for path: String = "/") {
        state.withLock { $0.latencies.insert((PathPattern(path), latency), at: 0) }
    }

    /// Sets the sample's clock forward: data grows, limits are renewed and old events drop out, without any waiting.
    public func advance(by duration: Duration) {
        state.withLock { $0.ahead += duration }
    }

    /// The sample's time: the configured clock and what it was advanced by.
    public var now: Date {
        let ahead = state.withLock { $0.ahead }
        let parts = ahead.components
        return clock().addingTimeInterval(Double(parts.seconds) + Double(parts.attoseconds) * 1e-18)
    }

    /// All requests since the start or the last `resetLog()`, in the order of their arrival, failed ones included.
    public var requests: [LoggedRequest] { state.withLock { $0.log } }

    /// The requests whose path begins with `path`, with the same wildcards as in `fail(_:with:times:)`.
    public func requests(to path: String) -> [LoggedRequest] {
        let pattern = PathPattern(path)
        return requests.filter { pattern.matches($0.path) }
    }

    /// How many requests to one API were being answered at the same time, at most; a hanging one counts until it is cut.
    public func maximumInFlight(_ api: UpstreamAPI) -> Int {
        state.withLock { $0.maximumInFlight[api] ?? 0 }
    }

    /// How many requests to one API are being answered now.
    public func inFlight(_ api: UpstreamAPI) -> Int {
        state.withLock { $0.inFlight[api] ?? 0 }
    }

    /// Forgets the logged requests and the maxima.
    public func resetLog() {
        state.withLock { state in
            state.log.removeAll()
            state.maximumInFlight = state.inFlight
        }
    }
}

extension Control {
    /// Notes a request's arrival; tells how long it waits and how it fails, if it does.
    func began(_ request: LoggedRequest) -> (latency: Duration, fault: Fault?) {
        state.withLock { state in
            state.log.append(request)
            if let api = request.api {
                let count = (state.inFlight[api] ?? 0) + 1
                state.inFlight[api] = count
                state.maximumInFlight[api] = max(count, state.maximumInFlight[api] ?? 0)
            }
            let latency = state.latencies.first { $0.pattern.matches(request.path) }?.latency ?? .zero
            guard let index = state.rules.firstIndex(where: { $0.pattern.matches(request.path) }) else {
                return (latency, nil)
            }
            let fault = state.rules[index].fault
            if let left = state.rules[index].left {
                state.rules[index].left = left - 1
            }
            state.rules.removeAll { ($0.left ?? 1) <= 0 }
            return (latency, fault)
        }
    }

    /// Notes that a request is about to be out of the house.
    func ended(_ api: UpstreamAPI?) {
        guard let api else { return }
        state.withLock { $0.inFlight[api, default: 1] -= 1 }
    }
}
