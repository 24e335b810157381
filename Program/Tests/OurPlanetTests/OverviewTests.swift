import Foundation
import Freshet
import FreshetHTTP
import OurPlanet
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("The overview of all categories")
struct OverviewTests {
    @Test("The overview shows the categories immediately, then counts them one by one")
    func progress() async throws {
        try await withUpstreams { upstreams in
            let (states, error) = await collect(upstreams.eonet().overview())
            #expect(error == nil)
            #expect(states.map(\.done) == Array(0...13))
            #expect(states.allSatisfy { $0.total == 13 && $0.categories.map(\.id) == states[0].categories.map(\.id) })
            #expect(states[0].categories.allSatisfy { $0.eventCount == nil && $0.openCount == nil })
            for state in states { #expect(state.categories.count { $0.eventCount != nil } == state.done) }
            #expect(Set(states.compactMap(\.latest)).count == 13 && states[0].latest == nil)
            #expect(upstreams.control.requests.count == 27)
            #expect(upstreams.control.maximumInFlight(.eonet) <= 4)
        }
    }

    @Test("The overview requests two categories at a time, open and closed events of each in parallel")
    func concurrency() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet/api/v3/categories/*", with: .hang)
            let subscription = upstreams.eonet().overview().subscribe()
            defer { subscription.dispose() }
            try await waited { upstreams.control.inFlight(.eonet) == 4 }
            // Any further request would have been made.
            _ = try await upstreams.eonet().categories().value
            #expect(upstreams.control.requests(to: "/eonet/api/v3/categories/*").count == 4)
        }
    }

    @Test("The overview has each category's events: all open ones, and those closed within the days")
    func events() async throws {
        try await withUpstreams { upstreams in
            let (states, _) = await collect(upstreams.eonet().overview(days: 30))
            let overview = try #require(states.last)
            let ice = try #require(overview.categories.first { $0.id == "seaLakeIce" })
            #expect(ice.list == (try await upstreams.eonet().events(in: "seaLakeIce", days: 30).value))
            #expect(ice.eventCount == ice.list?.events.count)
            #expect(ice.openCount == ice.list?.events.count { $0.isOpen })
            // Categories without events are calm, not wrong.
            let snow = try #require(overview.categories.first { $0.id == "snow" })
            #expect(snow.eventCount == 0 && snow.error == nil)
        }
    }

    @Test("The overview keeps the error of a category that fails with the category")
    func failing() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet/api/v3/categories/volcanoes?status=closed", with: .status(502))
            let (states, error) = await collect(upstreams.eonet().overview())
            let last = try #require(states.last)
            #expect(error == nil && last.done == 13 && last.failed == 1)
            let volcanoes = try #require(last.categories.first { $0.id == "volcanoes" })
            #expect(volcanoes.eventCount == nil && volcanoes.error is HTTPError)
            #expect(last.categories.count { $0.eventCount != nil } == 12)
        }
    }

    @Test("The overview fails if every category fails, or if the list of categories fails")
    func allFailing() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet/api/v3/categories/*", with: .truncatedJSON)
            let (states, error) = await collect(upstreams.eonet().overview())
            #expect(states.map(\.done) == Array(0...12))
            guard case .undecodable? = error as? HTTPError else {
                return #expect(Bool(false), "\(String(describing: error))")
            }
            upstreams.control.fail("/eonet/api/v3/categories$", with: .status(503))
            let (none, failure) = await collect(upstreams.eonet().overview())
            #expect(none.isEmpty && failure is HTTPError)
        }
    }

    @Test("The overview requests no further category once the server refuses")
    func limited() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet/api/v3/categories/*", with: .rateLimitedSecondary(retryAfter: 600))
            let (_, error) = await collect(upstreams.eonet().overview())
            guard case .rateLimited? = error as? HTTPError else { return #expect(Bool(false)) }
            #expect(upstreams.control.requests(to: "/eonet/api/v3/categories/*").count <= 6)
        }
    }

    @Test("The overview cancels its requests once it has no subscriber")
    func disposed() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.setLatency(.milliseconds(20))
            let (states, error) = await collect(upstreams.eonet().overview().take(3))
            #expect(states.map(\.done) == [0, 1, 2] && error == nil)
            #expect(upstreams.control.requests.count < 20)
        }
    }
}
