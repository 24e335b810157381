import FeedStore
import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Testing
import WebFeeds
import WebText

@Suite("The interval of a followed feed") struct IntervalTests {
    private func follow(_ subject: Subject, every interval: FollowSettings.PollInterval) throws {
        try subject.environment.follow(subject.feed, FollowSettings(interval: interval))
    }

    @Test("A chosen interval replaces the feed's own, longer or shorter", arguments: [700, 900, 7200, 14 * 86_400])
    func seconds(_ seconds: Int) async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try follow(site, every: .seconds(seconds))
            try await site.last()
            #expect(
                try await site.last().deferral
                    == Deferral(until: scene.now + Double(max(seconds, 1800)), rule: rule(seconds)))
            scene.advance(max(seconds, 1800) + 1)
            #expect(try await site.last().deferral == nil)
            #expect(scene.control.requests.count == 2)
        }
    }

    @Test(
        "An interval is at least a minute and at most a year as words",
        arguments: [
            ("60s", 60), ("59s", nil), ("365d", 31_536_000), ("366d", nil), ("2w", 1_209_600), ("99999999999999d", nil),
            ("9223372036854775807d", nil), ("-1d", nil), ("1", nil), ("", nil),
        ] as [(String, Int?)])
    func words(words: String, seconds: Int?) {
        #expect(FollowSettings.PollInterval(words: words) == seconds.map { .seconds($0) })
    }

    /// The sample's feeds ask for half an hour.
    private func rule(_ seconds: Int) -> PollRule { seconds < 1800 ? .feed : .chosenInterval }

    @Test("A chosen interval doesn't override a longer interval of the upstream")
    func upstream() async throws {
        try await Scene.run { scene in
            let repository = scene.repository()
            try follow(repository, every: .seconds(60))
            try await repository.last()
            #expect(try await repository.last().deferral?.rule == .pollInterval)
        }
    }

    /// Answers with a feed that has one item of that age, and elements that ask for an interval.
    private func serve(_ wish: String, age: TimeInterval, in scene: Scene) {
        let date = HTTPDate(scene.now - age).description
        let item = "<item><guid>1</guid><title>a</title><pubDate>\(date)</pubDate></item>"
        let body = "<rss version=\"2.0\"><channel><title>T</title>\(wish)\(item)</channel></rss>"
        scene.control.fail(
            "/web/harbor",
            with: .status(200, headers: ["Content-Type": "application/rss+xml", "ETag": "\"1\""], body: body))
    }

    @Test("A chosen interval doesn't override a longer one of the feed's content, nor after a 304")
    func content() async throws {
        try await Scene.run { scene in
            serve("<ttl>360</ttl>", age: 0, in: scene)
            let site = scene.site("harbor")
            try await site.last()
            let wish = Deferral(until: scene.now + 21_600, rule: .feed)
            #expect(try await site.last().deferral == wish)
            try follow(site, every: .seconds(60))
            #expect(try await site.last().deferral == wish)
            scene.advance(21_601)
            scene.control.fail("/web/harbor", with: .status(304, headers: ["ETag": "\"1\""]))
            #expect(try await site.last().deferral == nil)
            #expect(try await site.last().deferral == Deferral(until: scene.now + 21_600, rule: .feed))
            #expect(scene.control.requests.count == 2)
        }
    }

    @Test("A chosen interval is shorter, also if a feed asks for Freshet's own interval")
    func usual() async throws {
        try await Scene.run { scene in
            serve("<ttl>60</ttl>", age: 0, in: scene)
            let site = scene.site("harbor")
            try await site.last()
            try follow(site, every: .seconds(60))
            #expect(try await site.last().deferral == Deferral(until: scene.now + 3600, rule: .feed))
        }
    }

    @Test("The interval of a feed that rarely changes stays long after a 304, unless the reader chooses one")
    func rare() async throws {
        try await Scene.run { scene in
            let age: TimeInterval = 5 * 86_400
            serve("", age: age, in: scene)
            let site = scene.site("harbor")
            try await site.last()
            #expect(try await site.last().deferral == Deferral(until: scene.now + age / 10, rule: .spacing))
            scene.advance(43_210)
            scene.control.fail("/web/harbor", with: .status(304, headers: ["ETag": "\"1\""]))
            try await site.last()
            let next = scene.now + (age + 43_210) / 10
            #expect(try await site.last().deferral == Deferral(until: next, rule: .spacing))
            try follow(site, every: .seconds(900))
            #expect(try await site.last().deferral == Deferral(until: scene.now + 900, rule: .chosenInterval))
        }
    }

    @Test("The interval “never” means that only an explicit refresh makes a request")
    func never() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try follow(site, every: .never)
            #expect(try await site.last().items.count == 20, "what has never been fetched is fetched")
            scene.advance(30 * 86_400)
            let state = try await site.last()
            #expect(state.deferral?.isOnRequest == true && state.freshness == .fresh)
            #expect(scene.control.requests.count == 1)
            #expect(try await site.states(.forced).last?.deferral == nil)
            #expect(scene.control.requests.count == 2)
        }
    }

    @Test("A changed interval counts from the last request")
    func changed() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try follow(site, every: .seconds(86_400))
            try await site.last()
            scene.advance(3600)
            #expect(try await site.last().deferral?.until == scene.now - 3600 + 86_400)
            try follow(site, every: .seconds(7200))
            #expect(try await site.last().deferral == Deferral(until: scene.now + 3600, rule: .chosenInterval))
            try follow(site, every: .seconds(1800))
            #expect(try await site.last().deferral == nil)
        }
    }

    @Test("A removed interval gives way to the feed's own")
    func removed() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try follow(site, every: .seconds(86_400))
            try await site.last()
            scene.advance(10)
            try follow(site, every: .seconds(0))
            #expect(try await site.last().deferral == nil)
            #expect(try await site.last().deferral?.until == scene.now + 3600)
        }
    }
}
