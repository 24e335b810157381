public import Freshet
internal import FreshetHTTP

extension GitHub {
    /// The title of a pull request, which events don't contain.
    ///
    /// Fails with ``GitHubError/notFound(_:hadToken:)`` if the pull request is missing or private.
    public func title(ofPullRequest number: Int, in repository: RepositoryName) -> Single<String> {
        .deferred {
            let url = try baseURL.endpoint("repos/\(repository)/pulls/\(number)")
            return reply(url, .pullRequest, about: .repository(repository)).map {
                try $0.decoded(as: Titled.self).title
            }
        }
    }

    private struct Titled: Decodable {
        let title: String
    }
}
