public import Freshet
public import FreshetHTTP
internal import HTTPTypes

#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension GitHub {
    /// The first page of all public repositories, or the page at ``RepositoryPage/next``.
    ///
    /// Fails with ``GitHubError/foreignPage(_:)`` if the address isn't on the API's host.
    public func repositories(
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
}
