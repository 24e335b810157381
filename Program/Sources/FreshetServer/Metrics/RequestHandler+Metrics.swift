import FeedStore
import Feeds
import HTTPTypes
import NIOCore
import Platform

/// Admits programs that read the metrics, with a token that opens nothing else.
struct MetricsRule: Sendable {
    private let token: [UInt8]?

    init(_ token: String?) { self.token = token.map { Array($0.utf8) } }

    /// Whether a request has the token.
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
                Content(MetricsText.contentType, ByteBuffer(string: metricsText.text)))
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
