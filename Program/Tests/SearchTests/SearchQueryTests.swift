import Foundation
import Search
import Testing

@Suite("Typed searches")
struct SearchQueryTests {
    typealias Term = SearchQuery.Term

    struct Case: CustomTestStringConvertible, Sendable {
        let text: String
        let terms: [Term]
        var testDescription: String { text }

        init(_ text: String, _ conditions: SearchQuery.Condition...) {
            self.text = text
            terms = conditions.map { Term($0) }
        }

        init(_ text: String, not condition: SearchQuery.Condition) {
            self.text = text
            terms = [Term(condition, isExcluded: true)]
        }
    }

    private static func word(_ text: String) -> [Term] { [Term(.word(text, isPrefix: false))] }

    static let cases = [
        Case("swift", .word("swift", isPrefix: false)),
        Case("  swift\tconcurrency ", .word("swift", isPrefix: false), .word("concurrency", isPrefix: false)),
        Case("concur* swift", .word("concur", isPrefix: true), .word("swift", isPrefix: false)),
        Case("\"reactive streams\" x", .phrase("reactive streams"), .word("x", isPrefix: false)),
        Case("“reactive streams”", .phrase("reactive streams")),
        Case("-without", not: .word("without", isPrefix: false)),
        Case("-\"two words\"", not: .phrase("two words")),
        Case("salt & pepper - *", .word("salt", isPrefix: false), .word("pepper", isPrefix: false)),
        Case("https://swift.org 12:30", .word("https://swift.org", isPrefix: false), .word("12:30", isPrefix: false)),
        Case("Show HN: x", .word("Show", isPrefix: false), .word("hn:", isPrefix: false), .word("x", isPrefix: false)),
        Case("\"std:vector\"", .phrase("std:vector")),
        Case("author:octocat", .author("octocat")),
        Case("AUTHOR:\"Ada Lovelace\"", .author("Ada Lovelace")),
        Case("-author:bot", not: .author("bot")),
        Case("in:github/Octocat/", .feed("github/Octocat")),
        Case("in:/news/top", .feed("news/top")),
        Case("folder:\"My morning\"", .folder("My morning")),
        Case("kind:PushEvent", .kind("PushEvent")),
        Case("is:unread is:saved", .unread, .saved),
        Case("is:read", not: .unread),
        Case("-is:read", .unread),
        Case("since:12h", .since(.ago(43_200))),
        Case("since:7d", .since(.ago(604_800))),
        Case("since:2W", .since(.ago(1_209_600))),
        Case("since:2026-01-31", .since(.date(Date(timeIntervalSince1970: 1_769_817_600)))),
        Case("since:2026-01-31T06:00:00Z", .since(.date(Date(timeIntervalSince1970: 1_769_839_200)))),
        Case("since:2026-01-31t06:00", .since(.date(Date(timeIntervalSince1970: 1_769_839_200)))),
        Case("since:2026-01-31T07:00+01:00", .since(.date(Date(timeIntervalSince1970: 1_769_839_200)))),
        Case("-since:1d", not: .since(.ago(86_400))),
        Case("points:>300", .measure(.points, .greater, 300)),
        Case("points:>=4.5", .measure(.points, .atLeast, 4.5)),
        Case("points:<300", .measure(.points, .less, 300)),
        Case("points:<=300", .measure(.points, .atMost, 300)),
        Case("points:=-1", .measure(.points, .equal, -1)),
        Case("points:100", .measure(.points, .atLeast, 100)),
        Case("magnitude:>=4.5", .measure(.magnitude, .atLeast, 4.5)),
        Case("mag:>6", .measure(.magnitude, .greater, 6)),
        Case("acres:<1000", .measure(.acres, .less, 1000)),
        Case("is:story", .story),
        Case("-is:STORY", not: .story),
        Case("sources:>3", .sources(.greater, 3)),
        Case("sources:2", .sources(.atLeast, 2)),
        Case("within:50km of:48.2,16.4", .near(latitude: 48.2, longitude: 16.4, kilometers: 50)),
        Case("of:-33,151 within:500m", .near(latitude: -33, longitude: 151, kilometers: 0.5)),
        Case("within:7 of:0,0", .near(latitude: 0, longitude: 0, kilometers: 7)),
        Case("cat OR dog", .any([word("cat"), word("dog")])),
        Case(
            "big cat OR dog red", .word("big", isPrefix: false), .any([word("cat"), word("dog")]),
            .word("red", isPrefix: false)),
        Case(
            "(big cat) OR dog OR -cow",
            .any([word("big") + word("cat"), word("dog"), [Term(.word("cow", isPrefix: false), isExcluded: true)]])),
        Case("big AND cat", .word("big", isPrefix: false), .word("cat", isPrefix: false)),
        Case("NOT cat", not: .word("cat", isPrefix: false)),
        Case("NOT -cat", .word("cat", isPrefix: false)),
        Case("-(big cat)", not: .any([word("big") + word("cat")])),
        Case("NOT (cat OR dog)", not: .any([word("cat"), word("dog")])),
        Case("(cat)", .word("cat", isPrefix: false)),
        Case("cat OR &", .word("cat", isPrefix: false)),
        Case(
            "cat or dog and not", .word("cat", isPrefix: false), .word("or", isPrefix: false),
            .word("dog", isPrefix: false), .word("and", isPrefix: false), .word("not", isPrefix: false)),
        Case("\"OR\" title:NOT", .phrase("OR"), .field(.title, "NOT")),
        Case(
            "swap(a) :) (in:wiki/Swap_(sports) OR \"b)\")", .word("swap(a)", isPrefix: false),
            .any([[Term(.feed("wiki/Swap_(sports)"))], [Term(.phrase("b)"))]])),
        Case(
            "(within:7 of:0,0 OR is:saved)",
            .any([[Term(.near(latitude: 0, longitude: 0, kilometers: 7))], [Term(.saved)]])),
        Case("(/a|b/ cat)", .pattern(try! TextPattern("a|b")), .word("cat", isPrefix: false)),
        Case("-within:10km of:1,2", not: .near(latitude: 1, longitude: 2, kilometers: 10)),
    ]

