import Search
import Testing

@Suite("Typed rules")
struct RuleParsingTests {
    @Test("A typed rule is a verb and a search", arguments: Rule.Verb.allCases.filter { $0 != .label })
    func verbs(verb: Rule.Verb) throws {
        let rule = try Rule(parsing: "  \(verb.rawValue.uppercased())  author:ada  -kind:star ")
        #expect(rule.verb == verb && rule.trigger == .each)
        #expect(rule.query.terms == [.init(.author("ada")), .init(.kind("star"), isExcluded: true)])
        #expect(rule.text == "\(verb.rawValue) author:ada  -kind:star")
    }

    @Test(
        "A typed label rule has the label's name before the search, quoted unless it is one word",
        arguments: [
            ("label Recipes pancake", "Recipes", "label Recipes pancake"),
            ("LABEL  \"Recipes\"   pancake ", "Recipes", "label Recipes pancake"),
            ("label “To read” pancake", "To read", "label \"To read\" pancake"),
            ("label \"a:b\" pancake", "a:b", "label \"a:b\" pancake"),
        ])
    func labels(text: String, name: String, shown: String) throws {
        let rule = try Rule(parsing: text)
        #expect(rule.verb == .label && rule.label == name && rule.text == shown)
        #expect(rule.query.terms == [.init(.word("pancake", isPrefix: false))])
        #expect(try Rule(parsing: rule.text) == rule)
    }

    @Test(
        "A typed notify rule can have a rate or an absence",
        arguments: [
            (
                "notify 10 stars in 10m in:github/octocat/hello", Rule.Trigger.rate(count: 10, seconds: 600),
                "stars" as String?
            ),
            ("notify 3 pull requests in 2h author:ada", .rate(count: 3, seconds: 7_200), "pull requests"),
            ("notify 5 items in 1d swift", .rate(count: 5, seconds: 86_400), nil),
            ("notify no release for 90d in:github/octocat/hello", .absence(seconds: 7_776_000), "release"),
            ("notify no items for 2w", .absence(seconds: 1_209_600), nil),
        ])
    func timed(text: String, trigger: Rule.Trigger, kind: String?) throws {
        let rule = try Rule(parsing: text)
        #expect(rule.trigger == trigger && rule.text == text)
        let kinds = rule.query.terms.compactMap { if case .kind(let kind) = $0.condition { kind } else { nil } }
        #expect(kinds == [kind].compactMap { $0 })
    }

    @Test("A typed rule takes numbers without a span as words")
    func words() throws {
        #expect(try Rule(parsing: "notify 10 stars").query.terms.count == 2)
        #expect(try Rule(parsing: "notify no way").query.terms.count == 2)
        #expect(try Rule(parsing: "mute 10 stars in 10m").query.terms.count == 4)
    }

    @Test("A typed rule takes regular expressions and slopes")
    func extensions() throws {
        #expect(
            try Rule(parsing: "highlight /CVE-\\d+ x/ a").query.terms.map(\.condition) == [
                .pattern(TextPattern("CVE-\\d+ x")), .word("a", isPrefix: false),
            ])
        #expect(try Rule(parsing: "notify points-slope:>50/h").query.terms == [.init(.slope(.greater, 50))])
        #expect(
            try Rule(parsing: "notify is:story sources:>3").query.terms == [
                .init(.story), .init(.sources(.greater, 3)),
            ])
        #expect(try Rule(parsing: "mute /usr/bin").query.terms == [.init(.word("/usr/bin", isPrefix: false))])
        #expect(
            try Rule(parsing: "mute title:\"a b\" tag:x").query.terms == [
                .init(.field(.title, "a b")), .init(.field(.tags, "x")),
            ])
    }

    @Test(
        "A typed rule with a mistake names the word and the correct form",
        arguments: [
            ("", "", "a rule"), ("hide x", "hide", "mute"), ("mute", "mute", "a search after it"),
            ("mute autor:x", "autor:x", "author:"), ("mute points:many", "points:many", "a number"),
            ("mute /(a/", "/(a/", "parenthesis"), ("keep is:unread", "is:unread", "author:"),
            ("mute is:muted x", "is:muted", "author:"), ("mute -is:read", "-is:read", "author:"),
            ("notify 10 stars in 10m is:saved", "is:saved", "author:"), ("notify 10 stars in soon", "10", "span"),
            ("notify no release for ever", "no", "span"), ("notify 10 in 10m", "10", "kind"),
            ("notify 1 stars in 10m", "1", "from 2"), ("notify points-slope:>x/h", "points-slope:>x/h", "per hour"),
            ("mute sources:many", "sources:many", "a number"), ("mute is:many", "is:many", "is:story"),
            ("label x", "x", "a search after it"), ("label \"x", "\"x", "a closing quote"),
            ("label author:ada x", "author:ada", "a label before the search"),
            ("label \"\" x", "", "1 to 80 characters"),
            ("mute label:x", "label:x", "author:"),
            ("mute a\nmute b", "", "one line"), ("mute &", "&", "a word"), ("mute a OR", "OR", "both sides"),
            ("keep in:news OR rust", "OR", "only with each other"), ("mute /a/ OR b", "/a/", "outside of OR"),
        ])
    func mistakes(text: String, word: String, expected: String) {
        let error = #expect(throws: SearchSyntaxError.self) { try Rule(parsing: text) }
        #expect(error?.word == word && error?.expected.contains(expected) == true, "\(error?.description ?? "")")
    }

    @Test("A typed rule's filters have their values replaced, such as pasted addresses")
    func rewriting() throws {
        let text = try SearchQuery.rewriting("a -in:https://github.com/a/b /in:x/ \"in:y\" kind:z") { key, value in
            key == "in" ? "github/a/b c" : nil
        }
        #expect(text == "a -in:\"github/a/b c\" /in:x/ \"in:y\" kind:z")
        let group = try SearchQuery.rewriting("-( in:x OR  (in:y z)) AND a)") { key, value in "\(key)-\(value)" }
        #expect(group == "-(in:in-x OR (in:in-y z)) AND a)")
    }
}
