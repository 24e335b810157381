import HTTPTypes
import Synchronization

/// Counts requests by route, method and status, and their latencies by route. Recording takes no lock.
final class RequestMetrics: Sendable {
    /// The bounds of latencies in seconds.
    static let bounds = [0.005, 0.025, 0.1, 0.5, 2.5, 10]

    /// The label of requests whose path has no route, or that were refused before.
    private static let unmatched = "unmatched"
    private static let methods: [HTTPRequest.Method] = [.get, .post, .head, .put, .delete, .options]
    private static let statuses = [
        200, 201, 202, 204, 303, 304, 308, 400, 401, 403, 404, 405, 409, 410, 413, 415, 421, 422, 429, 500, 502, 503,
        504,
    ]
    /// The labels of routes, by their numbers, and last the label of the others.
    private static let routes = Route.all.map(\.path.text) + [unmatched]
    private static let (methodCount, statusCount, boundCount) = (
        methods.count + 1, statuses.count + 1, bounds.count + 1
    )

    private let requests = AtomicCounters(routes.count * methodCount * statusCount)
    private let latencies = AtomicCounters(routes.count * boundCount)
    private let microseconds = AtomicCounters(routes.count)

    /// Counts a request as its response begins.
    func record(_ route: Route?, _ method: HTTPRequest.Method, _ status: HTTPResponse.Status, after duration: Duration)
    {
        let route = route?.number ?? Route.all.count
        let method = Self.methods.firstIndex(of: method) ?? Self.methods.count
        let status = Self.statuses.firstIndex(of: status.code) ?? Self.statuses.count
        requests.add(at: (route * Self.methodCount + method) * Self.statusCount + status)
        let seconds = duration / .seconds(1)
        let bound = Self.bounds.firstIndex { seconds <= $0 } ?? Self.bounds.count
        latencies.add(at: route * Self.boundCount + bound)
        microseconds.add(Int(seconds * 1e6), at: route)
    }

    /// The requests of routes that were requested.
    var counts: [MetricsText.Sample] {
        var samples: [MetricsText.Sample] = []
        for (route, path) in Self.routes.enumerated() {
            for method in 0..<Self.methodCount {
                for status in 0..<Self.statusCount {
                    let count = requests[(route * Self.methodCount + method) * Self.statusCount + status]
                    guard count > 0 else { continue }
                    let method = method < Self.methods.count ? Self.methods[method].rawValue : "other"
                    let status = status < Self.statuses.count ? String(Self.statuses[status]) : "other"
                    samples.append(.init(count, [("route", path), ("method", method), ("status", status)]))
                }
            }
        }
        return samples
    }

    /// The latencies of routes that were requested.
    var durations: [MetricsText.Sample] {
        Self.routes.enumerated().flatMap { route, path in
            let counts = (0..<Self.boundCount).map { latencies[route * Self.boundCount + $0] }
            guard counts.contains(where: { $0 > 0 }) else { return [] as [MetricsText.Sample] }
            return MetricsText.histogram(
                Self.bounds, counts, sum: Double(microseconds[route]) / 1e6, [("route", path)])
        }
    }
}

/// A fixed number of counters that many threads add to without waiting.
///
/// `@unchecked Sendable`: the pointer is immutable after init, and what it points to is atomic.
final class AtomicCounters: @unchecked Sendable {
    private let first: UnsafeMutablePointer<Atomic<Int>>
    private let count: Int

    init(_ count: Int) {
        self.count = count
        first = .allocate(capacity: count)
        for index in 0..<count { (first + index).initialize(to: Atomic(0)) }
    }

    deinit {
        first.deinitialize(count: count)
        first.deallocate()
    }

    func add(_ amount: Int = 1, at index: Int) {
        precondition(0..<count ~= index)
        first[index].add(amount, ordering: .relaxed)
    }

    subscript(index: Int) -> Int {
        precondition(0..<count ~= index)
        return first[index].load(ordering: .relaxed)
    }
}

/// A number that many threads change.
final class Counter: Sendable {
    private let count = Atomic(0)

    var value: Int { count.load(ordering: .relaxed) }
    func add(_ change: Int) { count.add(change, ordering: .relaxed) }
    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}