    @Test("A typed search is parsed word by word", arguments: cases)
    func terms(one: Case) throws {
        let query = try SearchQuery(parsing: one.text)
        #expect(query.terms == one.terms && query.text == one.text)
    }

    @Test(
        "A typed search with a mistake names the word and the correct form",
        arguments: [
            ("", "", "a word"), ("  ", "", "a word"), ("& -", "&-", "a word"), ("\"open", "\"open", "closing quote"),
            ("title:\"open", "title:\"open", "closing quote"), ("x -\"open y", "-\"open y", "closing quote"),
            ("x author:", "author:", "author:octocat"), ("in:", "in:", "the start of its path"),
            ("in://", "in://", "the start of its path"),
            ("is:new", "is:new", "is:unread"), ("since:soon", "since:soon", "since:7d"),
            ("since:0d", "since:0d", "since:7d"), ("since:2026-11-23banana", "since:2026-11-23banana", "since:7d"),
            ("since:2026-02-30", "since:2026-02-30", "since:7d"),
            ("points:many", "points:many", "points:>300"), ("points:>", "points:>", "a number"),
            ("points:nan", "points:nan", "a number"), ("mag:big", "mag:big", "magnitude:>=5"),
            ("acres:", "acres:", "acres:>1000"), ("text:", "text:", "text:swift"),
            ("within:50km", "within:50km", "of:"),
            ("within:50km swift", "within:50km", "of:"), ("of:1,2", "of:1,2", "within:"),
            ("within:far of:1,2", "within:far", "a distance"), ("within:0km of:1,2", "within:0km", "a distance"),
            ("within:1km of:1", "of:1", "latitude"), ("within:1km of:91,0", "of:91,0", "latitude"),
            ("within:20000km -of:0,0", "-of:0,0", "-within:50km"), ("of:0,0 -within:5km", "-within:5km", "a minus"),
            ("autor:x", "autor:x", "author:"), ("foldr:x", "foldr:x", "folder:"), ("sicne:7d", "sicne:7d", "since:"),
            ("from:x", "from:x", "author:"), ("score:>3", "score:>3", "points:"),
            ("-before:x", "-before:x", "since:7d"),
            ("before:x", "before:x", "-since:7d"), ("nosuchfield:x", "nosuchfield:x", "author:, title:, text:"),
            ("a -c++:x", "-c++:x", "quotes around a word with a colon"), ("y:\"//x\"", "y:\"//x\"", "one of"),
            ("OR cat", "OR", "both sides"), ("cat OR", "OR", "both sides"), ("cat OR OR dog", "OR", "both sides"),
            ("cat AND", "AND", "both sides"), ("AND cat", "AND", "both sides"), ("(cat OR) dog", "OR", "both sides"),
            ("cat AND OR dog", "AND", "both sides"), ("cat NOT", "NOT", "a term after it"),
            ("cat (dog OR cow", "(dog OR cow", "a closing parenthesis"), ("((cat)", "((cat)", "a closing parenthesis"),
            ("/foo(", "/foo(", "a closing slash"), ("-/a|b x", "/a|b", "a closing slash"),
            ("cat OR /d.g/", "/d.g/", "outside of OR"), ("-(cat /d.g/)", "/d.g/", "outside of OR"),
            (String(repeating: "(", count: 17) + "x" + String(repeating: ")", count: 17), "(", "at most 16"),
        ])
    func mistakes(text: String, word: String, expected: String) {
        let error = #expect(throws: SearchSyntaxError.self) { try SearchQuery(parsing: text) }
        #expect(error?.word == word)
        #expect(error?.expected.contains(expected) == true, "\(error?.description ?? "")")
        #expect(error?.description.hasSuffix(".") == true)
    }

    @Test(
        "A search from before words joined terms is quoted so that it finds the same",
        arguments: [
            ("in:news cat OR dog", "in:news cat \"OR\" dog"), ("-NOT AND", "-\"NOT\" \"AND\""),
            ("(cat dog) x", "cat dog) x"), ("-(cat*) title:OR \"OR\"", "-cat*) title:OR \"OR\""),
            ("( a", "a"), ("/foo( -/a|b", "\"/foo(\" -\"/a|b\""), ("/usr/bin  or", "/usr/bin  or"),
            ("\"open", "\"open"),
            ("/(a|b)/ x", "/(a|b)/ x"), ("-title:/x/ b", "-title:\"/x/\" b"),
        ])
    func requoted(text: String, expected: String) throws {
        #expect(SearchQuery.requoted(text) == expected)
        #expect(SearchQuery.requoted(expected) == expected)
    }

    @Test("A typed search has at most 100 terms; ignored words don't count")
    func length() throws {
        let longest = String(repeating: "& is:unread ", count: 100)
        #expect(try SearchQuery(parsing: longest).terms.count == 100)
        let error = #expect(throws: SearchSyntaxError.self) { try SearchQuery(parsing: longest + "-is:saved") }
        #expect(error?.description == "-is:saved: expected a search with at most 100 terms.")
    }
}
