import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Search

/// The questions that forms ask before they remove something.
extension RequestHandler {
    /// The response to a form that asks before it changes something; nil if it doesn't ask, or if nothing is removed.
    func question(
        _ form: Form, _ operation: RouteOperation, _ incoming: IncomingRequest
    ) async throws -> ServerResponse? {
        guard let find = operation.question, try incoming.target.flag(DangerButton.query) == true else { return nil }
        guard let question = try await find(self, form, incoming) else {
            return incoming.request.headers.wantsJSON ? .empty(.noContent) : nil
        }
        let content =
            incoming.request.headers.wantsJSON
            ? EncodedBody(json: try question.json())
            : EncodedBody(
                html: QuestionPage(
                    question: question, form: form, path: incoming.target.path, site: site(for: incoming)
                ).html)
        var response = ServerResponse.content(content)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    func accountQuestion(_ form: Form, _ incoming: IncomingRequest) async throws -> Question? {
        let (context, current) = (context, incoming.admission?.session)
        return try await context.blocking {
            let (store, now) = (context.environment.store, context.environment.now())
            if form["change"] == "renew-feed-address" { return .renewingFeedAddresses }
            if let name = form["revoke"] {
                return try store.appPasswords().first { $0.name == name }.map { .revoking($0) }
            }
            if let id = form["forget-token"] {
                return context.catalog.tokenUpstreams.first { $0.id == id }.map { .forgettingToken(of: $0.name) }
            }
            if let id = form["unlink"].flatMap(Identity.ID.init), let provider = context.configuration.openID?.name {
                return try store.identities().first { $0.id == id }.map { .unlinking($0, from: provider) }
            }
            guard let end = form["end"] else { return nil }
            let others = try store.sessions(at: now).filter { $0.id != current }
            if end == "others" { return others.isEmpty ? nil : .signingOut(others: others.count) }
            return others.first { String($0.id) == end }.map {
                .signingOut(of: BrowserName(userAgent: $0.browser).text)
            }
        }
    }

    func accountsQuestion(_ form: Form, _ incoming: IncomingRequest) async throws -> Question? {
        guard isAdministrator(incoming) else { return nil }
        let context = context
        return try await context.blocking {
            let (store, now) = (context.environment.store, context.environment.now())
            switch form["do"] {
            case "remove":
                guard let account = try store.accounts().first(where: { String($0.id) == form["account"] }) else {
                    return nil
                }
                return .removing(account, try store.accountUsage()[account.id] ?? AccountUsage())
            case "revoke":
                return try store.invitations(at: now).first { String($0.id) == form["invitation"] }.map {
                    .revoking($0)
                }
            default: return nil
            }
        }
    }

    func destinationQuestion(_ form: Form) async throws -> Question? {
        let context = context
        return try await context.blocking {
            let destinations = try context.environment.destinations()
            guard let destination = destinations.first(where: { $0.name == form["remove"] }) else { return nil }
            let rules = try context.environment.rules().filter { $0.rule.verb == .notify }.count
            return .removing(destination, others: destinations.count - 1, rules: rules)
        }
    }

    func labelQuestion(_ form: Form) async throws -> Question? {
        let context = context
        return try await context.blocking {
            try context.environment.labels().first { $0.name == form["delete"] }.map { .removing($0) }
        }
    }

    func followingQuestion(_ form: Form) async throws -> Question? {
        guard form["do"] == "unfollow" else { return nil }
        let keys = Set(try form.all("feed").filter { !$0.isEmpty }.map { try feed($0).0.key })
        let context = context
        return try await context.blocking {
            let feeds = try context.environment.followed().filter { keys.contains($0.feed.key) }
            return feeds.isEmpty ? nil : .unfollowing(feeds)
        }
    }
}
