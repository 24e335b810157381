import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform

/// Admits programs that read the metrics, with a token that opens nothing else.
struct MetricsRule: Sendable {
    private let token: [UInt8]?

    init(_ token: String?) { self.token = token.map { Array($0.utf8) } }

    /// True if a request has the token.
    func admits(_ headers: HTTPFields) -> Bool {
        guard let token, let given = headers[.authorization].flatMap(TokenRule.credentials)?.secret else {
            return false
        }
        return TokenRule.areEqual(token, given)
    }
}

extension RequestHandler {
    /// The server's metrics. They name no feeds, accounts or searches.
    func metrics(_ incoming: IncomingRequest) -> Handling {
        .later(incoming) {
            var response = ServerResponse.content(
                EncodedBody(MetricsText.contentType, ByteBuffer(string: metricsText.text)))
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    private var metricsText: MetricsText {
        var text = MetricsText()
        text.write(
            "freshet_build_info", .gauge, "The version of the program.",
            [.init(1, [("version", context.configuration.version)])])
        writeRequests(&text)
        writeRefreshes(&text)
        writeStore(context.environment.store.activity, &text)
        writeProcess(&text)
        return text
    }

    private func writeRequests(_ text: inout MetricsText) {
        let shared = context.shared
        text.write(
            "freshet_http_requests_total", .counter, "Requests by route, method and status.", shared.metrics.counts)
        text.write(
            "freshet_http_request_duration_seconds", .histogram,
            "The time from a request to the beginning of its response, by route.", shared.metrics.durations)
        text.write("freshet_connections", .gauge, "Open connections.", [.init(shared.connections.value)])
        text.write(
            "freshet_live_clients", .gauge, "Clients that receive live updates.", [.init(shared.clients.value)])
        text.write(
            "freshet_queued_requests", .gauge, "Searches and checks of passwords that wait for a thread.",
            [
                .init(shared.searches.waitingCount, [("queue", "searches")]),
                .init(shared.passwords.waitingCount, [("queue", "passwords")]),
            ])
    }

    private func writeRefreshes(_ text: inout MetricsText) {
        let environment = context.environment
        let upstreams = environment.refreshes.byUpstream.sorted { $0.key < $1.key }
        text.write(
            "freshet_refreshes_total", .counter,
            "Refreshes of feeds by upstream and result: fetched, deferred (no request was allowed yet), failed, unstored.",
            upstreams.flatMap { upstream, counts in
                RefreshActivity.Result.allCases.map { result in
                    .init(counts.results[result] ?? 0, [("upstream", upstream), ("result", result.rawValue)])
                }
            })
        text.write(
            "freshet_refresh_duration_seconds", .histogram,
            "The duration of refreshes that made requests, by upstream.",
            upstreams.flatMap { upstream, counts in
                MetricsText.histogram(
                    RefreshActivity.bounds, counts.durations, sum: counts.seconds, [("upstream", upstream)])
            })
        text.write(
            "freshet_refreshes_in_progress", .gauge, "Refreshes in progress.", [.init(environment.refreshes.inProgress)]
        )
        let waiting = environment.waitingPolls
        text.write("freshet_polls_waiting", .gauge, "Polls of feeds that wait for their turn.", [.init(waiting.all)])
        text.write(
            "freshet_polls_due", .gauge, "Waiting polls that are due; those of an upstream begin one after another.",
            [.init(waiting.due)])
    }

    private func writeStore(_ activity: StoreActivityCounts, _ text: inout MetricsText) {
        text.write(
            "freshet_database_info", .gauge, "The kind of database.", [.init(1, [("kind", activity.kind.rawValue)])])
        text.write("freshet_database_transactions_total", .counter, "Transactions.", [.init(activity.transactions)])
        text.write(
            "freshet_database_errors_total", .counter, "Transactions that the database failed.",
            [.init(activity.failures)])
        text.write(
            "freshet_database_transactions_in_progress", .gauge, "Transactions that run or wait.",
            [.init(activity.inProgress)])
        guard let connections = activity.connections else { return }
        text.write(
            "freshet_database_connections_in_use", .gauge, "Connections that run a transaction.",
            [.init(connections.inUse)])
        text.write(
            "freshet_database_connections_limit", .gauge, "The maximum number of connections.",
            [.init(connections.limit)])
        text.write(
            "freshet_database_connection_waits_total", .counter, "How often a transaction got a connection.",
            [.init(connections.waits)])
        text.write(
            "freshet_database_connection_wait_seconds_total", .counter,
            "How long transactions have waited for a connection.", [.init(connections.waited)])
    }

    private func writeProcess(_ text: inout MetricsText) {
        text.write(
            "process_start_time_seconds", .gauge, "When the server started, in seconds since 1970.",
            [.init(context.shared.startedAt.timeIntervalSince1970)])
        guard let usage = ProcessUsage() else { return }
        text.write("process_cpu_seconds_total", .counter, "Processor time.", [.init(usage.processorSeconds)])
        text.write("process_resident_memory_bytes", .gauge, "Resident memory.", [.init(usage.residentBytes)])
        text.write("process_virtual_memory_bytes", .gauge, "Virtual memory.", [.init(usage.virtualBytes)])
        text.write("process_open_fds", .gauge, "Open file descriptors.", [.init(usage.openFiles)])
        text.write("process_threads", .gauge, "Threads.", [.init(usage.threads)])
    }
}

extension RequestHandler {
    /// Reports that the process answers. Doesn't touch the store, and is answered on the connection's event loop.
    func live() throws -> Handling { .now(try health(nil, showsDetails: false)) }

    /// Reports whether the store answers.
    func ready(_ incoming: IncomingRequest) -> Handling {
        .later(incoming) { try health(await context.shared.readiness.problem(), showsDetails: false) }
    }

    /// Reports whether the store answers, with details for administrators.
    func health(_ incoming: IncomingRequest) -> Handling {
        .later(incoming) {
            let problem = await context.shared.readiness.problem()
            let headers = incoming.request.headers
            let hasSecret = headers[.authorization] != nil || !SessionCookie.secrets(in: headers).isEmpty
            // Accounts are in the store: a silent one would keep the request waiting, and supervisors have no account.
            if context.shared.accountRule.isOn, problem != nil || !hasSecret {
                return try health(problem, showsDetails: false)
            }
            let handling = try admitting(incoming) { verdict in
                if verdict == .limited { return tooManyAttempts(incoming) }
                do { return try health(problem, showsDetails: false) } catch { return failure(error, incoming) }
            } answer: { handler, incoming in
                .now(try handler.health(problem, showsDetails: handler.isAdministrator(incoming)))
            }
            return await response(handling)
        }
    }

    /// - Parameter problem: why the store doesn't answer; nil if it does or wasn't asked.
    private func health(_ problem: String?, showsDetails: Bool) throws -> ServerResponse {
        let details = Health.Details(
            problem: problem, clients: context.clients.value, watches: context.feeds.connected.count,
            connections: context.connections.value, version: context.configuration.version)
        let health = Health(status: problem == nil ? "ok" : "failing", details: showsDetails ? details : nil)
        var response = ServerResponse.content(
            EncodedBody(json: try health.json()), status: problem == nil ? .ok : .serviceUnavailable)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}

/// Metrics in the text format of Prometheus, version 0.0.4.
struct MetricsText {
    static let contentType = "text/plain; version=0.0.4; charset=utf-8"

    typealias Label = (name: String, value: String)

    /// The type of a family, as `# TYPE` names it.
    enum Kind: String {
        case counter, gauge, histogram
    }

    /// A line.
    struct Sample {
        /// The suffix of the family's name.
        var suffix = ""
        var labels: [Label]
        let value: String

        init(_ value: Int, _ labels: [Label] = []) { (self.value, self.labels) = (String(value), labels) }

        init(_ value: Double, _ labels: [Label] = []) { (self.value, self.labels) = (String(value), labels) }
    }

    private(set) var text = ""

    /// Writes a family of samples; nothing if there are none.
    mutating func write(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
        if samples.isEmpty { return }
        text += "# HELP \(name) \(help)\n# TYPE \(name) \(kind.rawValue)\n"
        for sample in samples {
            let labels = sample.labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += name + sample.suffix + (labels.isEmpty ? "" : "{\(labels)}") + " " + sample.value + "\n"
        }
    }

    /// The samples of a histogram.
    ///
    /// - Parameter counts: the number of values up to each bound and above the one before, and last the number above all.
    static func histogram(_ bounds: [Double], _ counts: [Int], sum: Double, _ labels: [Label]) -> [Sample] {
        var total = 0
        var samples: [Sample] = []
        for (index, count) in counts.enumerated() {
            total += count
            var sample = Sample(total, labels + [("le", index < bounds.count ? String(bounds[index]) : "+Inf")])
            sample.suffix = "_bucket"
            samples.append(sample)
        }
        var (whole, number) = (Sample(sum, labels), Sample(total, labels))
        (whole.suffix, number.suffix) = ("_sum", "_count")
        return samples + [whole, number]
    }

    private static func escaped(_ value: String) -> String {
        value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
    }
}

/// The system's counts for this process.
struct ProcessUsage: Sendable {
    let residentBytes: Int
    let virtualBytes: Int
    let threads: Int
    /// In user and kernel mode together.
    let processorSeconds: Double
    let openFiles: Int

    /// Reads the numbers from `/proc`; nil on systems without it.
    init?() {
        // Without the file, there are no numbers.
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/self/stat")),
            // Without the folder, neither.
            let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        else { return nil }
        // The name of the program comes second, in parentheses, and may contain anything.
        let text = String(decoding: data, as: UTF8.self)
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst().map {
            Int($0) ?? 0
        }
        guard fields.count > 21 else { return nil }
        // proc(5) counts from 1; these begin with the third.
        func field(_ number: Int) -> Int { fields[number - 3] }
        processorSeconds = Double(field(14) + field(15)) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        threads = field(20)
        virtualBytes = field(23)
        residentBytes = field(24) * sysconf(Int32(_SC_PAGESIZE))
        openFiles = files
    }
}
