import Feeds
import HTTPTypes
import HummingbirdCore

extension RequestHandler {
    /// Whether the process answers. Doesn't touch the store, and is answered on the connection's event loop.
    func live() throws -> Handling { .now(try health(nil, showsDetails: false)) }

    /// Whether the store answers.
    func ready(_ incoming: IncomingRequest) -> Handling {
        .later(incoming) { try health(await context.shared.readiness.problem(), showsDetails: false) }
    }

    /// Whether the store answers, with details for those who may read feeds.
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
            Content(json: try health.json()), status: problem == nil ? .ok : .serviceUnavailable)
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
