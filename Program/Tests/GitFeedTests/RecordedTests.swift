import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import Testing
import UpstreamTestSupport

/// The folder of recorded answers of the real API, which may lie beside the package.
private let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("shared/samples/github")

private let haveSamples = FileManager.default.fileExists(atPath: samples.path)

private func recorded(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: samples.appendingPathComponent(name)), as: UTF8.self)
}

@Suite("Recorded answers of GitHub", .enabled(if: haveSamples, "no recorded samples beside the package"))
struct RecordedTests {
    @Test(
        "Recorded events are read item by item",
        arguments: [
            ("events_2013_repository.json", 30), ("events_2019_public_page1.json", 30),
            ("events_2020_public_unauthenticated.json", 30),
            ("events_2023_user_page3_reviews_issues_comments.json", 30),
            ("events_2026-01_user_push_create_watch_fork.json", 40), ("events_2026-05_org_issues_watch.json", 20),
            ("events_2026-06_user_delete_create_pr_push_watch.json", 30),
        ])
    func events(file: String, count: Int) async throws {
        try await withUpstreams { upstreams in
            let page = try await upstreams.page(of: try recorded(file))
            #expect(page.events.count == count && page.skipped == [])
            for event in page.events { Self.check(event) }
        }
    }

    @Test(
        "A recorded list of one event is read",
        arguments: [
            ("commit_comment", "commented on commit "), ("create_with_null_description", "created branch "),
            ("fork", "forked the repository to "), ("gollum", "created the wiki page "),
            ("issue_comment", "commented on issue #"), ("member", "added "),
            ("pull_request_review", "approved pull request #"),
            ("pull_request_review_comment", "commented on "), ("release", "published the pre-release "),
        ])
    func single(name: String, predicate: String) async throws {
        try await withUpstreams { upstreams in
            let page = try await upstreams.page(of: "[\(try recorded("event_single_\(name).json"))]")
            let event = try #require(page.events.first)
            Self.check(event)
            #expect(event.title.contains(" " + predicate), "\(event.title)")
        }
    }

    @Test(
        "Recorded searches are read",
        arguments: [
            ("search_repositories_2019_swift_incomplete.json", 10, true), ("search_repositories_2021.json", 14, false),
        ])
    func search(file: String, count: Int, isIncomplete: Bool) async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/search", with: .status(200, body: try recorded(file)))
            upstreams.control.fail("/github/repos", with: .status(200, body: "[]"))
            let (states, error) = await collect(upstreams.gitHub().trending(language: "swift", repositories: 100))
            #expect(error == nil)
            #expect(states.first?.total == count && states.first?.skipped == [])
            #expect(states.first?.incompleteResults == isIncomplete)
        }
    }

    @Test("The recorded list of all repositories is read")
    func repositories() async throws {
        try await withUpstreams { upstreams in
            let body = try recorded("repositories_2019_page1.json")
            upstreams.control.fail("/github/repositories", with: .status(200, body: body))
            let page = try await upstreams.gitHub().repositories().value.content
            #expect(page.repositories.count == 100 && page.skipped == [])
            #expect(page.repositories.allSatisfy { $0.author?.avatarURL != nil })
        }
    }

    @Test("Recorded rate limits are read")
    func rateLimit() async throws {
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/rate_limit", with: .status(200, body: try recorded("rate_limit_2019.json")))
            let left = try await upstreams.gitHub().allowances().value
            #expect(left.count == 4 && left["core"]?.remaining == 4944)
        }
    }

    @Test("The headers of recorded answers lead to the next page and to a 304")
    func headers() async throws {
        struct Entry: Decodable {
            let url: String
            let status: Int
            let headers: [String: Header]
        }
        enum Header: Decodable {
            case one(String)
            case several([String])

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                do { self = .one(try container.decode(String.self)) } catch {
                    self = .several(try container.decode([String].self))
                }
            }

            var text: String {
                switch self {
                case .one(let text): text
                case .several(let texts): texts.joined(separator: ", ")
                }
            }
        }
        let entries = try JSONDecoder().decode([Entry].self, from: Data(try recorded("response_headers.json").utf8))
        #expect(entries.count == 13)
        for entry in entries where entry.status == 200 && !entry.url.contains("search") {
            let headers = entry.headers.mapValues(\.text).filter {
                ["link", "etag", "last-modified"].contains($0.key.lowercased())
            }
            try await withUpstreams { upstreams in
                let page = try await upstreams.page(of: "[]", headers: headers)
                let link = headers.first { $0.key.lowercased() == "link" }?.value
                #expect((page.next != nil) == (link?.contains("rel=\"next\"") == true), "\(entry.url)")
                #expect(page.validators?.eTag != nil)
            }
        }
    }

    private static func check(_ event: GitHubItem) {
        #expect(event.title.hasPrefix((event.author?.name ?? "?") + " "), "\(event.title)")
        #expect(!event.title.contains("event of type") && !event.title.contains("did “"), "\(event.title)")
        #expect(event.url.absoluteString.hasPrefix("https://github.com/"), "\(event.url)")
    }
}
