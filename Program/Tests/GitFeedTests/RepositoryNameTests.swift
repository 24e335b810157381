import Foundation
import GitFeed
import Testing

@Suite("A repository's name")
struct RepositoryNameTests {
    @Test(
        "A repository's name is read from OWNER/NAME and from addresses",
        arguments: [
            "octocat/hello", " octocat/hello\n", "octocat/hello/", "octocat/hello.git",
            "https://github.com/octocat/hello",
            "https://github.com/octocat/hello/", "http://github.com/octocat/hello.git", "github.com/octocat/hello",
            "https://github.com/octocat/hello/pull/12?tab=files#diff", "git@github.com:octocat/hello.git",
            "ssh://git@github.com/octocat/hello.git", "https://api.github.com/repos/octocat/hello/events",
            "https://octo.ghe.com/octocat/hello", "www.github.com/octocat/hello",
        ])
    func read(text: String) {
        #expect(RepositoryName(text)?.description == "octocat/hello")
    }

    @Test(
        "A repository's name may contain the characters that GitHub allows",
        arguments: ["a/b", "octo-cat/hello.world", "corp_name/under_score", "o/-.-", "12/34", "o/.github"])
    func allowed(text: String) {
        #expect(RepositoryName(text)?.description == text)
    }

    @Test(
        "A repository's name isn't read from anything else",
        arguments: [
            "", "nonsense", "a/", "/b", "a/b/c", "a//b", "-a/b", "a b/c", "a/b c", "a/..", "a/.", "a/ü", "a/b?c",
            "../b",
            "https://github.com/", "https://github.com/octocat", "a/" + String(repeating: "x", count: 101),
            String(repeating: "x", count: 40) + "/b",
        ])
    func refused(text: String) {
        #expect(RepositoryName(text) == nil)
    }

    @Test(
        "A repository's name is never read from an address of another site",
        arguments: [
            "https://gitlab.com/a/b", "gitlab.com/a/b", "https://notgithub.com/a/b", "https://github.com.example/a/b",
            "git@gitlab.com:a/b.git", "ssh://git@codeberg.org/a/b", "https://example.org/github.com/a/b",
        ])
    func otherSite(text: String) {
        #expect(RepositoryName(text) == nil)
    }

    @Test(
        "A repository's name is never read from the address of one of GitHub's own pages",
        arguments: ["orgs/octo-sample", "orgs/octo-sample/repositories", "trending/swift", "topics/swift", "Users/a"])
    func ownPage(path: String) {
        #expect(RepositoryName("https://github.com/" + path) == nil)
    }

    @Test("A malformed name is refused with an example of a correct one")
    func advice() {
        #expect(GitHubError.invalidRepositoryName("nonsense").description.contains("“nonsense”"))
        #expect(GitHubError.invalidRepositoryName("nonsense").description.contains("octocat/hello"))
    }

    @Test("A repository's name ignores case, and is coded as one string")
    func coding() throws {
        let name = try #require(RepositoryName("Octocat/Hello"))
        #expect(name == RepositoryName("octocat/hello"))
        #expect(Set([name, RepositoryName("OCTOCAT/HELLO")!]).count == 1)
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = try encoder.encode([name])
        #expect(String(decoding: data, as: UTF8.self) == #"["Octocat/Hello"]"#)
        #expect(try JSONDecoder().decode([RepositoryName].self, from: data) == [name])
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode([RepositoryName].self, from: Data(#"["x"]"#.utf8))
        }
    }
}
