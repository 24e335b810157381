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
    /// A browser has signed in.
    case signedIn(account: String?)
    /// An account's credentials, or the accounts, have changed.
    case changed(String, by: String, account: String?)

    fileprivate var level: Logger.Level {
        switch self {
        case .signInRefused, .secretRefused: .warning
        case .signedIn, .changed: .notice
        }
    }

    /// What clients send comes last and in quotes, so that it can't imitate the fields before it.
    fileprivate func line(_ client: String) -> String {
        func quoted(_ name: String, _ value: String?) -> String {
            value.map { " \(name)=\"\($0.prefix(100).replacing("\"", with: "'"))\"" } ?? ""
        }
        func refused(_ what: String, _ isLimited: Bool) -> String {
            "\(what) refused: client=\(client) reason=\(isLimited ? "limit" : "wrong")"
        }
        return switch self {
        case .signInRefused(let isLimited, let account):
            refused("sign-in", isLimited) + quoted("account", account)
        case .secretRefused(let isLimited): refused("secret", isLimited)
        case .signedIn(let account): "signed in: client=\(client)" + quoted("account", account)
        case .changed(let what, let by, let account):
            "\(what): client=\(client)" + quoted("by", by) + quoted("account", account)
        }
    }
}

extension RequestHandler {
    /// Logs an event with the client's address.
    func log(_ event: SecurityEvent, _ incoming: IncomingRequest) {
        context.logger.log(level: event.level, "\(event.line(shownClient(incoming)))")
    }

    /// Logs that a request's secrets were refused, unless it has none.
    func logRefusal(isLimited: Bool, hasSecret: Bool, _ incoming: IncomingRequest) {
        if hasSecret { log(.secretRefused(isLimited: isLimited), incoming) }
    }

    /// Logs a failure, with the request that it concerns.
    func logFailure(_ error: any Error, _ incoming: IncomingRequest) {
        let method = incoming.request.method.rawValue
        context.logger.error("\(method) \(incoming.target.shownPath): client=\(shownClient(incoming)): \(error)")
    }

    private func shownClient(_ incoming: IncomingRequest) -> String { incoming.client?.description ?? "unknown" }
}
