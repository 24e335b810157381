import Foundation
import GRDB
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet without a command, and freshet unread")
    struct Unread {
        @Test("freshet explains how to begin if nothing is followed, with status 0", arguments: [[], ["unread"]])
        func nothing(words: [String]) async throws {
            try await Scene.with { scene in
                let run = try await scene.runBare(words)
                #expect(run.status(0) && run.output.isEmpty && run.errors.contains("\n  freshet follow https://"))
                let shown = try await scene.terminal(words: words + ["--plain"]) { $0.allOutput() }
                #expect(shown.contains("freshet follow https://"))
            }
        }

        @Test("freshet reports the number of feeds that haven't been fetched, and the command that fetches them")
        func unfetched() async throws {
            try await Scene.with { scene in
                let list = scene.folder.appending(path: "list.opml")
                let outlines = ["harbor", "lighthouse"].map {
                    "<outline text='\($0)' xmlUrl='\(scene.upstreams.webURL)/\($0)/feed.xml'/>"
                }
                try Data("<opml version='2.0'><body>\(outlines.joined())</body></opml>".utf8).write(to: list)
                let remark = "2 feeds haven't been fetched yet. To fetch them: freshet unread --refresh"
                #expect(try await scene.run("import \(list.path)").errors == remark + "\n")
                #expect(try await scene.run("unread").errors == "Nothing unread. " + remark + "\n")
                #expect(try await scene.run("digest").errors == "Nothing new in that time. " + remark + "\n")
                #expect(try await scene.run("search harbor").errors.hasSuffix(remark + "\n"))
                #expect(try await scene.run("unread --refresh").lines.count > 20)
                _ = try await scene.run("mark read --all")
                #expect(try await scene.run("unread").errors == "Nothing unread.\n")
            }
        }

        @Test("freshet unread names the feed or the folder to fetch")
        func unfetchedFolder() async throws {
            try await Scene.with { scene in
                let list = scene.folder.appending(path: "list.opml")
                let address = "\(scene.upstreams.webURL)/harbor/feed.xml"
                let outline = "<outline text='Sea Side'><outline text='Quay' xmlUrl='\(address)'/></outline>"
                try Data("<opml version='2.0'><body>\(outline)</body></opml>".utf8).write(to: list)
                _ = try await scene.run("import \(list.path)")
                let folder = try await scene.runBare(["unread", "--folder", "Sea Side", "--data", scene.data.path])
                #expect(folder.errors.hasSuffix("To fetch it: freshet unread --folder 'Sea Side' --refresh\n"))
                #expect(
                    try await scene.run("unread \(address)").errors.hasSuffix(
                        "To fetch it: freshet unread \(address) --refresh\n"))
            }
        }

        @Test("freshet unread prints unread items of followed feeds, the newest first, without a request")
        func followed() async throws {
            try await Scene.with { scene in
                for feed in ["octo-sample/harbor", "news/top"] { _ = try await scene.run("follow " + feed) }
                _ = try await scene.run("planet wildfires")
                scene.control.resetLog()
                let run = try await scene.run("--limit 100")
                #expect(run.status(0) && run.lines.count == 40 && scene.control.requests.isEmpty)
                #expect(Set(run.fields.map { $0[1] }) == ["github/octo-sample/harbor", "news/top"])
                let dates = run.fields.map { $0[0] }
                #expect(dates == dates.sorted(by: >) && run.fields.allSatisfy { $0.count == 5 })
                #expect(try await scene.run("unread --limit 100").output == run.output)
                #expect(try await scene.run("unread news/top").lines.count == 20)
            }
        }

        @Test("freshet unread shows the feeds' own names on a terminal")
        func names() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow octo-sample/harbor --name Quay")
                let rows = screen(of: try await scene.terminal("unread --limit 3") { $0.allOutput() })
                #expect(rows.count { $0.contains("Quay") } == 3 && rows.contains { $0.hasPrefix("3 of 20 unread") })
            }
        }

        @Test("Printing marks nothing as read: freshet unread prints the same again")
        func again() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow octo-sample/harbor")
                let first = try await scene.run("unread")
                _ = try await scene.terminal("unread") { $0.allOutput() }
                _ = try await scene.run("github octo-sample/harbor --json")
                #expect(try await scene.run("unread").output == first.output && !first.lines.isEmpty)
            }
        }

        @Test("freshet unread --json is the document of a feed", arguments: ["", "unread", "unread news/top"])
        func json(line: String) async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                let json = try await scene.run(line + " --json").json
                let items = try #require(json["items"] as? [[String: Any]])
                #expect(json["feed"] as? String == "unread" && json["unreadCount"] as? Int == 20 && items.count == 20)
                #expect(items.allSatisfy { $0["feed"] as? String == "news/top" && $0["isUnread"] as? Bool == true })
            }
        }

        @Test("freshet unread --refresh refreshes followed feeds first, and names those that fail")
        func refresh() async throws {
            try await Scene.with { scene in
                for feed in ["octo-sample/harbor", "news/top"] { _ = try await scene.run("follow " + feed) }
                _ = try await scene.run("mark read --all")
                scene.control.advance(by: .seconds(900))
                try scene.age(by: 3600)
                scene.control.fail("/news", with: .status(500))
                let run = try await scene.run("unread --refresh")
                #expect(run.status(75) && run.errors.contains("Top stories") && !run.lines.isEmpty)
                #expect(run.fields.allSatisfy { $0[1] == "github/octo-sample/harbor" })
            }
        }
    }

    @Suite("freshet mark and freshet saved")
    struct Marking {
        @Test("freshet mark marks items by their ids, as pipes print them")
        func ids() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                let ids = try await scene.run("unread --limit 2").fields.map { $0[4] }
                let run = try await scene.run("mark read " + ids.joined(separator: " "))
                #expect(run.status(0) && run.output == "Marked 2 items as read.\n")
                let unread = try await scene.run("unread").fields.map { $0[4] }
                #expect(unread.count == 18 && Set(unread).isDisjoint(with: ids))
                let again = try await scene.run("mark read --json " + ids[0]).json
                #expect(again["changed"] as? Int == 0)
                #expect(try await scene.run("mark unread " + ids[0]).output == "Marked 1 item as unread.\n")
            }
        }

        @Test("freshet mark undoes marking a whole list by its number, without later marks")
        func undo() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                let ids = try await scene.run("unread").fields.map { $0[4] }
                let marked = try await scene.run("mark read --all --json").json
                let number = try #require(marked["undo"] as? Int)
                #expect(try await scene.run("mark read \(ids[0])").output == "Marked 0 items as read.\n")
                let undone = try await scene.run("mark --undo \(number) --json").json
                #expect(undone["changed"] as? Int == 19 && (undone["items"] as? [Any])?.count == 19)
                #expect(try await scene.run("unread").fields.map { $0[4] } == Array(ids.dropFirst()))
                #expect(try await scene.run("mark --undo \(number)").output == "Undone for 0 items.\n")
                let unknown = try await scene.run("mark --undo \(number + 1)")
                #expect(unknown.status(1) && unknown.errors.contains("\(number + 1) can't be undone."))
                #expect(try await scene.run("mark read --all --json").json["undo"] != nil)
                #expect(try await scene.run("mark read --all --json").json["undo"] == nil)
            }
        }

        @Test("freshet mark marks an item of a feed under both addresses at which it was shown")
        func twoAddresses() async throws {
            try await Scene.with { scene in
                let site = scene.upstreams.webURL.absoluteString + "/harbor/"
                let items = try await scene.run("web \(site) --json").json["items"] as? [[String: Any]]
                _ = try await scene.run("web \(site)feed.xml")
                let id = try #require(items?.first?["id"] as? String)
                #expect(try await scene.run("mark saved " + id).status(0))
                for address in [site, site + "feed.xml"] {
                    let shown = try await scene.run("web \(address) --offline --json").json["items"] as? [[String: Any]]
                    #expect(shown?.first { $0["id"] as? String == id }?["isSaved"] as? Bool == true)
                }
            }
        }

        @Test("freshet mark marks a listed story even after its comments were shown")
        func storyWithComments() async throws {
            try await Scene.with { scene in
                let items = try await scene.run("news top --limit 1 --json").json["items"] as? [[String: Any]]
                let id = try #require(items?.first?["id"] as? Int)
                _ = try await scene.run("news \(id)")
                #expect(try await scene.run("mark saved \(id)").output == "Marked 1 item as saved.\n")
                #expect(try await scene.run("saved").fields.map { $0[4] } == ["\(id)"])
            }
        }

        @Test("freshet mark marks nothing if an id is unknown, with status 1")
        func unknown() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                let id = try await scene.run("unread --limit 1").fields[0][4]
                let run = try await scene.run("mark read \(id) nonsense")
                #expect(run.status(1) && run.output.isEmpty && run.errors.contains("“nonsense”"))
                #expect(try await scene.run("unread").lines.count == 20)
            }
        }

        @Test("freshet mark marks all items, those of a feed, or those older than a date or an age")
        func selections() async throws {
            try await Scene.with { scene in
                for feed in ["octo-sample/harbor", "news/top"] { _ = try await scene.run("follow " + feed) }
                let dates = try await scene.run("unread octo-sample/harbor").fields.map { $0[0] }
                let date = dates[5]
                _ = try await scene.run("mark read --feed octo-sample/harbor --before " + date)
                let left = try await scene.run("unread octo-sample/harbor").fields.map { $0[0] }
                #expect(left == dates.filter { $0 >= date })
                #expect(try await scene.run("mark read --before 0m").status(0))
                #expect(try await scene.run("unread").output.isEmpty)
                _ = try await scene.run("mark unread --feed news/top")
                _ = try await scene.run("mark read --all")
                let json = try await scene.run("unread --json").json
                #expect(json["unreadCount"] as? Int == 0 && (json["items"] as? [Any])?.isEmpty == true)
            }
        }

        @Test("freshet mark saves items, which stay until they are unsaved")
        func saved() async throws {
            try await Scene.with { scene in
                let none = try await scene.run("saved")
                #expect(none.status(0) && none.output.isEmpty && none.errors.contains("Nothing saved yet"))
                let items = try await scene.run("news --limit 3 --json").json["items"] as? [[String: Any]] ?? []
                let ids = items.compactMap { ($0["id"] as? Int).map(String.init) }
                #expect(try await scene.run("mark saved " + ids[1]).status(0))
                #expect(try await scene.run("saved").fields.map { $0[4] } == [ids[1]])
                let json = try await scene.run("saved --json").json
                let saved = try #require(json["items"] as? [[String: Any]])
                #expect(json["feed"] as? String == "saved" && saved.count == 1 && saved[0]["isSaved"] as? Bool == true)
                _ = try await scene.run("mark unsaved " + ids[1])
                #expect(try await scene.run("saved").output.isEmpty)
            }
        }
    }

    @Suite("freshet search")
    struct Searching {
        @Test("freshet search finds stored items, with their feeds and the matching text")
        func finds() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/harbor")
                scene.control.resetLog()
                let run = try await scene.run("search in:github harbor --limit 5")
                #expect(run.status(0) && run.lines.count == 5 && scene.control.requests.isEmpty)
                #expect(run.fields.allSatisfy { $0.count == 6 && $0[1] == "github/octo-sample/harbor" })
                let json = try await scene.run("search in:github harbor --limit 5 --sort date --json").json
                let items = try #require(json["items"] as? [[String: Any]])
                #expect(json["query"] as? String == "in:github harbor" && json["total"] is Int && items.count == 5)
                #expect(items.allSatisfy { $0["match"] is String && $0["feed"] is String })
            }
        }

        @Test(
            "freshet search excludes terms with a minus, and never takes them for options",
            arguments: ["swift -haskell", "-paragraph", "-rust", "a --limit 3 -help"])
        func excluded(query: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run("search " + query)
                #expect(run.status(0) && run.output.isEmpty && run.errors.hasPrefix("No stored items match “"))
                #expect(try await scene.run("rules test mute " + query).output.isEmpty)
                #expect(try await scene.run("search -harbor --limit -1").errors.contains("at least 1"))
            }
        }

        @Test("freshet search names folders and kinds that don't exist")
        func unknownNames() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top --folder Morning")
                let folder = try await scene.run("search folder:mornin").errors
                #expect(folder.contains("There is no folder “mornin”. Did you mean “Morning”?"))
                #expect(try await scene.run("search xyzzy folder:morning").errors.contains("folder “") == false)
                let kind = try await scene.run("search kind:nosuchkind").errors
                #expect(kind.contains("No stored item is of the kind “nosuchkind”."))
            }
        }

        @Test("freshet search reports that it is incomplete until stored items are indexed again after an update")
        func incomplete() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                func execute(_ sql: String) throws {
                    let queue = try DatabaseQueue(path: scene.store.path)
                    try queue.write { try $0.execute(sql: sql) }
                    try queue.close()
                }
                // An item whose index can't be written keeps a search incomplete.
                try execute(
                    """
                    INSERT INTO reindexing (item_id, last_id) SELECT id, id FROM item ORDER BY id DESC LIMIT 1;
                    CREATE TRIGGER stuck BEFORE UPDATE ON reindexing BEGIN SELECT RAISE(ABORT, 'stuck'); END
                    """)
                let run = try await scene.run("search xyzzy")
                #expect(run.status(0) && run.errors.contains("may be incomplete") && run.errors.contains("0 % done"))
                #expect(try await scene.run("search xyzzy --json").json["incomplete"] as? Bool == true)
                #expect(try await !scene.run("search in:news --limit 1").errors.contains("incomplete"))
                try execute("DROP TRIGGER stuck")
                #expect(try await !scene.run("search xyzzy").errors.contains("incomplete"))
                #expect(try await scene.run("search xyzzy --json").json["incomplete"] as? Bool == false)
            }
        }

        @Test("freshet search without results reports that, with status 0")
        func nothing() async throws {
            try await Scene.with { scene in
                let run = try await scene.run("search xyzzy")
                #expect(run.status(0) && run.output.isEmpty && run.errors.contains("xyzzy"))
                #expect(try await scene.run("search xyzzy --json").json["total"] as? Int == 0)
            }
        }
    }
}
