import Foundation
import Freshet
import FreshetHTTP
import OurPlanet
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("The categories of natural events")
struct CategoriesTests {
    @Test("Categories are sorted by name")
    func sorted() async throws {
        try await withUpstreams { upstreams in
            let list = try await upstreams.eonet().categories().value.content
            #expect(list.categories.count == 13 && list.skipped == [])
            #expect(list.categories.map(\.title) == list.categories.map(\.title).sorted())
            #expect(list.categories.first { $0.id == "wildfires" }?.description != nil)
        }
    }

    @Test("Categories that can't be read are skipped; ids may be numbers")
    func tolerance() async throws {
        let body = """
            {"categories":[{"id":8,"title":"Wildfires "},{"title":"No id"},{"id":"snow","title":"Snow","description":" "}]}
            """
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet/api/v3/categories", with: .status(200, body: body))
            let list = try await upstreams.eonet().categories().value.content
            #expect(list.categories.map(\.id) == ["snow", "8"])
            #expect(list.categories.map(\.title) == ["Snow", "Wildfires"])
            #expect(list.categories.first?.description == nil)
            #expect(list.skipped == [.init(item: "item 2", reason: "id is missing")])
        }
    }

    @Test("Categories aren't sent again to a client that has them, if the server has validators")
    func notModified() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail(
                "/eonet/api/v3/categories", with: .status(200, headers: ["ETag": "\"1\""], body: #"{"categories":[]}"#),
                times: 1)
            _ = try await upstreams.eonet().categories().value
            upstreams.control.fail("/eonet/api/v3/categories", with: .status(304))
            let answer = try await upstreams.eonet().categories(validators: Validators(eTag: "\"1\"")).value
            #expect(answer.isNotModified)
            #expect(upstreams.control.requests.last?.headers["if-none-match"] == "\"1\"")
        }
    }

    @Test("Other JSON than categories fails as undecodable, and a missing server as unreachable")
    func failures() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/eonet", with: .wrongJSON)
            guard
                case .undecodable? = await failure(of: { try await upstreams.eonet().categories().value }) as? HTTPError
            else {
                return #expect(Bool(false))
            }
            let eonet = upstreams.eonet(
                at: URL(string: "http://127.0.0.1:\(try SampleUpstreams.unusedPort())/api/v3/")!)
            guard case .unreachable? = await failure(of: { try await eonet.categories().value }) as? HTTPError else {
                return #expect(Bool(false))
            }
        }
    }
}
