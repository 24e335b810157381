import FeedStore
import HTTPTypes
import HummingbirdCore
import Logging
import Platform

/// An event that is logged with the client's address, in one line that programs such as fail2ban read; see `docs/security.md`.
enum SecurityEvent: Sendable {
    /// A wrong token, name or password was typed, or too many were before.
    case signInRefused(isLimited: Bool, account: String?)
    /// A request had a wrong token or app password, or there were too many before.
    case secretRefused(isLimited: Bool)
    /// A proxy named an account that doesn't exist.
    case unknownName(String)
    /// A sign-in by an OpenID provider failed.
    case openIDRefused(String)
    /// A browser has signed in.
    case signedIn(account: String?)
    /// An account's credentials, or the accounts, have changed.
    case changed(String, by: String, account: String?)

    fileprivate var level: Logger.Level {
        switch self {
        case .signInRefused, .secretRefused, .unknownName, .openIDRefused: .warning
        case .signedIn, .changed: .notice
        }
    }

    fileprivate var message: Logger.Message {
        switch self {
        case .signInRefused: "sign-in refused"
        case .secretRefused: "secret refused"
        case .unknownName: "no account for the proxy's header"
        case .openIDRefused: "openid sign-in failed"
        case .signedIn: "signed in"
        case .changed(let what, _, _): "\(what)"
        }
    }

    fileprivate func metadata(_ client: Logger.MetadataValue) -> Logger.Metadata {
        var values: Logger.Metadata = ["client": client]
        switch self {
        case .signInRefused(let isLimited, let account):
            values["reason"] = Self.reason(isLimited)
            values["account"] = account.map(Self.text)
        case .secretRefused(let isLimited): values["reason"] = Self.reason(isLimited)
        case .unknownName(let name): values["name"] = Self.text(name)
        case .openIDRefused(let reason): values["reason"] = Self.text(reason)
        case .signedIn(let account): values["account"] = account.map(Self.text)
        case .changed(_, let by, let account):
            values["by"] = Self.text(by)
            values["account"] = account.map(Self.text)
        }
        return values
    }

    private static func reason(_ isLimited: Bool) -> Logger.MetadataValue {
        .stringConvertible(isLimited ? "limit" : "wrong")
    }

    private static func text(_ text: String) -> Logger.MetadataValue { .string(String(text.prefix(200))) }
}

extension RequestHandler {
    /// Logs an event with the client's address.
    func log(_ event: SecurityEvent, _ incoming: IncomingRequest) {
        context.logger.log(
            level: event.level, event.message, metadata: event.metadata(Self.shown(incoming.client)))
    }

    /// Logs that a request's secrets were refused, unless it has none.
    func logRefusal(isLimited: Bool, hasSecret: Bool, _ incoming: IncomingRequest) {
        if hasSecret { log(.secretRefused(isLimited: isLimited), incoming) }
    }

    /// Logs a failure, with the request that it concerns.
    func logFailure(_ error: any Error, _ incoming: IncomingRequest) {
        context.logger.error(
            "request failed", error: error,
            metadata: metadata(
                incoming.request.head, incoming.match?.route, incoming.client, incoming.admission?.account))
    }

    /// Counts a request when its response begins, and logs it where the log has requests.
    func record(
        _ response: ServerResponse, _ encoded: ServerResponse.Encoded, to request: HTTPRequest, _ trace: RequestTrace
    ) {
        let (status, duration) = (encoded.head.status, ContinuousClock.now - trace.start)
        context.shared.metrics.record(trace.route, request.method, status, after: duration)
        guard context.logger.logLevel <= .info else { return }
        var values = metadata(request, trace.route, trace.client, response.account)
        values["status"] = .stringConvertible(status.code)
        // The sizes of live updates and of bodies that are made as they are sent aren't known yet.
        if let size = encoded.head.headerFields[.contentLength].flatMap(Int.init) {
            values["size"] = .stringConvertible(size)
        }
        values["duration"] = .stringConvertible((duration / .milliseconds(1) * 1000).rounded() / 1e6)
        context.logger.info("request", metadata: values)
    }

    /// The values that lines about a request share.
    private func metadata(
        _ request: HTTPRequest, _ route: Route?, _ client: IPAddress?, _ account: Account.ID?
    ) -> Logger.Metadata {
        var values: Logger.Metadata = [
            "client": Self.shown(client), "method": .string(request.method.rawValue),
            "path": .string(shownPath(request)),
        ]
        values["route"] = route.map { .stringConvertible($0.path.text) }
        values["accountID"] = account.map { .stringConvertible(Int($0)) }
        return values
    }

    /// The path without the prefix, as in the table of routes, and without secrets.
    private func shownPath(_ request: HTTPRequest) -> String {
        let path = request.path ?? ""
        return Target(context.shared.prefix.removed(from: path) ?? path)?.shownPath ?? "(invalid)"
    }

    private static func shown(_ client: IPAddress?) -> Logger.MetadataValue {
        .stringConvertible(client?.description ?? "unknown")
    }
}
