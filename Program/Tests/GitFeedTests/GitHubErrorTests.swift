import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("GitHub's refusals")
struct GitHubErrorTests {
    @Test("The error for a missing repository says that it may be private, and that a token may help")
    func notFound() async throws {
        try await withUpstreams { upstreams in
            let name = RepositoryName("octo-sample/nowhere")!
            let anonymous = await failure(of: { try await upstreams.gitHub().events(of: name).value }) as? GitHubError
            #expect(anonymous == .notFound(name, hadToken: false))
            #expect(
                anonymous?.description.contains("private") == true && anonymous?.description.contains("token") == true)
            let known =
                await failure(of: { try await upstreams.gitHub(token: "t").events(of: name).value }) as? GitHubError
            #expect(known == .notFound(name, hadToken: true))
        }
    }

    @Test("A rejected token has an error of its own")
    func tokenRefused() async throws {
        try await withUpstreams { upstreams in
            let error = await failure(of: { try await upstreams.gitHub(token: "bad").events(of: harbor).value })
            #expect(error as? GitHubError == .tokenRefused(message: "Bad credentials"))
        }
    }

    @Test(
        "GitHub's message is part of the error",
        arguments: [
            (403, GitHubError.forbidden(message: "No & no")), (410, .gone(message: "No & no")),
            (451, .blocked(message: "No & no")),
        ])
    func words(status: Int, expected: GitHubError) async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail(
                "/github", with: .status(status, body: #"{"message":"No &\n no","documentation_url":"x"}"#))
            let error = await failure(of: { try await upstreams.gitHub().events(of: harbor).value })
            #expect(error as? GitHubError == expected)
            #expect(expected.description.contains("No & no"))
        }
    }

    @Test("A long message of GitHub is shown even if its JSON is truncated")
    func longWords() async throws {
        try await withUpstreams { upstreams in
            let body =
                #"{"message":"Repository \"x\" blocked","block":{"reason":"\#(String(repeating: "dmca ", count: 300))"}}"#
            upstreams.control.fail("/github", with: .status(451, body: body))
            let error = await failure(of: { try await upstreams.gitHub().events(of: harbor).value })
            #expect(error as? GitHubError == .blocked(message: #"Repository "x" blocked"#))
        }
    }

    @Test("A limit is reported as a limit, with a token or without", arguments: [nil, "t"])
    func limits(token: String?) async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github", with: .rateLimitedPrimary(reset: 600))
            let error = await failure(of: { try await upstreams.gitHub(token: token).events(of: harbor).value })
            guard case .rateLimited? = error as? HTTPError else { return #expect(Bool(false), "\(error as Any)") }
        }
    }

    @Test("A response that isn't a list fails, and so does a missing response")
    func transport() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/repos", with: .wrongJSON)
            guard
                case .undecodable? = await failure(of: { try await upstreams.gitHub().events(of: harbor).value })
                    as? HTTPError
            else {
                return #expect(Bool(false))
            }
            let nobody = URL(string: "http://127.0.0.1:\(try SampleUpstreams.unusedPort())")!
            let gitHub = upstreams.gitHub(at: nobody)
            guard case .unreachable? = await failure(of: { try await gitHub.events(of: harbor).value }) as? HTTPError
            else {
                return #expect(Bool(false))
            }
        }
    }

    @Test("A token is never printed")
    func printing() async throws {
        try await withUpstreams { upstreams in
            let gitHub = upstreams.gitHub(token: "secret-token")
            var dumped = ""
            dump(gitHub, to: &dumped)
            #expect(!"\(gitHub) \(String(reflecting: gitHub)) \(dumped)".contains("secret-token"))
            #expect(gitHub.hasToken && !upstreams.gitHub(token: "  ").hasToken)
        }
    }

    @Test("The remaining requests are reported for each resource, by a free request")
    func allowances() async throws {
        try await withUpstreams { upstreams in
            _ = try await upstreams.gitHub().events(of: harbor).value
            let left = try await upstreams.gitHub().allowances().value
            #expect(left["core"]?.limit == 60 && left["core"]?.remaining == 59)
            #expect(left["search"]?.remaining == 10)
        }
    }
}
