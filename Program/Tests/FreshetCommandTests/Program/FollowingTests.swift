import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet follow, unfollow and following")
    struct Following {
        @Test(
            "freshet follow takes a key, a name or a pasted address",
            arguments: [
                ("news/top", "news/top"), ("octo-sample/harbor", "github/octo-sample/harbor"),
                ("github/octo-sample/harbor", "github/octo-sample/harbor"),
                ("https://github.com/octo-sample/harbor/issues", "github/octo-sample/harbor"),
                ("https://news.ycombinator.com/newest", "news/new"), ("planet/volcanoes", "planet/volcanoes"),
            ])
        func pasted(address: String, feed: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run("follow " + address)
                #expect(run.status(0) && run.output.hasPrefix("Following ") && run.errors.isEmpty)
                let fields = try await scene.run("following").fields
                #expect(fields.map { $0[0] } == [feed] && fields[0].count == 9)
                // A category of natural events has no page.
                #expect(fields[0][7].hasPrefix("http") == !feed.hasPrefix("planet/"))
            }
        }

        @Test(
            "freshet follow and freshet github take an address for the same feed",
            arguments: [
                ("https://github.com/orgs/octo-sample", "github/users/octo-sample"),
                ("https://github.com/orgs/octo-sample/repositories", "github/users/octo-sample"),
                ("https://github.com/trending/swift", "github/trending/swift"),
            ])
        func gitHub(address: String, feed: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run("github \(address) --json")
                #expect(try run.status(0) && run.json["feed"] as? String == feed)
                #expect(try await scene.run("follow \(address)").status(0))
                #expect(try await scene.run("following").fields.map { $0[0] } == [feed])
            }
        }

        @Test(
            "freshet export and import name the feeds whose passwords are left out, on standard error",
            arguments: ["", " --opml"])
        func passwords(option: String) async throws {
            try await Scene.with { scene in
                let list = scene.folder.appending(path: "list.opml")
                let outline = "<outline text='Quay' xmlUrl='https://reader:s3cret@quay.example/feed'/>"
                try Data("<opml version='2.0'><body>\(outline)</body></opml>".utf8).write(to: list)
                let first = try await scene.run("import \(list.path)")
                #expect(first.errors == "1 feed hasn't been fetched yet. To fetch it: freshet unread --refresh\n")
                let export = try await scene.run("export" + option)
                #expect(export.status(0) && !export.output.contains("s3cret"))
                #expect(export.errors.contains("After an import, 1 feed needs its password again: Quay."))
                let file = scene.folder.appending(path: "export")
                try Data(export.output.utf8).write(to: file)
                #expect(try await scene.run("unfollow https://quay.example/feed").status(0))
                let imported = try await scene.run("import \(file.path)")
                #expect(imported.status(0) && imported.output == "1 added, 0 already existed, 0 refused.\n")
                #expect(imported.errors.contains("freshet follow https://USER:PASSWORD@quay.example/feed"))
            }
        }

        @Test("freshet follow reports the feed that it follows where the address names something else")
        func elsewhere() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("follow https://github.com/octo-sample/harbor/issues")
                #expect(run.output.hasPrefix("Following octo-sample/harbor. GitHub offers no feed of this page"))
                let (old, new) = (
                    "\(scene.upstreams.webURL)/moved/feed.xml", "\(scene.upstreams.webURL)/harbor/feed.xml"
                )
                #expect(try await scene.run("follow \(old)").output == "Following Harbor Notes.\n")
                let again = try await scene.run("follow \(new)").output
                #expect(again == "You already follow Harbor Notes: it's the same feed as \(old).\n")
                let page = try await scene.run("follow \(scene.upstreams.webURL)/quay/").output
                #expect(page.hasSuffix(", the feed at \(scene.upstreams.webURL)/quay/feed.xml.\n"))
            }
        }

        @Test("freshet follow reports until when a server allows no requests")
        func limited() async throws {
            try await Scene.with { scene in
                scene.control.fail("/web/harbor", with: .status(429, headers: ["Retry-After": "7200"]))
                for command in ["follow", "web"] {
                    let run = try await scene.run("\(command) \(scene.upstreams.webURL)/harbor/feed.xml")
                    #expect(run.errors.contains(/Try again after .*\d\d:\d\d\./))
                }
            }
        }

        @Test("freshet follow succeeds for a followed feed too, and changes the given settings")
        func again() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow octo-sample/harbor --name Quay --every 2h")
                let run = try await scene.run("follow octo-sample/harbor --folder Morning --json")
                #expect(try run.status(0) && (run.json["isNew"] as? Bool) == false)
                let json = try await scene.run("following --json").json
                let feed = try #require((json["feeds"] as? [[String: Any]])?.first)
                #expect(
                    Set(feed.keys) == [
                        "feed", "title", "url", "folder", "interval", "fullText", "keep", "stories", "unreadCount",
                        "error",
                        "push",
                        "pushNote",
                    ])
                #expect(feed["title"] as? String == "Quay" && feed["folder"] as? String == "Morning")
                #expect(feed["interval"] as? String == "2h" && feed["unreadCount"] as? Int == 20)
                #expect(try await scene.run("unread --folder Morning").lines.count == 20)
            }
        }

        @Test("freshet follow reports changed settings of a followed feed, or that it is already followed")
        func updated() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                let run = try await scene.run("follow news/top --every never --folder Morning")
                #expect(run.output == "Updated Top stories: folder “Morning”, every never.\n")
                let same = try await scene.run("follow news/top --every never")
                #expect(same.output == "You already follow Top stories.\n")
                let words = ["follow", "news/top", "--every", "default", "--folder", "", "--data", scene.data.path]
                let reset = try await scene.runBare(words)
                #expect(reset.output == "Updated Top stories: no folder, every default.\n")
            }
        }

        @Test(
            "freshet follow refuses a wrong address with the reason, and follows nothing",
            arguments: ["octo-sample/nothing", "nonsense"])
        func refused(address: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run("follow " + address)
                #expect(run.status(1) && run.output.isEmpty && run.errors.contains("Nothing was followed"))
                #expect(try await scene.run("following").output.isEmpty)
            }
        }

        @Test("freshet follow ends with status 75 if the upstream can't be reached, and follows nothing")
        func unreachable() async throws {
            try await Scene.with { scene in
                let run = try await scene.run(
                    "follow octo-sample/harbor", ["FRESHET_GITHUB_URL": "http://127.0.0.1:1"])
                #expect(run.status(75) && run.errors.contains("127.0.0.1:1"))
                #expect(try await scene.run("following --json").json["feeds"] as? [Any] != nil)
                #expect(try await scene.run("following").output.isEmpty)
            }
        }

        @Test("freshet unfollow undoes freshet follow, and ends with status 1 for a feed that isn't followed")
        func unfollow() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                let run = try await scene.run("unfollow news/top")
                #expect(run.status(0) && run.output == "Unfollowed Top stories.\n")
                let again = try await scene.run("unfollow news/top")
                #expect(again.status(1) && again.errors.contains("Top stories"))
                #expect(try await scene.run("following").output.isEmpty)
            }
        }

        @Test("Ctrl-C interrupts freshet follow with status 130")
        func interrupted() async throws {
            try await Scene.with { scene in
                scene.control.setLatency(.seconds(30))
                let program = try scene.start("follow octo-sample/harbor")
                #expect(await eventually { !scene.control.requests.isEmpty })
                program.send(SIGINT)
                #expect(await program.end().status(130))
            }
        }
    }
}
