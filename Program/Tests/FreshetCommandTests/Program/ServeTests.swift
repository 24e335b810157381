import Catalog
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import HTTPTypes
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet serve")
    struct Serve {
        @Test(
            "freshet serve prints the page's address, serves the store in --data, and ends with status 0",
            arguments: [SIGTERM, SIGINT])
        func serve(signal: Int32) async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 5")
                scene.control.fail("/", with: .status(500))
                let program = try scene.start("serve --port 0")
                #expect(await eventually { program.outputSoFar.contains("Freshet is at http://127.0.0.1:") })
                let start = try #require(program.outputSoFar.range(of: "http://"))
                let address = program.outputSoFar[start.lowerBound...].prefix { !$0.isNewline }
                let url = try #require(URL(string: address + "news/top"))
                let reply = try await HTTPClient().rx.response(for: HTTPRequest(get: url)).value
                #expect(String(decoding: reply.body, as: UTF8.self).contains("id=\"row-"))
                program.send(signal)
                let end = await program.end()
                #expect(end.status(0) && end.errors.split(separator: "\n").count == 1)
                #expect(end.errors.contains("freshet accounts reset admin"))
            }
        }

        @Test("freshet serve logs the command that prints the link for the first sign-in, until there is a password")
        func firstSignIn() async throws {
            try await Scene.with { scene in
                let program = try scene.start("serve --port 0")
                let beginning = "freshet accounts reset admin --data \(scene.data.path) --server http://127.0.0.1:"
                #expect(
                    await eventually { program.errorsSoFar.contains(beginning) && program.errorsSoFar.hasSuffix("\n") })
                let line = try #require(program.errorsSoFar.split(separator: "prints: freshet ").last)
                let made = try await scene.runBare(line.split(whereSeparator: \.isWhitespace).map(String.init))
                let link = made.output.trimmingCharacters(in: .newlines)
                let server = try #require(line.split(whereSeparator: \.isWhitespace).last)
                #expect(made.status(0) && link.hasPrefix(server + "/reset/"))
                let reply = try await HTTPClient().rx.response(
                    for: HTTPRequest(get: try #require(URL(string: link)))
                ).value
                #expect(String(decoding: reply.body, as: UTF8.self).contains("Choose a password"))
                #expect(!program.errorsSoFar.contains("/reset/"))
                program.send(SIGTERM)
                #expect(await program.end().status(0))
                let set = try await scene.shell(
                    "printf 'correct horse\\n' | \"$freshet\" accounts password admin --data \"$data\"")
                #expect(set.status(0))
                let again = try scene.start("serve --port 0")
                #expect(await eventually { again.outputSoFar.contains("Freshet is at") })
                again.send(SIGTERM)
                let end = await again.end()
                #expect(end.status(0) && end.errors.isEmpty)
            }
        }

        @Test("freshet serve names in its log what the command for the first sign-in needs")
        func firstCommand() {
            let address = "http://127.0.0.1:8080/"
            func command(for address: String?, _ change: (inout FirstSignIn) -> Void = { _ in }) -> String {
                var signIn = FirstSignIn(account: "admin", origin: "http://127.0.0.1:8080")
                change(&signIn)
                return signIn.command(for: address).joined(separator: " ")
            }
            #expect(command(for: address) == "freshet accounts reset admin")
            #expect(
                command(for: "http://[::1]:9000/") == "freshet accounts reset admin --server http://[::1]:9000")
            #expect(command(for: nil) == "freshet accounts reset admin")
            #expect(command(for: address) { $0.data = "/srv/f" } == "freshet accounts reset admin --data /srv/f")
            #expect(command(for: address) { $0.hasStoreOption = true } == "freshet accounts reset admin --store URL")
            #expect(
                command(for: address) { ($0.data, $0.isOfService) = ("/var/lib/freshet", true) }
                    == "sudo freshet accounts reset admin")
            var odd = FirstSignIn(account: "admin", origin: "http://127.0.0.1:8080")
            odd.data = "/srv/my feeds"
            #expect(odd.notice(for: address).hasSuffix("prints: freshet accounts reset admin --data '/srv/my feeds'"))
        }

        @Test("freshet serve serves only this machine if there is no token")
        func open() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("serve --host 0.0.0.0 --port 0")
                #expect(run.status(64) && run.output.isEmpty && run.errors.contains("FRESHET_TOKEN"))
                let weak = try await scene.run("serve --port 0", ["FRESHET_TOKEN": "short"])
                #expect(weak.status(64) && weak.errors.contains("12 characters"))
                #expect(!FileManager.default.fileExists(atPath: scene.store.path))
            }
        }

        @Test("freshet serve serves others before there is a password, if there is a link that sets one")
        func openWithLink() async throws {
            try await Scene.with { scene in
                let link = try await scene.run("accounts reset admin").output.trimmingCharacters(in: .newlines)
                let program = try scene.start("serve --host 0.0.0.0 --port 0")
                #expect(await eventually { program.outputSoFar.contains(#/Freshet is at .*\n/#) })
                let port = try #require(program.outputSoFar.firstMatch(of: #/localhost:(\d+)/#)).output.1
                func page(_ path: some StringProtocol) async throws -> String {
                    let url = try #require(URL(string: "http://127.0.0.1:\(port)\(path)"))
                    let reply = try await HTTPClient().rx.response(for: HTTPRequest(get: url)).value
                    return String(decoding: reply.body, as: UTF8.self)
                }
                await #expect(throws: (any Error).self) { try await page("/api/following") }
                #expect(try await page("/login").contains("freshet accounts reset admin"))
                let path = try #require(link.firstRange(of: "/reset/")).lowerBound
                #expect(try await page(link[path...]).contains("Choose a password"))
                program.send(SIGTERM)
                let end = await program.end()
                #expect(end.status(0) && end.errors.contains("freshet accounts reset admin --data"))
            }
        }

        @Test("freshet health succeeds while a server responds, and fails when it has ended")
        func health() async throws {
            try await Scene.with { scene in
                let program = try scene.start("serve --port 0")
                #expect(await eventually { program.outputSoFar.contains("Freshet is at http://127.0.0.1:") })
                let port = try #require(program.outputSoFar.firstMatch(of: #/127\.0\.0\.1:(\d+)/#)).output.1
                #expect(try await scene.runBare(["health", "--port", String(port)]).status(0))
                program.send(SIGTERM)
                #expect(await program.end().status(0))
                let run = try await scene.runBare(["health", "--port", String(port)])
                #expect(run.status(1) && run.errors.contains("doesn't respond"))
            }
        }

        @Test("freshet serve prints an address with the path of the public address")
        func prefix() async throws {
            try await Scene.with { scene in
                let token = ["FRESHET_TOKEN": "a token that nobody else could guess"]
                let program = try scene.start("serve --port 0 --public-url https://example.org/freshet/", token)
                #expect(
                    await eventually {
                        program.outputSoFar.contains("Others can reach it at https://example.org/freshet/")
                    })
                #expect(program.outputSoFar.contains(#/Freshet is at http://127\.0\.0\.1:\d+/freshet/\n/#))
                program.send(SIGTERM)
                #expect(await program.end().status(0))
            }
        }

        @Test("freshet serve names the address for others, who must sign in, and refuses an invalid one")
        func publicURL() async throws {
            try await Scene.with { scene in
                for options in ["--public-url https://feeds.example.org", "--allow-host feeds.example.org"] {
                    let open = try await scene.run("serve --port 0 \(options)")
                    #expect(open.status(64) && open.output.isEmpty)
                    #expect(open.errors.contains("freshet accounts reset admin"))
                }
                #expect(!FileManager.default.fileExists(atPath: scene.store.path))
                let token = ["FRESHET_TOKEN": "3f9a01c2d4e5b6a7988877665544332211ffeedd"]
                let program = try scene.start("serve --port 0 --public-url https://feeds.example.org", token)
                #expect(
                    await eventually {
                        program.outputSoFar.contains("Others can reach it at https://feeds.example.org\n")
                    })
                program.send(SIGTERM)
                let end = await program.end()
                #expect(end.status(0) && end.errors.isEmpty)
                let run = try await scene.run("serve --port 0 --public-url feeds.example.org")
                #expect(
                    run.status(64) && run.output.isEmpty
                        && run.errors.contains("“feeds.example.org” isn't a public address"))
            }
        }

        #if os(Linux)
        @Test("freshet serve opens a browser that inherits no token, and leaves no zombie process")
        func browser() async throws {
            try await Scene.with { scene in
                let note = scene.folder.appending(path: "note")
                try scene.install(
                    "{ echo $$; env; } > \(note.path).new; mv \(note.path).new \(note.path)", named: "xdg-open")
                let program = try scene.start(
                    "serve --port 0 --open",
                    [
                        "PATH": scene.folder.path + ":/usr/bin:/bin", "GH_TOKEN": "sesame-1",
                        "GITHUB_TOKEN": "sesame-2",
                        "FRESHET_TOKEN": "sesame-3-and-more", "AWS_SECRET_ACCESS_KEY": "sesame-4", "DISPLAY": ":7",
                    ])
                #expect(await eventually { FileManager.default.fileExists(atPath: note.path) })
                let text = try String(contentsOf: note, encoding: .utf8)
                #expect(text.contains("DISPLAY=:7") && !text.contains("sesame"))
                let process = try #require(text.split(separator: "\n").first)
                #expect(await eventually { !FileManager.default.fileExists(atPath: "/proc/\(process)") })
                program.send(SIGTERM)
                #expect(await program.end().status(0))
            }
        }

        @Test("freshet serve reports that no browser could be opened, and nothing else", arguments: [true, false])
        func noBrowser(hasOpener: Bool) async throws {
            try await Scene.with { scene in
                if hasOpener { try scene.install("echo NOISE; echo NOISE >&2; exit 3", named: "xdg-open") }
                let path = scene.folder.path
                let program = try scene.start("serve --port 0 --open", ["PATH": path])
                let says = "freshet: No browser opened. Open it yourself: http"
                #expect(await eventually { program.errorsSoFar.hasPrefix(says) })
                program.send(SIGTERM)
                let end = await program.end()
                #expect(end.status(0) && !(end.output + end.errors).contains("NOISE"))
            }
        }
        #endif

        @Test("freshet serve starts the browser without any program's credentials")
        func credentials() {
            let names = ["GH_TOKEN", "github_token", "FRESHET_NEWS_URL", "MY_PASSWORD", "OPENAI_API_KEY"]
            let tokens = FeedCatalog.all.upstreams.flatMap(\.tokenVariables)
            let secret = Dictionary(uniqueKeysWithValues: Set(names + tokens).map { ($0, "x") })
            let kept = ["HOME": "/", "WAYLAND_DISPLAY": "w", "XDG_RUNTIME_DIR": "/run"]
            #expect(Browser.withoutCredentials(secret.merging(kept) { $1 }) == kept)
        }

        @Test("freshet serve names the option if the port is taken or invalid")
        func taken() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("serve --port \(scene.upstreams.port)")
                #expect(run.status(1) && run.output.isEmpty)
                #expect(
                    run.errors == "freshet: Another program uses port \(scene.upstreams.port) on 127.0.0.1. "
                        + "Quit it, or choose another port with --port.\n")
                let elsewhere = try await scene.run(
                    "serve --host 192.0.2.1 --port 0", ["FRESHET_TOKEN": "a secret of sixteen words"])
                #expect(elsewhere.errors.contains("This computer doesn't have the address 192.0.2.1."))
                let sample = try await scene.runBare(["sample-upstreams", "--port", "\(scene.upstreams.port)"])
                #expect(sample.status(1) && sample.errors.contains("Another program uses port"))
                #expect(try await scene.run("serve --port 65536").status(64))
            }
        }
    }

    @Suite("freshet demo --page")
    struct PageDemo {
        @Test("freshet demo --page requests each page without a terminal, ends and leaves nothing behind")
        func checked() async throws {
            try await Scene.with { scene in
                let temporary = scene.folder.appending(path: "tmp")
                try FileManager.default.createDirectory(at: temporary, withIntermediateDirectories: true)
                let run = try await scene.runBare(["demo", "--page", "--latency", "5"], ["TMPDIR": temporary.path])
                #expect(run.status(0) && run.lines.count { $0.hasPrefix("$ freshet ") } >= 7)
                #expect(run.lines.contains { $0.hasPrefix("Freshet is at http://127.0.0.1:") })
                #expect(run.lines.contains { $0.hasPrefix("200  /github/octo-sample/harbor  ") })
                let pages = run.lines.filter { $0.contains("  /") && $0.hasSuffix(" bytes") }
                #expect(pages.count >= 14 && pages.allSatisfy { $0.hasPrefix("200  /") })
                let rest = try FileManager.default.subpathsOfDirectory(atPath: temporary.path)
                #expect(rest == [], "\(run.errors)")
                #expect(scene.control.requests.isEmpty)
            }
        }

        @Test("freshet demo --page at a terminal serves until Ctrl-C")
        func served() async throws {
            try await Scene.with { scene in
                let (ending, text) = try await scene.terminal(words: ["demo", "--page", "--latency", "5"]) { program in
                    let first = program.terminal.output(until: "Freshet is at http://")
                    program.terminal.type("\u{3}")
                    let ending = program.ending()
                    return (ending, first + program.terminal.rest)
                }
                #expect(ending == .status(0) && !text.contains("$ freshet "))
            }
        }
    }
}
