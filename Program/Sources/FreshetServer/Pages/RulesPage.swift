import FeedStore
import Feeds
import Search
import WebText

/// The rules, and a form that previews a new one.
struct RulesPage: Sendable {
    /// The outcome for the rule in the form.
    enum Outcome: Sendable {
        case none
        case tested(TestedRule)
        case refused(String)
        /// The rule to remove doesn't exist.
        case missing(String)
    }

    let rules: [ListedRule]
    /// The progress of applying them to stored items; nil if it is complete.
    var progress: RuleProgress?
    /// The rule in the form.
    let typed: String
    let outcome: Outcome
    /// True if there is a destination that notifications are sent to.
    let hasDestinations: Bool
    /// The names in examples; nil for the names that the site knows.
    var names: ExampleNames?
    let site: PageContext

    var html: HTML {
        Layout(title: "Rules", address: "/rules", site: site).document(
            """
            <main id="main" class="feed listing">\(bar)\(unapplied)\(unsent)\(preview)
            <div class="list">\(missing)\(list)\(outcome.isTested ? nil : advice)</div></main>
            """)
    }

    private var bar: HTML {
        PageBar(
            title: "Rules",
            status: "<p class=\"summary\">Rules apply to items as they arrive, and to everything stored.</p>",
            tools: "<div class=\"tools\">\(form)\(refusal)</div>"
        ).html
    }

    private var form: HTML {
        let described: HTML? =
            if case .refused = outcome { " aria-invalid=\"true\" aria-describedby=\"refusal\"" } else { nil }
        return """
            <form class="find new-rule" method="get" action="/rules" aria-label="New rule"><label class="search">\
            <span class="visually-hidden">Rule</span><input type="text" name="rule" value="\(typed)" required maxlength="\(Self.longest)" \
            placeholder="mute author:dependabot[bot]" autocomplete="off" autocapitalize="none" spellcheck="false"\(described)></label>\
            <button class="button quiet">Preview</button>\
            <button class="button" formmethod="post" formaction="/rules">Add rule</button></form>
            """
    }

    private var refusal: HTML? {
        guard case .refused(let reason) = outcome else { return nil }
        return "<p id=\"refusal\" class=\"wrong\" role=\"alert\">\(SafeText(reason, atMost: 400).html)</p>"
    }

    private var preview: HTML? {
        guard case .tested(let test) = outcome else { return nil }
        let options = RowOptions(site: site, returnPath: Self.preview + typed.percentEncoded)
        let rows = test.items.items.map { $0.entryRow(options).row.html }
        let list: HTML? =
            rows.isEmpty
            ? nil
            : "<ol class=\"rows mixed\" id=\"rows\" aria-label=\"Preview\">\(rows)</ol>\(MarkForm(options: options).html)"
        return "<p class=\"matches\" role=\"status\">\(test.sentence)</p><div class=\"list\">\(list)</div>"
    }

    private var missing: HTML? {
        guard case .missing(let reason) = outcome else { return nil }
        return "<p class=\"wrong\" role=\"alert\">\(reason)</p>"
    }

    private var unapplied: HTML? {
        progress.map {
            "<p class=\"notice\" role=\"status\">\($0.sentence) Lists may still change. <a href=\"/rules\">Reload</a></p>"
        }
    }

    /// The notice that notifications of the rules aren't sent.
    private var unsent: HTML? {
        guard !hasDestinations, rules.contains(where: { $0.rule.verb == .notify }) || outcome.isTestedNotification
        else {
            return nil
        }
        return """
            <p class="notice" role="status">Notifications aren't sent anywhere yet. <a href="/destinations">Add a destination</a> to receive them.</p>
            """
    }

    private var list: HTML {
        let rows = rules.map { rule in
            GroupList.Row(
                name: "<code>\(SafeText(rule.rule.text).text)</code>", facts: effect(rule),
                buttons: """
                    <form method="post" action="/rules">\(Hidden("remove", String(rule.id)).html)\
                    <button class="button quiet" aria-label="Remove \(rule.rule.text)">Remove</button></form>
                    """)
        }
        let example = (names ?? ExampleNames(site)).own(Self.examples[0].rule)
        let none = EmptyNote(
            reason: "No rules yet.", advice: "Rules that you add appear here, with what they do.",
            action: .link(Self.preview + example.percentEncoded, "Preview an example"))
        let list = GroupList(labelledBy: "your-rules", rows: rows).html ?? GroupEntry(content: none.html).html
        return PageGroup(id: "your-rules", title: "Your rules", entries: [list]).html
    }

    /// A link to the stored items of a rule, or the time at which a rule that counts items was last met.
    private func effect(_ rule: ListedRule) -> HTML? {
        if let date = rule.stored.lastMetAt {
            return "last met \(Instant(date).html(.ago, site.now))"
        }
        guard let search = rule.rule.readableSearch else { return nil }
        guard rule.items != 0, search.count <= SearchPage.longest else {
            return rule.matches.map { "\($0)" }
        }
        let address = "/search?q=" + search.percentEncoded + "&sort=" + SearchOrder.date.rawValue
        return "<a href=\"\(address)\">\(rule.matches ?? "Show its items")</a>"
    }

    /// The longest rule in characters.
    static let longest = 1_000

    private static let examples: [(rule: String, effect: String)] = [
        ("mute author:NAME", "hides matching items; saved items stay visible"),
        ("keep swift in:FEED", "hides all other items of the feeds it names"),
        ("mark kind:star", "marks matching items as read"), ("save author:NAME", "saves matching items"),
        ("label \"To read\" in:FEED", "gives matching items a label"),
        ("highlight /CVE-\\d+/", "highlights matching items in lists"),
        ("notify points:>300", "notifies you of stories with more than 300 points"),
        ("notify magnitude:>=6", "notifies you of strong earthquakes"),
        ("notify 10 stars in 10m in:FEED", "notifies you when 10 stars arrive within 10 minutes"),
        ("notify no release for 90d in:FEED", "notifies you when no release arrives for 90 days"),
    ]

    /// The effects of rules, with examples that lead to their previews.
    private var advice: HTML {
        let names = names ?? ExampleNames(site)
        let verbs: [HTML] = Self.examples.map { rule, effect in
            "<dt>\(names.link(rule, at: Self.preview))</dt><dd>\(effect)</dd>"
        }
        let places: HTML = """
            <p>After the verb, write what you would type into <a href="/search">Search</a>. To choose where notifications go, open \
            <a href="/destinations">Notifications</a>.</p>
            """
        return PageGroup(
            id: "effects", title: "What rules do",
            entries: [
                GroupEntry(content: "<dl class=\"filters\">\(verbs)</dl>").html, GroupEntry(content: places).html,
            ]
        ).html
    }

    /// The address of a rule's preview without the rule.
    private static let preview = "/rules?rule="
}

extension RulesPage.Outcome {
    fileprivate var isTested: Bool { if case .tested = self { true } else { false } }
    /// True if a rule that notifies has been tested.
    fileprivate var isTestedNotification: Bool {
        if case .tested(let test) = self { test.rule.verb == .notify } else { false }
    }
}
