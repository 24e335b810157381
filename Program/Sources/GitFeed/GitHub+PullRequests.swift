import Freshet
import FreshetHTTP
import WebText

extension GitHub {
    /// The title and the body of a pull request, which events don't contain.
    ///
    /// Fails with ``GitHubError/notFound(_:hadToken:)`` if the pull request is missing or private.
    package func text(ofPullRequest number: Int, in repository: RepositoryName) -> Single<PullRequestText> {
        .deferred {
            let url = try baseURL.endpoint("repos/\(repository)/pulls/\(number)")
            return reply(url, .pullRequest, about: .repository(repository)).map {
                let written = try $0.decoded(as: Written.self)
                return PullRequestText(
                    title: written.title, body: written.body?.ifNotBlank.map(MarkdownText.shortened))
            }
        }
    }

    private struct Written: Decodable {
        let title: String
        let body: String?
    }
}

/// What the author of a pull request wrote.
package struct PullRequestText: Sendable, Hashable {
    /// Empty if GitHub has none.
    package let title: String
    /// In Markdown, at most 4,000 bytes; nil if there is none.
    package let body: String?
}
