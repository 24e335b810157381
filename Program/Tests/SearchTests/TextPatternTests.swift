import Search
import Testing

@Suite("A regular expression")
struct TextPatternTests {
    @Test(
        "A regular expression matches anywhere in a text",
        arguments: [
            ("swift", "Learn Swift", true), ("swift", "swft", false), ("s.ift", "a SWIFT bird", true),
            ("^learn", "learn swift", true), ("^swift", "learn swift", false), ("swift$", "learn swift", true),
            ("learn$", "learn swift", false), ("cve-\\d+", "CVE-2026", true), ("cve-\\d{5}", "CVE-2026", false),
            ("cve-\\d{2,4}$", "CVE-2026", true), ("(rust|go) ?lang", "a Golang book", true),
            ("(rust|go) ?lang", "a slang", false), ("\\bgo\\b", "let go!", true), ("\\bgo\\b", "gopher", false),
            ("\\Bpher", "gopher", true), ("[a-c]x", "CX", true), ("[^a-c]x", "cx", false), ("[^a-c]x", "dx", true),
            ("[]x]+y", "]xy", true), ("a{,2}", "a{,2}", true), ("colou?r", "color", true), ("a.c", "a\nc", false),
            ("\\w+@\\w+\\.com", "write me@here.com", true), ("[\\w.]+\\s\\S", "a.b c", true),
            ("(?:ab)+$", "xabab", true),
            ("", "anything", true), ("x*", "", true), ("(a|b)*c", "ababc", true), ("a||b", "", true),
            ("\\.", "a.b", true), ("\\.", "ab", false), ("1[0-9]?", "1", true), ("\\[draft\\]", "[Draft] x", true),
        ])
    func matching(pattern: String, text: String, matches: Bool) throws {
        #expect(try TextPattern(pattern).matches(text) == matches)
    }

    @Test(
        "A regular expression ignores case and diacritics, as words do",
        arguments: [
            ("creme", "CRÈME"), ("crème", "creme"), ("ПРИВЕТ", "привет"), ("[а-я]+!", "ПРИВЕТ!"), ("e\u{301}t", "ET"),
        ])
    func folding(pattern: String, text: String) throws {
        #expect(try TextPattern(pattern).matches(text))
    }

    @Test(
        "A regular expression that is invalid is reported with the correct form",
        arguments: [
            ("(a", "closing parenthesis"), ("a)", "opening parenthesis"), ("[a", "closing bracket"), ("*a", "before *"),
            ("a\\", "backslash"), ("(a)\\1", "back references"), ("(?=a)", "groups"), ("\\q", "not \\q"),
            ("[z-a]", "range"), ("a{5,2}", "repetitions"), ("a{501}", "repetitions"), ("((a{100}){100})", "smaller"),
        ])
    func mistakes(pattern: String, reason: String) {
        let error = #expect(throws: PatternError.self) { try TextPattern(pattern) }
        #expect(error?.reason.contains(reason) == true, "\(error?.reason ?? "")")
    }

    @Test(
        "A regular expression ignores repetitions of nothing",
        arguments: ["(){500}{500}{500}{500}{500}", "((?:){500}{500}){500}{500}", "(a{0}){500}{500}{500}{500}"])
    func nothing(pattern: String) throws {
        // Otherwise it would be compiled for days.
        #expect(try TextPattern(pattern).matches("text"))
    }

    @Test(
        "A regular expression is refused if it is nested too deeply",
        arguments: [
            "a" + String(repeating: "*", count: 900),
            String(repeating: "(", count: 400) + "a" + String(repeating: ")", count: 400),
        ])
    func nested(pattern: String) {
        let error = #expect(throws: PatternError.self) { try TextPattern(pattern) }
        #expect(error?.reason.hasPrefix("at most") == true)
    }

    @Test("A regular expression examines each character once, regardless of the number of ways to match")
    func boundedTime() throws {
        let text = String(repeating: "a", count: 10_000)
        for pattern in ["(a*)*b", "(a|aa)+$b", "(a|a)*(a|a)*c", "(.*)(.*)(.*)(.*)[x]"] {
            #expect(try !TextPattern(pattern).matches(text))
        }
    }

    @Test("A regular expression matches in the first 10,000 characters of a text")
    func boundedText() throws {
        let text = String(repeating: "a", count: 10_000) + "b"
        #expect(try !TextPattern("b").matches(text) && TextPattern("b").matches(String(text.dropFirst())))
    }
}
