import FeedStore
import Feeds
import Foundation
import Freshet
import SampleUpstreams
import Testing
import WebFeeds

@Suite("The interval of a followed feed") struct IntervalTests {
    private func follow(_ subject: Subject, every interval: FollowSettings.PollInterval) throws {
        try subject.environment.follow(subject.feed, FollowSettings(interval: interval))
    }

    @Test("replaces the feed's own, longer or shorter", arguments: [700, 900, 7200, 14 * 86_400])
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
        "is at least a minute and at most a year as words",
        arguments: [
            ("60s", 60), ("59s", nil), ("365d", 31_536_000), ("366d", nil), ("2w", 1_209_600), ("99999999999999d", nil),
            ("9223372036854775807d", nil), ("-1d", nil), ("1", nil), ("", nil),
        ] as [(String, Int?)])
    func words(words: String, seconds: Int?) {
        #expect(FollowSettings.PollInterval(words: words) == seconds.map { .seconds($0) })
    }

    /// The sample's feeds ask for half an hour.
    private func rule(_ seconds: Int) -> PollRule { seconds < 1800 ? .spacing : .chosenInterval }

    @Test("doesn't override a longer interval of the upstream")
    func upstream() async throws {
        try await Scene.run { scene in
            let repository = scene.repository()
            try follow(repository, every: .seconds(60))
            try await repository.last()
            #expect(try await repository.last().deferral?.rule == .pollInterval)
        }
    }

    @Test("“never” means that only an explicit refresh makes a request")
    func never() async throws {
        try await Scene.run { scene in
            let site = scene.site("harbor")
            try follow(site, every: .never)
            #expect(try await site.last().items.count == 20, "what has never been fetched is fetched")
            scene.advance(30 * 86_400)
            let state = try await site.last()
            #expect(state.deferral?.isOnRequest == true && state.freshness == .fresh)
            #expect(scene.control.requests.count == 1)
            #expect(try await site.states(.insisting).last?.deferral == nil)
            #expect(scene.control.requests.count == 2)
        }
    }

    @Test("counts from the last request when it is changed")
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

    @Test("gives way to the feed's own when it is removed")
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
