import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform
import Search

extension RequestHandler {
    /// The rules; with a rule in `rule`, what it would do.
    func rules(_ isForPrograms: Bool, _ incoming: IncomingRequest) throws -> Handling {
        let typed = try incoming.target.text("rule", atMost: RulesPage.longest) ?? ""
        if typed.isEmpty {
            return later(incoming) { context in
                let rules = try context.environment.listedRules()
                if isForPrograms {
                    return EncodedBody(json: try RulesDocument(rules, context.environment.ruleProgress()).json())
                }
                return EncodedBody(html: try makePage(rules, "", .none, incoming).html)
            }
        }
        return search(incoming) { context, deadline in
            let environment = context.environment
            let rule: Rule
            do throws(SearchSyntaxError) { rule = try environment.rule(typed) } catch {
                if isForPrograms { throw BadRequest(message: error.description) }
                let page = try makePage(environment.listedRules(), typed, .refused(error.description), incoming)
                return .content(EncodedBody(html: page.html), status: .badRequest)
            }
            let test: TestedRule
            do { test = try environment.test(rule, until: deadline) } catch FeedStoreError.tooSlow where !isForPrograms
            {
                let reason = FeedStoreError.tooSlow.description
                let page = try makePage(environment.listedRules(), typed, .refused(reason), incoming)
                return .content(EncodedBody(html: page.html), status: .serviceUnavailable)
            }
            if isForPrograms {
                return .content(EncodedBody(json: try test.json(picture: pictureAddress(for: incoming))))
            }
            return .content(
                EncodedBody(html: try makePage(environment.listedRules(), typed, .tested(test), incoming).html))
        }
    }

    /// Adds the rule in `rule`, or removes the one whose id is in `remove`.
    func changeRules(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let context = context
        if let text = form["remove"] {
            guard let id = Int64(text) else { throw BadRequest(message: "“\(text)” isn't the id of a rule.") }
            let isRemoved = try await context.blocking {
                let isRemoved = try context.environment.removeRule(id)
                try context.recheck()
                return isRemoved
            }
            guard isRemoved else {
                let reason = "There is no such rule. It may have been removed."
                if wantsDocument(incoming) { return problem(.notFound, "Rule not found", reason, incoming) }
                return try await rulesPage("", .missing(reason), .notFound, incoming)
            }
            return done(form, otherwise: "/rules", incoming)
        }
        let typed = form["rule"] ?? ""
        guard typed.unicodeScalars.count <= RulesPage.longest else {
            let reason = "A rule can have at most \(RulesPage.longest) characters."
            if wantsDocument(incoming) { throw BadRequest(message: reason) }
            return try await rulesPage(typed, .refused(reason), .badRequest, incoming)
        }
        let document: RulesDocument
        do {
            document = try await context.blocking {
                try context.environment.add([context.environment.rule(typed)])
                try context.recheck()
                return try RulesDocument(context.environment.listedRules(), context.environment.ruleProgress())
            }
        } catch let error as SearchSyntaxError {
            if incoming.request.headers.wantsJSON { throw BadRequest(message: error.description) }
            return try await rulesPage(typed, .refused(error.description), .badRequest, incoming)
        } catch let error as FeedStoreError where error.isLimit && !wantsDocument(incoming) {
            return try await rulesPage(typed, .refused(error.description), .forbidden, incoming)
        }
        return done(form, otherwise: "/rules", incoming, try document.json())
    }

    /// The page with the reason beside the form.
    private func rulesPage(
        _ typed: String, _ outcome: RulesPage.Outcome, _ status: HTTPResponse.Status, _ incoming: IncomingRequest
    ) async throws -> ServerResponse {
        let context = context
        let page = try await context.blocking {
            try makePage(try context.environment.listedRules(), typed, outcome, incoming)
        }
        return .content(EncodedBody(html: page.html), status: status)
    }

    /// Blocks the calling thread.
    private func makePage(
        _ rules: [ListedRule], _ typed: String, _ outcome: RulesPage.Outcome, _ incoming: IncomingRequest
    ) throws -> RulesPage {
        RulesPage(
            rules: rules, progress: try context.environment.ruleProgress(), typed: typed, outcome: outcome,
            hasDestinations: try !context.environment.destinations().isEmpty, names: try examples(context, incoming),
            site: site(for: incoming))
    }

    /// Mutes the kinds of item that a form names in a feed, and unmutes the feed's other kinds.
    func mute(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (feed, _) = try feed(form["feed"])
        let wanted = Set(form.all("kind").filter { !$0.isEmpty })
        let known = MutedKinds(feed, []).choices.map(\.id)
        if let unknown = wanted.subtracting(known).min() {
            throw BadRequest(
                message: "“\(unknown)” isn't a kind of item in this feed. Use one of \(known.joined(separator: ", "))."
            )
        }
        let context = context
        try await context.blocking {
            let rules = try context.environment.rules()
            let kinds = MutedKinds(feed, rules.map(\.rule))
            for kind in kinds.muted.subtracting(wanted) {
                let text = kinds.rule(for: kind)
                for rule in rules where rule.rule.text == text { try context.environment.removeRule(rule.id) }
            }
            let added = try known.filter { wanted.contains($0) && !kinds.muted.contains($0) }
                .map { try context.environment.rule(kinds.rule(for: $0)) }
            if !added.isEmpty { try context.environment.add(added) }
            try context.recheck()
        }
        return done(form, otherwise: feed.address, incoming)
    }
}
