import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import HTTPTypes
import SampleUpstreams
import UpstreamTestSupport

let harbor = RepositoryName("octo-sample/harbor")!
let lighthouse = RepositoryName("octo-sample/lighthouse")!

extension TestUpstreams {
    /// The sample server's GitHub.
    func gitHub(token: String? = nil, at baseURL: URL? = nil) -> GitHub {
        GitHub(transport: client, baseURL: baseURL ?? sample.gitHubURL, token: token)
    }

    /// The result of a request for a repository's events with this answer.
    func page(of body: String, headers: [String: String] = [:]) async throws -> EventPage {
        control.fail("/github/repos/*/*/events", with: .status(200, headers: headers, body: body))
        return try await gitHub().events(of: harbor).value.content
    }
}

/// Answers every request with the same body.
struct Canned: HTTPTransport {
    let body: String

    func response(for request: HTTPRequest, purpose: RequestPurpose) -> Single<HTTPReply> {
        .just(HTTPReply(request: request, url: GitHub.publicAPI, status: .ok, headers: [:], body: Data(body.utf8)))
    }
}
