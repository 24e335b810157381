#if os(Linux)
import FeedStore
import Feeds
import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("A site that names feeds")
    struct Sites {
        @Test("A site with several feeds is offered as a choice of feeds even after it was shown")
        func choice() async throws {
            try await Scene.with { scene in
                let site = scene.upstreams.webURL.absoluteString + "/twins/"
                let new = try await scene.run("follow " + site)
                #expect(new.status(1) && new.lines.count == 2 && new.errors.contains("leads to 2 feeds"))
                #expect(new.lines[0].contains("\tRSS · ") && new.lines[1].contains("\tAtom · "))
                #expect(try await scene.run("web " + site).status(0))
                let known = try await scene.run("follow " + site)
                #expect(known.status(1) && known.lines == new.lines && known.errors == new.errors)
            }
        }

        @Test("freshet web shows a site as the feed that was followed through it, without storing it twice")
        func web() async throws {
            try await Scene.with { scene in
                let site = scene.upstreams.webURL.absoluteString + "/harbor/"
                _ = try await scene.run("follow " + site)
                let followed = try await scene.run("following").fields.map { $0[0] }
                let shown = try await scene.run("web \(site) --json").json
                #expect(followed == [(shown["feed"] as? String).map { FeedKey($0).address }])
                let found = try await scene.run("search in:web is:unread --limit 500 --json").json
                #expect(found["total"] as? Int == (shown["items"] as? [Any])?.count)
            }
        }

        @Test("A followed site gets another address with its settings and marks, and only if it is followed")
        func moved() async throws {
            try await Scene.with { scene in
                let (old, new) = (
                    scene.upstreams.webURL.absoluteString + "/one/feed.xml",
                    scene.upstreams.webURL.absoluteString + "/two/feed.xml"
                )
                let unknown = try await scene.run("follow \(new) --instead-of \(old)")
                #expect(
                    !unknown.status(0) && unknown.errors.contains("You don't follow")
                        && unknown.errors.contains("Nothing was changed"))
                _ = try await scene.run("follow \(old) --name Mine --folder News")
                let before = try await scene.run("following").fields
                let run = try await scene.run("follow \(new) --instead-of \(old)")
                #expect(run.status(0) && run.output.contains("Mine is now at") && run.output.contains("two/feed.xml"))
                let after = try await scene.run("following").fields
                #expect(before.count == 1 && after.count == 1 && after[0].contains("News") && after[0].contains("Mine"))
                #expect(after[0][0].contains("two") && !before[0][0].contains("two"))
                #expect(try await scene.run("unread \(new) --limit 100").lines.count == 20)
            }
        }

        @Test("A followed site is known by its own address to unread, mark, search, rules and unfollow")
        func address() async throws {
            try await Scene.with { scene in
                let site = scene.upstreams.webURL.absoluteString + "/harbor/"
                _ = try await scene.run("follow " + site)
                #expect(try await scene.run("unread \(site) --limit 100").lines.count == 20)
                #expect(try await scene.run("search in:\(site) --limit 100").lines.count == 20)
                let test = try await scene.run("rules test mute in:\(site) --json").json
                #expect(test["matched"] as? Int == 20)
                let marked = try await scene.run("mark read --feed \(site)")
                #expect(marked.output.hasPrefix("Marked 20 items as read.\nTo undo: freshet mark --undo "))
                let run = try await scene.run("unfollow " + site)
                #expect(run.status(0) && run.output == "Unfollowed Harbor Notes.\n")
                #expect(try await scene.run("following").output.isEmpty)
            }
        }

        @Test(
            "A site that can't be reached ends freshet follow with status 75, and nothing is followed",
            arguments: ["http://127.0.0.1:1/x", "http://nosuchhost.invalid/"])
        func unreachable(address: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run("follow " + address)
                #expect(run.status(75) && run.output.isEmpty && run.errors.hasSuffix(" Nothing was followed.\n"))
            }
        }
    }

    @Suite("Lines in a pipe")
    struct PipedLines {
        /// A server with two feeds whose items have the same ids, one of them with an apostrophe and a space.
        private func followTwins(in scene: Scene) async throws -> ReplayServer {
            let server = try ReplayServer { path in
                guard ["/a", "/b"].contains(path) else { return nil }
                let items = ["1", "it's 2"].map { id in
                    "<item><title>\(path) \(id)</title><guid isPermaLink=\"false\">\(id)</guid></item>"
                }
                let channel = "<channel><title>\(path)</title>\(items.joined())</channel>"
                return Data("<rss version=\"2.0\">\(channel)</rss>".utf8)
            }
            for path in ["/a", "/b"] { _ = try await scene.run("follow \(server.url.absoluteString)\(path)") }
            return server
        }

        @Test("Lines of freshet unread identify items, even if two feeds share an id or an id has a quote")
        func unread() async throws {
            try await Scene.with { scene in
                let server = try await followTwins(in: scene)
                defer { server.stop() }
                let run = try await scene.shell(
                    "$freshet unread --data $data | grep /b | $freshet mark read - --data $data")
                #expect(run.status(0) && run.output.hasPrefix("Marked 2 items as read.\nTo undo: "))
                #expect(try await scene.run("unread").fields.map { $0[2] }.sorted() == ["/a 1", "/a it's 2"])
                let search = try await scene.shell(
                    "$freshet search in:web is:read --data $data | $freshet mark unread - --data $data")
                #expect(search.status(0) && search.output.hasPrefix("Marked 2 items as unread.\nTo undo: "))
            }
        }

        @Test("Lines of ids alone name items, and no lines name none")
        func ids() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                let run = try await scene.shell(
                    "$freshet unread --limit 2 --data $data | cut -f5 | $freshet mark read - --data $data")
                #expect(run.status(0) && run.output.hasPrefix("Marked 2 items as read.\nTo undo: "))
                #expect(try await scene.run("mark read -").output == "Marked 0 items as read.\n")
            }
        }

        @Test(
            "A line with an id of two feeds, or without an id, marks nothing and is reported",
            arguments: ["1", "a\\tb"])
        func refused(line: String) async throws {
            try await Scene.with { scene in
                let server = try await followTwins(in: scene)
                defer { server.stop() }
                let run = try await scene.shell("printf '\(line)\\n' | $freshet mark read - --data $data")
                #expect(run.status(1) && run.output.isEmpty && run.errors.hasSuffix(" Nothing was changed.\n"))
                #expect(try await scene.run("unread").lines.count == 4)
            }
        }
    }
}
#endif
