import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("All public repositories")
struct RepositoriesTests {
    @Test("Repositories come page by page with owners and pictures, though a template links the first page")
    func pages() async throws {
        try await withUpstreams { upstreams in
            let gitHub = upstreams.gitHub()
            let first = try await gitHub.repositories().value.content
            #expect(first.repositories.count == 100 && first.skipped == [])
            #expect(first.repositories.allSatisfy { $0.type == "Repository" && $0.date == nil })
            #expect(first.repositories.allSatisfy { $0.author?.avatarURL != nil })
            #expect(first.repositories.allSatisfy { $0.url.absoluteString == "https://github.com/" + $0.repository })
            let next: URL = try #require(first.next)
            let second = try await gitHub.repositories(page: next).value.content
            #expect(Set(first.repositories.map(\.id)).isDisjoint(with: second.repositories.map(\.id)))
        }
    }

    @Test("Repositories are named by their description, or by their name without one")
    func titles() async throws {
        let body = """
            [{"id":1,"full_name":"a/b","description":" Moors\\nships ","html_url":"https://github.com/a/b",
            "owner":{"login":"a","avatar_url":"https://avatars.example/u/1?v=4"}},
            {"id":2,"full_name":"a/c","description":null,"owner":null},{"id":3}]
            """
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/repositories", with: .status(200, body: body))
            let page = try await upstreams.gitHub().repositories().value.content
            #expect(page.repositories.map(\.title) == ["Moors ships", "a/c"])
            #expect(page.repositories.map(\.author?.name) == ["a", nil])
            #expect(page.skipped == [.init(item: "3", reason: "full_name is missing")])
        }
    }

    @Test("Repositories aren't sent again to a client that has them")
    func notModified() async throws {
        try await withUpstreams { upstreams in
            let validators = try await upstreams.gitHub().repositories().value.content.validators
            #expect(try await upstreams.gitHub().repositories(validators: validators).value.isNotModified)
        }
    }
}
