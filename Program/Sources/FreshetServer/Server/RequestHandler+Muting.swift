import FeedStore
import Feeds

extension RequestHandler {
    /// Mutes the kinds of item that a form names in a feed, and unmutes the feed's other kinds.
    func mute(_ form: Form, _ asked: Asked) async throws -> Answer {
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
        return done(form, otherwise: feed.address, asked)
    }
}
