import Testing

@testable import FreshetCommand

@Suite("The service's environment file")
struct EnvironmentFileTests {
    /// Texts, and the variables in them as systemd reads them.
    static let cases: [(text: String, variables: [String])] = [
        ("", []), ("A=1", ["A=1"]), ("A=1\nB=2\n", ["A=1", "B=2"]), ("\n\n A = 1 \r\n\tB=2\t\n", ["A=1", "B=2"]),
        ("# A=1\n; B=2\n  # C=3\nD=4", ["D=4"]), ("A=1 # no comment", ["A=1 # no comment"]),
        ("nothing\nA=1", ["A=1"]), ("A=", ["A="]), ("A=\nB=1", ["A=", "B=1"]), ("A=b=c", ["A=b=c"]),
        ("A='b c'", ["A=b c"]), ("A=\"b c\" ", ["A=b c"]), ("A=' b '", ["A= b "]),
        ("A='b\nc'\nD=1", ["A=b\nc", "D=1"]),
        ("A='a\\n'", ["A=a\\n"]), ("A=\"a\\\"b\\\\c\\$d\\n\"", ["A=a\"b\\c$d\\n"]), ("A=\"a\\\nb\"", ["A=ab"]),
        ("A='a'\"b\"c", ["A=abc"]), ("A=it's", ["A=it's"]), ("A=a\\ \nB=1", ["A=a ", "B=1"]), ("A=a\\\nb", ["A=ab"]),
        ("A=x\\y\\\\z", ["A=xy\\z"]), ("A=1\nB=2\nA=3", ["B=2", "A=3"]), ("1A=2\nA-B=1\nexport C=1\n=1\nD=1", ["D=1"]),
        ("A='open", ["A=open"]), ("A=a\\", ["A=a"]), ("T=grüße ☕", ["T=grüße ☕"]),
    ]

    @Test("The service's environment file is read as systemd reads it", arguments: cases)
    func variables(text: String, variables: [String]) {
        #expect(EnvironmentFile(text).variables.map { $0.name + "=" + $0.value } == variables)
    }
}
