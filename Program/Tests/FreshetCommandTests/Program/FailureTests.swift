import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("A failing upstream")
    struct FailingUpstream {
        static let lines = [
            "github octo-sample/harbor", "github --trending swift", "github --repositories", "planet",
            "planet wildfires",
            "news",
        ]
        /// An address at which nothing listens.
        static let nowhere = [
            "FRESHET_GITHUB_URL": "http://127.0.0.1:1", "FRESHET_EONET_URL": "http://127.0.0.1:1/api",
            "FRESHET_NEWS_URL": "http://127.0.0.1:1/v0",
        ]

        @Test(
            "Stored items are shown with status 75 and a reason on standard error if the upstream fails",
            arguments: lines)
        func unreachable(line: String) async throws {
            try await Scene.with { scene in
                let fresh = try await scene.run(line)
                let run = try await scene.run(line + " --refresh", Self.nowhere)
                #expect(run.status(75) && run.output == fresh.output)
                #expect(run.errors.contains("127.0.0.1:1") && run.errors.contains("Showing items from"))
            }
        }

        @Test("A failing upstream is reported if nothing is stored", arguments: lines)
        func nothing(line: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line, Self.nowhere)
                #expect(run.status(75) && run.output.isEmpty && run.errors.split(separator: "\n").count == 1)
                #expect(run.errors.hasPrefix("freshet: ") && run.errors.contains("Nothing is stored yet"))
            }
        }

        static let ways: [(fault: Fault, says: String)] = [
            (.status(500, body: "oops"), "500"), (.notJSON, "sent a web page"), (.truncatedJSON, "can't be read"),
            (.resetMidBody, "closed the connection after"), (.redirectLoop, "more than 5 times"),
            (.rateLimitedPrimary(reset: 600), "Try again after"),
            (.rateLimitedSecondary(retryAfter: 600), "Try again after"),
            (.emptyBody, "can't be read"), (.gzipBomb, "larger than"),
        ]

        @Test("An upstream's failure is reported with its kind", arguments: ways.indices)
        func faults(index: Int) async throws {
            try await Scene.with { scene in
                scene.control.fail("/github", with: Self.ways[index].fault)
                let run = try await scene.run("github octo-sample/harbor")
                #expect(run.status(75) && run.output.isEmpty)
                #expect(run.errors.contains(Self.ways[index].says))
            }
        }

        @Test("A rate limit leads to the advice to set a token, unless one is set", arguments: ["", "sesame"])
        func advice(token: String) async throws {
            try await Scene.with { scene in
                scene.control.fail("/github", with: .rateLimitedPrimary(reset: 600))
                // The second time the ledger says so.
                for _ in 1...2 {
                    let run = try await scene.run("github octo-sample/harbor", ["GH_TOKEN": token])
                    #expect(run.status(75) && run.errors.contains("Set GH_TOKEN to a token") == token.isEmpty)
                }
            }
        }

        @Test("A refused token causes status 4, and stored items are shown")
        func token() async throws {
            try await Scene.with { scene in
                let fresh = try await scene.run("github octo-sample/harbor")
                let run = try await scene.run("github octo-sample/harbor", ["GH_TOKEN": "bad-token"])
                #expect(run.status(4) && run.output == fresh.output && run.errors.contains("token"))
            }
        }

        @Test("A feed that its upstream has lost causes status 75, and stored items are shown", arguments: [404, 410])
        func absent(status: Int) async throws {
            try await Scene.with { scene in
                let line = "github octo-sample/harbor"
                _ = try await scene.run(line)
                try scene.age(by: 11)
                scene.control.fail("/github/repos", with: .status(status))
                let run = try await scene.run(line + " --refresh")
                #expect(!run.output.isEmpty)
                if status == 404 {
                    #expect(run.status(75))
                    #expect(
                        run.errors.contains("It may come back. It was there ") && run.errors.contains("next attempt at")
                    )
                    let again = try await scene.run(line + " --json")
                    #expect(again.status(75) && again.errors.contains("It was there "))
                } else {
                    // GitHub's 410 is about the version of its API.
                    #expect(run.status(1))
                }
            }
        }

        @Test("A protection against robots is named, with the next step")
        func challenge() async throws {
            try await Scene.with { scene in
                scene.control.fail("/github", with: .status(403, headers: ["cf-mitigated": "challenge"]))
                let run = try await scene.run("github octo-sample/harbor")
                #expect(run.status(1) && run.errors.contains("(Cloudflare) asks for a browser"))
                #expect(run.errors.contains("Ask the site to let feed readers through"))
            }
        }

        @Test("A repository that doesn't exist causes status 1")
        func missing() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("github octo-sample/nothing")
                #expect(run.status(1) && run.output.isEmpty)
                #expect(run.errors.contains("octo-sample/nothing"))
            }
        }

        @Test("A failure for one story leaves out only that story, and counts it")
        func story() async throws {
            try await Scene.with { scene in
                scene.control.fail("/news/v0/item/*", with: .status(200, body: "null"), times: 1)
                let run = try await scene.run("news --limit 5 --json")
                #expect(try run.status(0) && (run.json["skipped"] as? Int) == 1)
                #expect((try run.json["items"] as? [Any])?.count == 4)
            }
        }

        @Test("A failure for one category is reported, and the others are shown")
        func category() async throws {
            try await Scene.with { scene in
                scene.control.fail("/eonet/api/v3/categories/volcanoes", with: .status(500))
                let run = try await scene.run("planet")
                #expect(run.status(75) && run.lines.count == 13 && run.errors.contains("1 of 13 categories"))
                let volcanoes = run.fields.first { $0[0] == "volcanoes" }
                #expect(volcanoes?[1] == "")  // unknown, which isn't 0
            }
        }

        @Test("Failures for three of five repositories hide none of their stored items", arguments: ["", " --json"])
        func repositories(option: String) async throws {
            try await Scene.with { scene in
                let line = "github --trending swift --limit 50"
                let fresh = try await scene.run(line)
                try scene.age(by: 11)
                scene.control.fail("/github/repos", with: .status(500), times: 3)
                let run = try await scene.run(line + " --refresh" + option)
                #expect(run.status(75) && run.errors.contains("3 of 5 repositories"))
                if option.isEmpty {
                    #expect(run.lines.count >= fresh.lines.count)
                } else {
                    #expect(try run.json["status"] as? String == "stale")
                    #expect(try (run.json["error"] as? [String: Any])?["kind"] as? String == "partial")
                }
            }
        }
    }

    @Suite("An interrupted program")
    struct Interrupted {
        @Test(
            "A program interrupted in a refresh ends with the status of its signal and keeps what was stored",
            arguments: [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
        func interrupted(signal: Int32, status: Int32) async throws {
            try await Scene.with { scene in
                let fresh = try await scene.run("news --limit 3")
                try scene.age(by: 11)
                // It ends although no answer comes.
                scene.control.setLatency(.seconds(3600))
                scene.control.resetLog()
                let program = try scene.start("news --limit 3 --refresh")
                #expect(await eventually { !scene.control.requests.isEmpty })
                program.send(signal)
                #expect(await program.end().status(status))
                scene.control.setLatency(.zero)
                #expect(try await scene.run("news --limit 3 --offline").output == fresh.output)
            }
        }

        @Test(
            "An interrupted program restores the terminal, and ends with the status of its signal",
            arguments: ["", "news --watch", "news --refresh"],
            [(SIGINT, 130), (SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
        func terminal(line: String, end: (signal: Int32, status: Int32)) async throws {
            try await Scene.with { scene in
                scene.control.setLatency(.seconds(3600))
                let (isRestored, ending) = try await scene.fullScreen(line) { screen in
                    screen.wait { $0.text.contains { !$0.isEmpty } }
                    screen.program.send(end.signal)
                    let ending = screen.end()
                    return (screen.isRestored, ending)
                }
                #expect(isRestored && ending == .status(end.status))
            }
        }

        @Test("A feed can be requested again immediately after an interruption")
        func again() async throws {
            try await Scene.with { scene in
                scene.control.setLatency(.seconds(30))
                let program = try scene.start("github octo-sample/harbor")
                #expect(await eventually { !scene.control.requests.isEmpty })
                program.send(SIGINT)
                _ = await program.end()
                scene.control.setLatency(.zero)
                let run = try await scene.run("github octo-sample/harbor")
                #expect(run.status(0) && !run.lines.isEmpty)
            }
        }

        @Test("An interrupted program cuts its connections")
        func cut() async throws {
            try await Scene.with { scene in
                scene.control.fail("/news", with: .hang)
                let program = try scene.start("news")
                #expect(await eventually { scene.control.inFlight(.news) == 1 })
                program.send(SIGINT)
                _ = await program.end()
                #expect(await eventually { scene.control.inFlight(.news) == 0 })
            }
        }
    }
}
