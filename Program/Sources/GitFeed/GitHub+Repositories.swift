import Freshet
import FreshetHTTP
import HTTPTypes
import Platform

extension GitHub {
    /// The first page of all public repositories, or the page at ``RepositoryPage/next``.
    ///
    /// Fails with ``GitHubError/foreignPage(_:)`` if the address isn't on the API's host.
    package func repositories(
        page: URL? = nil, validators: Validators? = nil
    ) -> Single<Conditional<RepositoryPage>> {
        .deferred {
            reply(try page ?? baseURL.endpoint("repositories"), .repositories, validators: validators, about: .other)
                .map {
                    reply in
                    reply.status == .notModified ? .notModified : .modified(try RepositoryPage(reply, on: site))
                }
        }
    }

    /// The current name of a repository, by its id.
    func name(ofRepository id: Int) -> Single<RepositoryName> {
        .deferred {
            reply(try baseURL.endpoint("repositories/\(id)"), .repository, about: .other).map { reply in
                try reply.decoded(as: Named.self).name
            }
        }
    }

    private struct Named: Decodable {
        let name: RepositoryName

        private enum CodingKeys: String, CodingKey {
            case name = "full_name"
        }
    }
}
