import ArgumentParser
import Testing

@testable import FreshetCommand

@Suite("Typed arguments")
struct TypedArgumentsTests {
    @Test(
        "Typed search terms with a minus get a space before them, but options and their values don't",
        arguments: [
            (["search", "a", "-b"], ["search", "a", " -b"]),
            (["search", "--limit", "-1", "-b"], ["search", "--limit", "-1", " -b"]),
            (["search", "--json", "-b", "-h", "-"], ["search", "--json", " -b", "-h", "-"]),
            (["search", "a", "--", "-b", "--json"], ["search", "a", " -b", " --json"]),
            (["rules", "add", "--", "mute", "-b"], ["rules", "add", "mute", " -b"]),
            (["rules", "add", "mute", "-b"], ["rules", "add", "mute", " -b"]), (["news", "-b"], ["news", "-b"]),
        ])
    func terms(typed: [String], escaped: [String]) {
        let result = TypedArguments(typed).withEscapedTerms
        #expect(result == escaped && result.map(TypedArguments.term) == typed.filter { $0 != "--" })
    }

    @Test("The typed arguments know every option of a search that takes a value")
    func valued() throws {
        let help = SearchCommand.helpMessage(columns: 100)
        let options = help.split(separator: "\n").filter { $0.hasPrefix("  --") && $0.contains("<") }
            .compactMap { $0.split(separator: " ").first.map(String.init) }
        #expect(Set(options) == TypedArguments.valued)
    }
}
