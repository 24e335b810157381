public import Freshet
internal import FreshetHTTP

extension GitHub {
    /// The title of a pull request, which events don't contain.
    ///
    /// Fails with ``GitHubError/notFound(_:hadToken:)`` where there is none, or it is private.
    public func title(ofPullRequest number: Int, in repository: RepositoryName) -> Single<String> {
        .deferred {
            let url = try address("repos/\(repository)/pulls/\(number)")
            return reply(url, .pullRequest, about: .repository(repository)).map {
                try $0.decoded(as: Titled.self).title
            }
        }
    }

    private struct Titled: Decodable {
        let title: String
    }
}
