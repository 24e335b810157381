import Foundation
import SampleUpstreams
import TestSupport
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("Politeness across processes")
    struct Politeness {
        static let lines = [
            "github octo-sample/harbor", "github --trending swift", "github --repositories", "planet",
            "planet wildfires",
            "news",
        ]

        @Test("A second run within the interval makes no request, and reports that with --verbose", arguments: lines)
        func second(line: String) async throws {
            try await Scene.with { scene in
                let first = try await scene.run(line)
                scene.control.resetLog()
                let second = try await scene.run(line + " --verbose")
                #expect(scene.control.requests.isEmpty)
                #expect(second.status(0) && second.output == first.output)
                #expect(second.errors.contains("No request was made. The next one is allowed in"))
            }
        }

        @Test("--refresh makes a request within the interval", arguments: lines)
        func refresh(line: String) async throws {
            try await Scene.with { scene in
                _ = try await scene.run(line)
                try scene.age(by: 11)
                scene.control.resetLog()
                #expect(try await scene.run(line + " --refresh").status(0))
                #expect(!scene.control.requests.isEmpty)
            }
        }

        @Test("unread --refresh requests each feed within its interval, at most once in ten seconds")
        func unread() async throws {
            try await Scene.with { scene in
                for feed in ["octo-sample/harbor", "news/top"] { _ = try await scene.run("follow " + feed) }
                scene.control.resetLog()
                #expect(try await scene.run("unread --refresh").status(0))
                #expect(scene.control.requests.isEmpty)
                try scene.age(by: 11)
                #expect(try await scene.run("unread --refresh").status(0))
                #expect(scene.control.requests(to: "/github/repos").count > 0)
                #expect(scene.control.requests(to: "/news/v0/topstories").count == 1)
            }
        }

        @Test("--refresh makes one request in ten seconds, and otherwise reports that it made none", arguments: lines)
        func again(line: String) async throws {
            try await Scene.with { scene in
                let first = try await scene.run(line)
                scene.control.resetLog()
                let second = try await scene.run(line + " --refresh")
                #expect(second.status(0) && second.output == first.output && scene.control.requests.isEmpty)
                #expect(second.errors.contains("No request was made"))
            }
        }

        @Test("--refresh makes no request against a limit")
        func limit() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/harbor")
                scene.control.fail("/github", with: .rateLimitedPrimary(reset: 600))
                try scene.age(by: 11)
                _ = try await scene.run("github octo-sample/harbor --refresh")
                try scene.age(by: 11)
                scene.control.resetLog()
                let run = try await scene.run("github octo-sample/harbor --refresh")
                let other = try await scene.run("github --repositories")
                #expect(run.status(75) && !run.lines.isEmpty && run.errors.contains("Try again after"))
                #expect(other.status(75) && other.output.isEmpty)
                #expect(scene.control.requests.isEmpty)
            }
        }

        @Test("--offline makes no request", arguments: lines)
        func offline(line: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line + " --offline")
                #expect(run.status(1) && run.errors.contains("stored yet") && run.output.isEmpty)
                #expect(scene.control.requests.isEmpty)
            }
        }

        @Test("A second refresh of news requests only stories that aren't stored")
        func warm() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 20")
                try scene.age(by: 31)
                scene.control.resetLog()
                _ = try await scene.run("news --limit 20 --refresh")
                #expect(scene.control.requests(to: "/news/v0/topstories").count == 1)
                #expect(scene.control.requests(to: "/news/v0/item").count < 20)
            }
        }

        @Test("Two processes at the same time share one store")
        func together() async throws {
            try await Scene.with { scene in
                scene.control.setLatency(.milliseconds(50))
                let programs = try ["news", "planet wildfires", "github octo-sample/harbor", "news best"]
                    .map { try scene.start($0) }
                for program in programs {
                    let run = await program.end()
                    #expect(run.status(0) && !run.lines.isEmpty)
                }
                #expect(try await scene.run("news --offline").lines.count > 20)
            }
        }

        @Test(
            "--watch in a pipe prints stored items, and new ones after the next allowed request",
            .enabled(if: runsFull, "part of make check: it waits for six seconds"))
        func watch() async throws {
            try await Scene.with { scene in
                let stored = try await scene.run("github octo-sample/busy --limit 5")
                try scene.age(by: 11)
                // The shortest pause that is not waited for within a request.
                scene.control.fail("/github", with: .rateLimitedSecondary(retryAfter: 6), times: 1)
                let program = try scene.start("github octo-sample/busy --limit 5 --watch --refresh")
                #expect(await eventually { program.outputSoFar.split(separator: "\n").count >= 5 })
                scene.control.advance(by: .seconds(120))
                #expect(await eventually { program.outputSoFar.split(separator: "\n").count > 5 })
                program.send(SIGINT)
                let run = await program.end()
                #expect(run.status(130) && run.errors.contains("Try again after"))
                #expect(run.lines.prefix(5) == stored.lines.reversed()[...])
                #expect(Set(run.lines).count == run.lines.count)
                #expect(run.fields.map { $0[0] } == run.fields.map { $0[0] }.sorted())
            }
        }

        @Test("A larger --limit fetches more, even if what is stored is fresh")
        func more() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 5")
                // Some stories may be gone.
                #expect(try await scene.run("news --limit 20").lines.count > 15)
            }
        }
    }
}
