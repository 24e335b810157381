import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import NIOCore
import Platform

extension RequestHandler {
    /// The rules; with a rule in `rule`, what it would do.
    func rules(_ isForPrograms: Bool, _ asked: Asked) throws -> Handling {
        let typed = try asked.target.text("rule", atMost: RulesPage.longest) ?? ""
        if typed.isEmpty {
            return later(asked) { context in
                let rules = try context.environment.rules()
                if isForPrograms { return Content(json: try RulesDocument(rules).json()) }
                return Content(html: try makePage(rules, "", .none, asked).html)
            }
        }
        return answerLater(asked) { context in
            let environment = context.environment
            let rule: Rule
            do throws(SearchSyntaxError) { rule = try environment.rule(typed) } catch {
                if isForPrograms { throw BadRequest(message: error.description) }
                let page = try makePage(environment.rules(), typed, .refused(error.description), asked)
                return .content(Content(html: page.html), status: .badRequest)
            }
            let test = try environment.test(rule)
            if isForPrograms { return .content(Content(json: try test.json())) }
            return .content(Content(html: try makePage(environment.rules(), typed, .tested(test), asked).html))
        }
    }

    /// Adds the rule in `rule`, or removes the one whose id is in `remove`.
    func changeRules(_ form: Form, _ asked: Asked) async throws -> Answer {
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
                if wantsDocument(asked) { return problem(.notFound, "Rule not found", reason, asked) }
                return try await rulesPage("", .missing(reason), .notFound, asked)
            }
            return done(form, otherwise: "/rules", asked)
        }
        let typed = form["rule"] ?? ""
        guard typed.unicodeScalars.count <= RulesPage.longest else {
            let reason = "A rule can have at most \(RulesPage.longest) characters."
            if wantsDocument(asked) { throw BadRequest(message: reason) }
            return try await rulesPage(typed, .refused(reason), .badRequest, asked)
        }
        let rules: [StoredRule]
        do {
            rules = try await context.blocking {
                try context.environment.add([context.environment.rule(typed)])
                try context.recheck()
                return try context.environment.rules()
            }
        } catch let error as SearchSyntaxError {
            if asked.request.headers.wantsJSON { throw BadRequest(message: error.description) }
            return try await rulesPage(typed, .refused(error.description), .badRequest, asked)
        }
        return done(form, otherwise: "/rules", asked, try RulesDocument(rules).json())
    }

    /// The page with the reason beside the form.
    private func rulesPage(
        _ typed: String, _ outcome: RulesPage.Outcome, _ status: HTTPResponse.Status, _ asked: Asked
    ) async throws -> Answer {
        let context = context
        let page = try await context.blocking {
            try makePage(try context.environment.rules(), typed, outcome, asked)
        }
        return .content(Content(html: page.html), status: status)
    }

    /// Blocks the calling thread.
    private func makePage(
        _ rules: [StoredRule], _ typed: String, _ outcome: RulesPage.Outcome, _ asked: Asked
    ) throws -> RulesPage {
        RulesPage(
            rules: rules, typed: typed, outcome: outcome, hasSinks: try !context.environment.sinks().isEmpty,
            site: site(for: asked))
    }
}
