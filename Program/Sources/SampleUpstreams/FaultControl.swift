import Platform
import Synchronization
import WebText

/// Controls a running sample server. Each change applies from the next request on; all functions are thread-safe.
package final class FaultControl: Sendable {
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

    /// The number of current requests to all APIs.
    package var inFlightCount: Int { state.withLock { $0.inFlight.values.reduce(0, +) } }

    /// Clears the log and the maxima.
    package func resetLog() {
        state.withLock { state in
            state.log.removeAll()
            state.maximumInFlight = state.inFlight
        }
    }
}

extension FaultControl {
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

/// A request to the sample server.
package struct LoggedRequest: Sendable {
    /// The method, in capitals.
    package let method: String
    /// The path with the query, as sent.
    package let path: String
    /// The headers by lowercase name; repeated ones are joined by a comma.
    package let headers: [String: String]
    /// The body as text; at most 64 KiB.
    package let body: String
    /// The time of arrival, by the sample's clock.
    package let date: Date

    /// The requested upstream; nil if the path belongs to none.
    package var api: UpstreamAPI? { UpstreamAPI(path: path) }
}

/// `FaultControl` by HTTP requests below `/control`, for tests in another process.
///
/// `POST fail?path=&fault=[&times=]`, `POST clear`, `POST latency?ms=[&path=]`, `POST advance?seconds=`, `GET requests[?path=]`. These
/// requests are neither logged nor subject to faults.
struct RemoteControl: Sendable {
    let control: FaultControl

    func response(_ request: SampleRequest) -> SampleResponse {
        do throws(WrongOrder) {
            return try obey(request)
        } catch {
            return SampleResponse(400, json: ["error": .string(error.reason)])
        }
    }

    private func obey(_ request: SampleRequest) throws(WrongOrder) -> SampleResponse {
        let parameters = request.parameters
        switch (request.method, request.path.dropFirst().joined(separator: "/")) {
        case ("GET", "requests"):
            let requests = parameters["path"].map(control.requests(to:)) ?? control.requests
            return SampleResponse(200, json: .array(requests.map(\.json)))
        case ("POST", "fail"):
            guard let path = parameters["path"], let name = parameters["fault"] else {
                throw WrongOrder("path= and fault= are needed")
            }
            let times = parameters["times"].map { Int($0) ?? 0 }
            if let times, times < 1 { throw WrongOrder("times= is a whole number above 0") }
            control.fail(path, with: try .named(name, parameters), times: times)
        case ("POST", "clear"): control.clear()
        case ("POST", "latency"):
            guard let wait = request.number("ms"), (0...600_000).contains(wait) else {
                throw WrongOrder("ms= is a number from 0 to 600000")
            }
            control.setLatency(.milliseconds(wait), for: parameters["path"] ?? "/")
        case ("POST", "advance"):
            guard let seconds = request.number("seconds"), abs(seconds) <= 1e9 else {
                throw WrongOrder("seconds= is a number")
            }
            control.advance(by: .seconds(seconds))
        default:
            throw WrongOrder("there are POST fail, clear, latency and advance, and GET requests")
        }
        return SampleResponse(204)
    }
}

extension LoggedRequest {
    fileprivate var json: JSON {
        let fields = headers.sorted { $0.key < $1.key }.map { (key: $0.key, value: JSON.string($0.value)) }
        return [
            "method": .string(method), "path": .string(path), "date": .string(date.internetDateTime),
            "headers": .object(fields),
        ]
    }
}
