import Catalog
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet status")
    struct Status {
        @Test("freshet status lists the requests of each feed, their outcome and the time of the next one")
        func plain() async throws {
            try await Scene.with { scene in
                for line in ["news --limit 3", "planet", "github octo-sample/harbor"] { _ = try await scene.run(line) }
                scene.control.resetLog()
                let run = try await scene.run("status")
                #expect(run.status(0) && run.errors.isEmpty && scene.control.requests.isEmpty)
                let feeds = run.fields.filter { $0.count == 7 }
                #expect(feeds.map { $0[0] } == ["github/octo-sample/harbor", "news/top", "planet"])
                #expect(feeds.map { $0[3] } == ["1", "4", "27"])
                #expect(run.fields.contains { $0.count == 5 && $0[1] == "core" && $0[3] == "59 of 60" })
                #expect(
                    run.lines.last
                        == "1 feed refreshed every 60 s needs 60 requests an hour; the limit without a token is 60"
                )
            }
        }

        @Test("freshet status --json has each request, each limit and the forecast")
        func json() async throws {
            try await Scene.with { scene in
                for line in ["news --limit 3", "github octo-sample/harbor"] { _ = try await scene.run(line) }
                let run = try await scene.run("status --json")
                let json = try run.json
                #expect(run.status(0) && Set(json.keys) == ["requests", "quotas", "forecast", "destinations"])
                let requests = try #require(json["requests"] as? [[String: Any]])
                #expect(requests.count == 3 && requests.allSatisfy { $0["status"] as? Int == 200 })
                let forecast = try #require(json["forecast"] as? [String: Any])
                #expect(forecast["requestsNeeded"] as? Int == 60 && forecast["sentence"] is String)
            }
        }

        @Test("freshet status forecasts the intervals with a token and without one")
        func forecast() async throws {
            try await Scene.with { scene in
                for name in ["harbor", "lighthouse", "busy"] { _ = try await scene.run("github octo-sample/" + name) }
                let anonymous = try await scene.run("status")
                #expect(
                    anonymous.lines.last?.hasSuffix("the limit without a token is 60, so each is refreshed every 3 min")
                        == true)
                for name in ["harbor", "lighthouse"] {
                    _ = try await scene.run("github octo-sample/" + name, ["GH_TOKEN": "one"])
                }
                let known = try await scene.run("status", ["GH_TOKEN": "one"])
                #expect(
                    known.lines.last?.hasSuffix("the limit with this token is 5,000")
                        == true)
            }
        }

        @Test("freshet status --forget removes the waits of a host")
        func forget() async throws {
            try await Scene.with { scene in
                scene.control.fail("/github", with: .rateLimitedPrimary(reset: 600), times: 1)
                let host = "127.0.0.1:\(scene.upstreams.port)"
                #expect(try await scene.run("github octo-sample/harbor").status(75))
                #expect(try await scene.run("status --forget \(host)").status(0))
                #expect(try await scene.run("github octo-sample/harbor").status(0))
                let unknown = try await scene.run("status --forget nowhere.example")
                #expect(unknown.status(1) && unknown.errors.contains("nowhere.example"))
            }
        }

        @Test("freshet status reports that there were no requests")
        func nothing() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("status")
                #expect(run.status(0) && run.output == "No requests yet.\n")
            }
        }
    }

    @Suite("freshet demo")
    struct Demo {
        @Test("freshet demo shows feeds and leaves nothing behind")
        func demo() async throws {
            try await Scene.with { scene in
                let temporary = scene.folder.appending(path: "tmp")
                try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
                let run = try await scene.runBare(["demo"], ["TMPDIR": temporary.path, "GH_TOKEN": "sesame"])
                #expect(run.status(0))
                for upstream in FeedCatalog.all.upstreams where !upstream.menu.isEmpty {
                    #expect(run.lines.contains { $0.hasPrefix("$ freshet \(upstream.id)") })
                }
                #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
                #expect(scene.control.requests.isEmpty)
            }
        }

        @Test("Ctrl-C ends freshet demo, which leaves nothing behind")
        func interrupted() async throws {
            try await Scene.with { scene in
                let temporary = scene.folder.appending(path: "tmp")
                try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
                let program = try RunningProgram(
                    BuiltProgram.path, ["demo"], scene.environment.merging(["TMPDIR": temporary.path]) { $1 },
                    in: scene.folder)
                #expect(await eventually { program.outputSoFar.contains("$ freshet github --trending") })
                program.send(SIGINT)
                let run = await program.end()
                #expect(run.status(130) && !run.output.contains("$ freshet status"))
                #expect(try FileManager.default.contentsOfDirectory(atPath: temporary.path).isEmpty)
            }
        }
    }

    @Suite("freshet sample-upstreams")
    struct Upstreams {
        @Test("freshet sample-upstreams prints variables for a shell, serves, and ends on Ctrl-C")
        func exports() async throws {
            try await Scene.with { scene in
                let program = try RunningProgram(
                    BuiltProgram.path, ["sample-upstreams", "--port", "0"], scene.environment, in: scene.folder)
                #expect(await eventually { program.outputSoFar.contains("# repositories") })
                let exports = program.outputSoFar
                let run = try await scene.shell(exports + "\n\"$freshet\" news --limit 3 --data \"$data\"")
                #expect(run.status(0) && run.lines.count == 3 && scene.control.requests.isEmpty)
                program.send(SIGINT)
                #expect(await program.end().status(0))
            }
        }

        @Test("freshet sample-upstreams names the option if the port is taken")
        func taken() async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(["sample-upstreams", "--port", "\(scene.upstreams.port)"])
                #expect(run.status(1) && run.output.isEmpty && run.errors.contains("--port"))
            }
        }
    }
}
