import Platform
import Synchronization

/// Controls a running sample server. Each change applies from the next request on; all functions are thread-safe.
package final class Control: Sendable {
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

    /// Makes requests fail whose path begins with `path`, before routing; the newest matching rule wins.
    ///
    /// In `path`, `*` matches any characters except slashes, a final `$` requires the whole path, and parameters after a `?`
    /// are required: `/eonet/api/v3/categories/*?status=closed`.
    /// - Parameter times: the number of requests that the rule applies to; nil for all.
    package func fail(_ path: String, with fault: Fault, times: Int? = nil) {
        state.withLock { $0.rules.insert(FaultRule(pattern: PathPattern(path), fault: fault, left: times), at: 0) }
    }

    /// Removes all faults; hanging requests continue to hang.
    package func clear() {
        state.withLock { $0.rules.removeAll() }
    }

    /// Delays the first byte of responses; `path` as in `fail(_:with:times:)`, the newest matching rule wins.
    package func setLatency(_ latency: Duration, for path: String = "/") {
        state.withLock { $0.latencies.insert((PathPattern(path), latency), at: 0) }
    }

    /// Advances the sample's clock: data grows, limits reset and old events disappear, without waiting.
    package func advance(by duration: Duration) {
        state.withLock { $0.ahead += duration }
    }

    /// The sample's time: the configured clock, advanced.
    package var now: Date {
        let ahead = state.withLock { $0.ahead }
        let parts = ahead.components
        return clock().addingTimeInterval(Double(parts.seconds) + Double(parts.attoseconds) * 1e-18)
    }

    /// All requests since the start or the last `resetLog()` in order of arrival, including failed ones.
    package var requests: [LoggedRequest] { state.withLock { $0.log } }

    /// The requests whose path begins with `path`, with the wildcards of `fail(_:with:times:)`.
    package func requests(to path: String) -> [LoggedRequest] {
        let pattern = PathPattern(path)
        return requests.filter { pattern.matches($0.path) }
    }

    /// The maximum number of concurrent requests to an API; a hanging request counts until it is closed.
    package func maximumInFlight(_ api: UpstreamAPI) -> Int {
        state.withLock { $0.maximumInFlight[api] ?? 0 }
    }

    /// The number of current requests to an API.
    package func inFlight(_ api: UpstreamAPI) -> Int {
        state.withLock { $0.inFlight[api] ?? 0 }
    }

    /// How many requests are being answered now, by all APIs.
    package var inFlightCount: Int { state.withLock { $0.inFlight.values.reduce(0, +) } }

    /// Clears the log and the maxima.
    package func resetLog() {
        state.withLock { state in
            state.log.removeAll()
            state.maximumInFlight = state.inFlight
        }
    }
}

extension Control {
    /// Logs a request's arrival; returns its delay and fault.
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

    /// Logs that a response is about to be sent.
    func ended(_ api: UpstreamAPI?) {
        guard let api else { return }
        state.withLock { $0.inFlight[api, default: 1] -= 1 }
    }
}
