import Catalog
import FeedStore
import Feeds
import Foundation
import Freshet
import FreshetHTTP
import GRDB
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet rules")
    struct Rules {
        @Test("freshet rules adds, lists and removes rules")
        func list() async throws {
            try await Scene.with { scene in
                let none = try await scene.run("rules")
                #expect(none.status(0) && none.output.isEmpty && none.errors.contains("rules add"))
                let added = try await scene.runBare(
                    ["rules", "add", "mute author:dependabot[bot]", "--data", scene.data.path])
                #expect(
                    added.status(0) && added.output.hasPrefix("Added: mute author:dependabot[bot]\nNo items are stored")
                )
                let words = try await scene.run("rules add keep swift in:news --json")
                #expect(
                    try words.json["rule"] as? String == "keep swift in:news" && words.json["isNew"] as? Bool == true)
                #expect(try await scene.run("rules add keep swift in:news --json").json["isNew"] as? Bool == false)
                let list = try await scene.run("rules list")
                let expected = [["1", "mute author:dependabot[bot]"], ["2", "keep swift in:news"]]
                #expect(list.fields.map { Array($0.prefix(2)) } == expected)
                #expect(list.fields.allSatisfy { $0.count == 3 })
                let rules = try await scene.run("rules list --json").json["rules"] as? [[String: Any]]
                #expect(rules?.map { $0["verb"] as? String } == ["mute", "keep"])
                #expect(try await scene.run("rules remove 1").output == "Removed: mute author:dependabot[bot]\n")
                let wrong = try await scene.run("rules remove 2")
                #expect(wrong.status(64) && wrong.errors.contains("There is no rule 2"))
            }
        }

        @Test("freshet rules says that notifications go nowhere without a destination, and how to add one")
        func withoutDestination() async throws {
            try await Scene.with { scene in
                let first = try await scene.run("rules add notify tides")
                #expect(first.status(0) && first.errors.contains("freshet destinations add"))
                #expect(try await !scene.run("rules add mute tides").errors.contains("destinations"))
                _ = try await scene.run("destinations add webhook https://hooks.example.org/x")
                #expect(try await !scene.run("rules add notify harbors").errors.contains("destinations"))
            }
        }

        @Test(
            "freshet rules reports a mistake and the correct form, with status 64",
            arguments: [
                ("rules add hide x", "hide: expected one of mute"),
                ("rules add mute points:x", "points:x: expected a number"),
                ("rules test mute /(/", "/(/: expected a closing parenthesis"), ("rules add mute", "a search after it"),
                ("rules add notify 10 stars in x", "a span of time"),
                ("rules remove x", "N must be a whole number, not “x”."),
                ("rules add mute by:tidy", "There is no filter by:. Use author:tidy."),
            ])
        func wrong(line: String, message: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line)
                #expect(run.status(64) && run.output.isEmpty && run.errors.contains(message), "\(run.errors)")
            }
        }

        @Test(
            "freshet rules takes options after a rule, and refuses unknown ones",
            arguments: ["rules add", "rules test"])
        func options(command: String) async throws {
            try await Scene.with { scene in
                let unknown = try await scene.run("\(command) mute x --frob")
                #expect(unknown.status(64) && unknown.errors.contains("Unknown option --frob."))
                let store = try await scene.run("\(command) mute x --store nonsense")
                #expect(store.status(64) && store.errors.contains("isn't the address of a PostgreSQL database"))
                #expect(try await scene.run("\(command) mute -tidy --json").status(0))
                let words = command.split(separator: " ").map(String.init) + ["--data", scene.data.path, "--"]
                #expect(try await scene.runBare(words + ["mute", "--frob"]).status(0))
                let rules = command == "rules add" ? [["1", "mute -tidy"], ["2", "mute --frob"]] : []
                #expect(try await scene.run("rules list").fields.map { Array($0.prefix(2)) } == rules)
            }
        }

        @Test("freshet rules counts one rule in the singular")
        func singular() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("rules add mute x")
                #expect(try await scene.run("rules remove 2").errors.contains("There is 1 rule. "))
                _ = try await scene.run("rules add mute y")
                #expect(try await scene.run("rules remove 3").errors.contains("There are 2 rules. "))
            }
        }

        @Test("freshet rules hides muted items, counts them, and shows them on request")
        func muted() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("rules add mute kind:push")
                let shown = try await scene.run("github octo-sample/harbor --json")
                let count = try #require(try shown.json["mutedCount"] as? Int)
                let hidden = try await scene.run("github octo-sample/harbor --muted --json").json
                let items = try #require(hidden["items"] as? [[String: Any]])
                #expect(hidden["feed"] as? String == "muted" && hidden["total"] as? Int == count && count > 0)
                #expect(items.allSatisfy { $0["type"] as? String == "PushEvent" })
                let screen = try await scene.terminal("github octo-sample/harbor --offline") { $0.allOutput() }
                #expect(screen.contains("\(count) muted"))
                #expect(try await scene.run("unread --muted").status(0))
                #expect(try await scene.run("github octo-sample/harbor --muted --watch").status(64))
            }
        }

        @Test("freshet rules test tests a rule on stored items, without adding it")
        func test() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/harbor")
                let json = try await scene.run("rules test mute kind:push --json").json
                let (tested, matched) = (json["tested"] as? Int ?? 0, json["matched"] as? Int ?? 0)
                #expect(tested > matched && matched > 0 && json["items"] is [[String: Any]])
                let plain = try await scene.run("rules test mute kind:push")
                #expect(plain.errors.contains("Would hide \(matched) of the last \(tested) items."))
                #expect(try await scene.run("rules list").output.isEmpty)
                let dates = plain.fields.compactMap(\.first)
                #expect(dates.count == matched && dates == dates.sorted(by: >))
                let screen = try await scene.terminal("rules test mute kind:push --limit 3") { $0.allOutput() }
                let summary = "Would hide \(matched) of the last \(tested) items. The newest 3 are shown."
                #expect(screen.contains(summary) && !screen.contains("matching"))
            }
        }

        @Test("freshet rules leaves the comments on a story, and reports a rule that mutes all of them")
        func discussions() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news top --limit 1")
                let id = try await scene.run("search in:news/top --limit 1").fields[0][4]
                let added = try await scene.run("rules add keep nosuchword in:news")
                #expect(added.output.contains("It hides ") && added.output.contains(", and keeps 0."))
                let thread = try await scene.run("news \(id) --json").json
                #expect((thread["items"] as? [Any])?.isEmpty == false && thread["mutedCount"] as? Int == 0)
                _ = try await scene.run("rules add mute in:news/item")
                let screen = try await scene.terminal("news \(id)") { $0.allOutput() }
                #expect(screen.contains(" muted.") && !screen.contains("No comments yet."))
            }
        }

        @Test("freshet rules says that a saved item stays visible")
        func saved() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news top --limit 1")
                let id = try await scene.run("search in:news/top --limit 1").fields[0][4]
                _ = try await scene.run("mark saved " + id)
                let run = try await scene.run("rules test mute in:news/top")
                #expect(run.errors.contains(" 1 matching item stays visible: it's saved"))
            }
        }

        @Test("freshet rules marks highlighted items on a terminal")
        func highlight() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("rules add highlight kind:push")
                let screen = try await scene.terminal("github octo-sample/harbor") { $0.allOutput() }
                #expect(screen.contains("◆"))
            }
        }
    }

    @Suite("freshet destinations and freshet digest")
    struct Destinations {
        @Test("freshet destinations adds, lists, tests and removes destinations, and doesn't print secrets")
        func list() async throws {
            try await Scene.with { scene in
                let file = scene.folder.appending(path: "notes")
                let added = try await scene.runBare(
                    ["destinations", "add", "exec", "cat > \(file.path)", "--name", "log", "--data", scene.data.path])
                #expect(added.status(0) && added.output.contains("freshet destinations test log"))
                #expect(try await scene.run("destinations test log").status(0))
                #expect(try await scene.run("destinations test log --json").json["isAccepted"] as? Bool == true)
                let note = try document(String(decoding: Data(contentsOf: file), as: UTF8.self))
                #expect(note["title"] as? String == "Freshet works")
                _ = try await scene.run(
                    "destinations add webhook https://a.example/ --secret sesame --quiet 22:00-07:00")
                let json = try await scene.run("destinations --json")
                let destinations = try json.json["destinations"] as? [[String: Any]]
                #expect(
                    destinations?.map { $0["name"] as? String } == ["log", "webhook"] && !json.output.contains("sesame")
                )
                #expect(destinations?.last?["quiet"] as? String == "22:00-07:00")
                #expect(try await scene.run("status --json").json["destinations"] is [[String: Any]])
                #expect(try await scene.run("destinations remove log").status(0))
                #expect(try await scene.run("destinations remove log").errors.contains("The destinations are webhook."))
            }
        }

        @Test("freshet destinations shows a daily digest in its table and in a pipe")
        func daily() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("destinations add desktop --quiet 22:00-07:00")
                _ = try await scene.run("digest --at 07:30 --to desktop")
                #expect(try await scene.run("destinations").fields.map { $0[4...5] } == [["22:00-07:00", "07:30"]])
                let screen = try await scene.terminal("destinations", columns: 120) { $0.allOutput() }
                #expect(screen.contains("DIGEST") && screen.contains("07:30"))
            }
        }

        @Test("freshet digest ends the daily digests of one destination, or of all")
        func never() async throws {
            try await Scene.with { scene in
                #expect(try await scene.run("digest --at never").output == "No destination gets a daily digest.\n")
                for name in ["one", "two", "three"] {
                    _ = try await scene.run("destinations add desktop --name " + name)
                }
                for name in ["one", "two", "three"] { _ = try await scene.run("digest --at 07:30 --to " + name) }
                let one = try await scene.run("digest --at never --to one --since 2026-01-31")
                #expect(one.status(0) && one.output == "one no longer gets a digest.\n")
                let all = try await scene.run("digest --at never")
                #expect(
                    all.status(0)
                        && Set(all.lines) == ["two no longer gets a digest.", "three no longer gets a digest."])
                let destinations =
                    try await scene.run("destinations --json").json["destinations"] as? [[String: Any]] ?? []
                #expect(destinations.count == 3 && destinations.allSatisfy { $0["digest"] is NSNull })
                #expect(try await scene.run("digest --at never --to nothing").status(64))
            }
        }

        @Test("freshet destinations reports the failure of a destination with its reason")
        func failing() async throws {
            try await Scene.with { scene in
                _ = try await scene.runBare(["destinations", "add", "exec", "exit 3", "--data", scene.data.path])
                let run = try await scene.run("destinations test exec")
                #expect(run.status(1) && run.errors.contains("exited with status 3"))
            }
        }

        @Test(
            "freshet destinations refuses invalid options, with status 64",
            arguments: [
                "destinations add webhook", "destinations add pigeon x", "destinations add email me",
                "destinations add exec",
                "destinations add desktop --quiet 22", "destinations add desktop --secret x",
                "destinations test nothing",
                "digest --at 8", "digest --at 08:00", "digest --as pdf", "digest --to nothing",
                "digest --to desktop --json", "digest --to desktop --as text", "destinations add desktop --name=",
                "destinations add ntfy https://ntfy.sh", "destinations add desktop --quiet +1:00-2:00",
            ])
        func wrong(line: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line)
                #expect(run.status(64) && run.output.isEmpty && !run.errors.isEmpty)
            }
        }

        @Test("freshet digest prints a digest as text, Markdown, HTML and JSON, and sends it")
        func digest() async throws {
            try await Scene.with { scene in
                #expect(try await scene.run("digest").errors.contains("Nothing new"))
                _ = try await scene.run("news")
                let text = try await scene.run("digest --since 9999d").output
                #expect(text.hasPrefix("Top stories\n\n* ") && text.contains("\n  https://"))
                #expect(try await scene.run("digest --since 9999d --as markdown").output.hasPrefix("## Top stories\n"))
                #expect(try await scene.run("digest --since 9999d --as html").output.hasPrefix("<!doctype html>"))
                let json = try await scene.run("digest --since 9999d --json").json
                let group = try #require((json["groups"] as? [[String: Any]])?.first)
                #expect(
                    group["feed"] as? String == "news/top" && (group["items"] as? [[String: Any]])?.isEmpty == false)
                let file = scene.folder.appending(path: "mail")
                _ = try await scene.runBare(
                    ["destinations", "add", "exec", "cat > \(file.path)", "--data", scene.data.path])
                #expect(try await scene.run("digest --since 9999d --to exec").output.hasPrefix("Sent "))
                #expect(FileManager.default.fileExists(atPath: file.path))
                #expect(try await scene.run("digest --at 08:00 --to exec").output.contains("every day at 08:00"))
                let destinations = try await scene.run("destinations --json").json["destinations"] as? [[String: Any]]
                #expect(destinations?.first?["digest"] as? String == "08:00")
            }
        }

        @Test("A served page sends only items newer than the rule, signed, and again after a failure")
        func serving() async throws {
            try await Scene.with { scene in
                let hook = try HookServer()
                defer { hook.stop() }
                _ = try await scene.run("news --limit 5")
                _ = try await scene.run("destinations add webhook \(hook.url.absoluteString) --secret sesame")
                _ = try await scene.run("rules add notify in:github")
                _ = try await scene.run("rules add notify in:news")
                hook.set(.fails)
                _ = try await scene.run("github octo-sample/harbor")
                let program = try scene.start("serve --port 0")
                #expect(await eventually { hook.posts.count == 1 })
                program.send(SIGKILL)
                _ = await program.end()
                let failed = try await scene.run("status --json").json["destinations"] as? [[String: Any]]
                #expect((failed?.first?["waiting"] as? Int ?? 0) > 0)
                hook.set(.takes)
                try scene.forgetRetries()
                let again = try scene.start("serve --port 0")
                #expect(await eventually { hook.posts.count == 2 })
                let posts = hook.posts
                #expect(posts[0].body == posts[1].body)
                #expect(posts[0].field("X-Freshet-ID") == posts[1].field("X-Freshet-ID"))
                #expect(posts[1].field("X-Freshet-Signature")?.hasPrefix("sha256=") == true)
                let note = try document(String(decoding: posts[1].body, as: UTF8.self))
                let parts = try #require(note["notifications"] as? [[String: Any]])
                #expect(!parts.isEmpty && parts.allSatisfy { $0["rule"] as? String == "notify in:github" })
                again.send(SIGTERM)
                #expect(await again.end().status(0))
            }
        }

        @Test("A command that refreshes once queues notifications, and the next --watch sends them")
        func queued() async throws {
            try await Scene.with { scene in
                let hook = try HookServer()
                defer { hook.stop() }
                _ = try await scene.run("destinations add webhook \(hook.url.absoluteString)")
                _ = try await scene.run("rules add notify in:news")
                _ = try await scene.run("news --limit 5")
                let destinations = try await scene.run("destinations --json").json["destinations"] as? [[String: Any]]
                #expect(hook.posts.isEmpty && (destinations?.first?["waiting"] as? Int ?? 0) > 0)
                let watch = try scene.start("planet --watch")
                #expect(await eventually { hook.posts.count == 1 })
                watch.send(SIGTERM)
                _ = await watch.end()
            }
        }

        @Test("A destination accepts a note by a successful status, regardless of the length of the response")
        func longResponse() async throws {
            let hook = try HookServer()
            defer { hook.stop() }
            hook.set(.takesAtLength)
            try await DestinationDelivery(timeout: 60).deliver(
                OutgoingMessage(id: "1", title: "t", body: "b"),
                to: Destination(.webhook, target: hook.url.absoluteString))
            #expect(hook.posts.count == 1)
        }

        @Test("Only administrators have destinations on a private network")
        func privateNetwork() async throws {
            let hook = try HookServer()
            defer { hook.stop() }
            let folder = FileManager.default.temporaryDirectory.appending(
                path: "freshet-destination-\(UUID().uuidString)")
            // What cannot be removed is the system's to clear away.
            defer { try? FileManager.default.removeItem(at: folder) }
            let store = try FeedStore(at: folder.appending(path: "freshet.sqlite"))
            let environment = FeedEnvironment(catalog: .all, store: store, transport: HTTPClient())
            let anna = try #require(try store.addAccount(named: "anna", at: .now))
            let own = environment.of(anna.id), delivery = DestinationDelivery(timeout: 60)
            #expect(try own.add(Destination(.webhook, target: hook.url.absoluteString), named: "hook"))
            let note = OutgoingMessage(id: "1", title: "t", body: "b")
            let refused = try #require(try own.destinations().first).destination
            await #expect(throws: HTTPError.self) { try await delivery.deliver(note, to: refused) }
            #expect(hook.posts.isEmpty)
            try store.setAdministrator(true, anna.id)
            try await delivery.deliver(note, to: #require(try own.destinations().first).destination)
            #expect(hook.posts.count == 1)
        }

        @Test("A command as a destination gets a whole note on standard input, and its beginning in a variable")
        func longNote() async throws {
            let folder = FileManager.default.temporaryDirectory.appending(path: "freshet-note-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // What cannot be removed is the system's to clear away.
            defer { try? FileManager.default.removeItem(at: folder) }
            let body = (1...20_000).map { "Line \($0) of a long digest" }.joined(separator: "\n")
            let (input, variable) = (folder.appending(path: "input"), folder.appending(path: "variable"))
            try await DestinationDelivery(timeout: 60).deliver(
                OutgoingMessage(id: "1", title: "t", body: body),
                to: Destination(
                    .exec, target: "cat > '\(input.path)'; printf %s \"$FRESHET_BODY\" > '\(variable.path)'"))
            #expect(try String(contentsOf: input, encoding: .utf8).contains("Line 20000 of a long digest"))
            let beginning = try String(contentsOf: variable, encoding: .utf8)
            #expect(beginning.hasPrefix("Line 1 of a long digest\n") && beginning.utf8.count <= 10_000)
            #expect(beginning.hasSuffix(" more lines"))
        }

        @Test("A notifier gives up on a server that hangs, and delivers after it has recovered")
        func hanging() async throws {
            let hook = try HookServer()
            defer { hook.stop() }
            let delivery = DestinationDelivery(timeout: 1)
            let destination = Destination(.webhook, target: hook.url.absoluteString)
            let note = OutgoingMessage(id: "1", title: "t", body: "b")
            hook.set(.hangs)
            await #expect(throws: (any Error).self) { try await delivery.deliver(note, to: destination) }
            hook.set(.takes)
            try await DestinationDelivery(timeout: 60).deliver(note, to: destination)
            #expect(hook.posts.count == 2 && hook.posts[0].body == hook.posts[1].body)
        }
    }
}

extension Scene {
    /// Makes destinations that failed, or whose process died, ready immediately.
    func forgetRetries() throws {
        let database = try DatabaseQueue(path: store.path)
        try database.write { try $0.execute(sql: "UPDATE destination SET retry_at = NULL, claimed_until = NULL") }
        try database.close()
    }
}
