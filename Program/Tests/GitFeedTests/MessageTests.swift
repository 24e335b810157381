import Foundation
import GitFeed
import Testing

@Suite("The messages of GitHub's errors") struct MessageTests {
    private static let repository = RepositoryName("octocat/hello")!
    private static let url = URL(string: "https://api.github.com/x")!

    @Test(
        "An error's message states the problem and the remedy",
        arguments: [
            (
                GitHubError.notFound(repository, hadToken: false),
                "octocat/hello doesn't exist or is private. Private repositories need a token with read access."
            ),
            (.notFound(repository, hadToken: true), "octocat/hello doesn't exist, or the token has no access to it."),
            (
                .noSuchAccount(AccountName("nobody")!),
                "GitHub has no user or organization nobody. Check the spelling."
            ),
            (
                .tokenRefused(message: "Bad credentials"),
                "GitHub rejected the token (“Bad credentials”). It's wrong, revoked or expired. Create a new one, or use none for public data."
            ),
            (.gone(message: ""), "GitHub has removed this."),
        ])
    func messages(error: GitHubError, text: String) { #expect(error.description == text) }

    @Test(
        "An error's message consists of sentences",
        arguments: [
            GitHubError.tokenNeeded, .forbidden(message: "m"), .blocked(message: "m"),
            .noSuchLanguage("klingon", message: "m"), .invalidRepositoryName("x"), .invalidLanguage("\""),
            .foreignPage(url), .tokenNeedsEncryption(url), .unaskedNotModified(url),
        ])
    func sentences(error: GitHubError) {
        let text = error.description
        #expect(text.hasSuffix(".") && !text.contains(";"))
        #expect(text.first?.isUppercase == true || text.hasPrefix("“") || text.hasPrefix("https://"))
    }
}
