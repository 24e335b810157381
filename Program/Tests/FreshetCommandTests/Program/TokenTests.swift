import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("A token")
    struct Tokens {
        static let token = "sesame-0123456789abcdef"

        @Test("A token is sent only to GitHub", arguments: ["GH_TOKEN", "GITHUB_TOKEN"])
        func gitHubAlone(name: String) async throws {
            try await Scene.with { scene in
                for line in ["github octo-sample/harbor", "planet", "news"] {
                    _ = try await scene.run(line, [name: Self.token])
                }
                let requests = Dictionary(grouping: scene.control.requests) { $0.api }
                #expect(requests[.gitHub]?.allSatisfy { $0.headers["authorization"] == "Bearer " + Self.token } == true)
                for api in [UpstreamAPI.eonet, .news] {
                    #expect(requests[api]?.allSatisfy { $0.headers["authorization"] == nil } == true)
                }
            }
        }

        @Test("A token in GH_TOKEN takes precedence over GITHUB_TOKEN")
        func order() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/harbor", ["GH_TOKEN": "one", "GITHUB_TOKEN": "other"])
                #expect(scene.control.requests.first?.headers["authorization"] == "Bearer one")
            }
        }

        @Test("A token isn't sent to another host after a redirect")
        func redirect() async throws {
            try await Scene.with { other in
                try await Scene.with { scene in
                    let address = other.upstreams.gitHubURL.absoluteString + "/repos/octo-sample/harbor/events"
                    scene.control.fail("/github/repos/octo-sample/harbor/events", with: .redirect(to: address))
                    _ = try await scene.run("github octo-sample/harbor", ["GH_TOKEN": Self.token])
                    #expect(other.control.requests.isEmpty)
                }
            }
        }

        @Test(
            "A token is never printed or stored, whether it is accepted or refused", arguments: [token, "bad-" + token])
        func secret(token: String) async throws {
            try await Scene.with { scene in
                var text = ""
                for line in [
                    "github octo-sample/harbor --verbose", "github octo-sample/nothing", "status", "status --json",
                ] {
                    let run = try await scene.run(line, ["GH_TOKEN": token])
                    text += run.output + run.errors
                }
                #expect(!text.contains(Self.token))
                let files = try FileManager.default.contentsOfDirectory(at: scene.data, includingPropertiesForKeys: nil)
                #expect(files.contains { $0.lastPathComponent == "freshet.sqlite" })
                for file in files { #expect(try Data(contentsOf: file).range(of: Data(Self.token.utf8)) == nil) }
            }
        }
    }
}
