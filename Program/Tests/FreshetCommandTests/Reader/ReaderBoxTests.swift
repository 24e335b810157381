import Catalog
import FeedStore
import Feeds
import Foundation
import Search
import Testing

@testable import FreshetCommand

@Suite("A box of the reader")
struct ReaderBoxTests {
    private func site() throws -> Feed { try #require(FeedCatalog.all.feed(pasted: "https://a.example/feed.xml")) }

    private func editing(_ settings: FollowSettings = FollowSettings()) throws -> ReaderScene {
        var scene = ReaderScene(columns: 80, source: .feed(try site()))
        scene.send(
            .following([FollowedFeed(feed: try site(), settings: settings)], UnreadCounts(total: 0, byFeed: [:])))
        scene.type("e")
        return scene
    }

    @Test(
        "A box of the reader answers a question with y or n, without deleting the answer",
        arguments: [("y", true), ("n", false), (" ", true)])
    func answer(key: String, loads: Bool) throws {
        var scene = try editing()
        scene.type("<tab><tab><tab>\(key)<enter>")
        let settings = FollowSettings(
            name: "", folder: "", interval: .seconds(0), loadsFullTexts: loads, stories: .joined)
        #expect(scene.takeEffects() == [.change(try site(), settings)])
    }

    @Test(
        "A box of the reader chooses how the feed's items join stories by a key or the space bar",
        arguments: [("h", FollowSettings.Stories.first), ("N", .apart), ("j", .joined), (" ", .first)])
    func stories(key: String, stories: FollowSettings.Stories) throws {
        var scene = try editing()
        scene.type("<tab><tab><tab><tab>\(key)<enter>")
        let settings = FollowSettings(
            name: "", folder: "", interval: .seconds(0), loadsFullTexts: false, stories: stories)
        #expect(scene.takeEffects() == [.change(try site(), settings)])
    }

    @Test("A box of the reader names the keys that answer, and takes no others")
    func otherKeys() throws {
        var scene = try editing(FollowSettings(loadsFullTexts: true))
        scene.type("<tab><tab><tab>q<bs>")
        #expect(
            scene.screen.contains { $0.contains("Full text  yes") } && scene.screen.contains { $0.contains("y or n") })
        scene.type("q")
        #expect(scene.screen.contains { $0.contains("Press y for “yes”, n for “no”.") })
    }

    @Test(
        "Typing replaces the interval in a box, unless the cursor was moved",
        arguments: [("2h", "2h"), ("<bs>2h", "2h"), ("<end><bs><bs>5m", "15m")])
    func interval(keys: String, words: String) throws {
        var scene = try editing(FollowSettings(interval: .seconds(3600)))
        scene.type("<tab><tab>")
        if keys.hasPrefix("<end>") {
            scene.type("<end><bs><bs>15m<enter>")
        } else {
            scene.type(keys + "<enter>")
        }
        guard case .change(_, let settings)? = scene.takeEffects().last else {
            Issue.record("nothing was changed")
            return
        }
        #expect(settings.interval == FollowSettings.PollInterval(words: words))
    }

    @Test("A box of the reader adds the typed label, and refuses text that can't be a label")
    func label() throws {
        var scene = try ReaderScene.following()
        let item = try #require(scene.state.current)
        scene.type("L")
        #expect(
            scene.screen.contains { $0.contains("Type a label.") }
                && scene.screen.contains { $0.contains("Enter: add") })
        scene.type("<enter>")
        #expect(scene.screen.contains { $0.contains("1 to 80 characters") })
        scene.type("Tea<enter>")
        #expect(scene.takeEffects() == [.label(item.key, "Tea", isAdded: true)] && scene.state.overlay == nil)
        scene.type("Lx<esc>")
        #expect(scene.takeEffects().isEmpty && scene.state.overlay == nil)
    }

    @Test("A box of the reader removes a label that the item has, in any case")
    func removedLabel() throws {
        var scene = try ReaderScene.following()
        var item = try #require(scene.state.current)
        item.shown.labels = ["Tea", "To read"]
        scene.send(.listed(.unread, .of([item])))
        scene.type("LtEA")
        #expect(scene.screen.contains { $0.contains("Labels: Tea, To read.") })
        #expect(scene.screen.contains { $0.contains("Enter: remove") })
        scene.type("<enter>")
        #expect(scene.takeEffects().last == .label(item.key, "tEA", isAdded: false))
    }

    private func makingRule() throws -> (ReaderScene, String) {
        var scene = try ReaderScene.following()
        scene.type("R")
        return (scene, "mute kind:note in:github/octo/harbor")
    }

    @Test("A box of the reader asks before it adds a rule that hides a whole feed")
    func wholeFeed() throws {
        var (scene, line) = try makingRule()
        let preview = RuleBox.Effect.matches("It hides 20 of the last 20 items.", titles: [], hidesAllOf: "octo/harbor")
        scene.send(.ruleTested(line, preview))
        _ = scene.takeEffects()
        scene.type("<enter><enter>")
        #expect(scene.takeEffects() == [])
        scene.type("<enter>")
        #expect(
            scene.screen.contains {
                $0.contains("It hides everything in octo/harbor. Add the rule anyway? Press y or n.")
            })
        scene.type("n")
        #expect(scene.takeEffects() == [] && scene.screen.contains { $0.contains("It hides 20 of the last 20 items.") })
        scene.type("<enter>y")
        #expect(scene.takeEffects() == [.addRule(line)])
    }

    @Test("A box of the reader waits for the test of a rule before it adds it")
    func untested() throws {
        var (scene, line) = try makingRule()
        _ = scene.takeEffects()
        scene.type("<enter>")
        #expect(scene.takeEffects() == [])
        scene.send(.ruleTested(line, .matches("It hides 1 of the last 2 items.", titles: [])))
        #expect(scene.takeEffects() == [.addRule(line)])
        (scene, line) = try makingRule()
        scene.type("<enter>")
        _ = scene.takeEffects()
        scene.send(.ruleTested(line, .matches("It hides 2 of 2.", titles: [], hidesAllOf: "octo/harbor")))
        #expect(scene.takeEffects() == [] && scene.screen.contains { $0.contains("Press y or n.") })
    }
}
