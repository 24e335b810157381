import Foundation
import Freshet
import FreshetHTTP
import GitFeed
import SampleUpstreams
import Testing
import UpstreamTestSupport

@Suite("Accounts") struct AccountsTests {
    @Test(
        "An account is a user's or an organization's, as GitHub reports",
        arguments: [("mira-sample", GitHubAccount.Kind.user), ("OCTO-sample", .organization)])
    func kind(login: String, kind: GitHubAccount.Kind) async throws {
        try await withUpstreams { upstreams in
            let account = try await upstreams.gitHub().account(try #require(AccountName(login))).value
            #expect(account.kind == kind && account.login == login.lowercased())
        }
    }

    @Test("An account has public events: a user's own, or those of all repositories of an organization")
    func events() async throws {
        try await withUpstreams { upstreams in
            let user = try await upstreams.gitHub().events(of: AccountName("mira-sample")!, .user, perPage: 100).value
                .content
            #expect(!user.events.isEmpty && user.events.allSatisfy { $0.author?.name == "mira-sample" })
            let all = try await upstreams.gitHub().events(of: AccountName("octo-sample")!, .organization, perPage: 100)
                .value.content
            #expect(all.events.allSatisfy { $0.repository.hasPrefix("octo-sample/") } && all.next != nil)
        }
    }

    @Test("The error for a missing account names it")
    func unknown() async throws {
        try await withUpstreams { upstreams in
            let name = try #require(AccountName("nobody-here"))
            await #expect(throws: GitHubError.noSuchAccount(name)) { try await upstreams.gitHub().account(name).value }
        }
    }

    @Test(
        "An account's name has characters that GitHub allows",
        arguments: ["octocat", "@octocat", " octo-cat ", "a_b", "1"])
    func names(text: String) {
        #expect(AccountName(text) != nil)
    }

    @Test(
        "Other text isn't read as an account's name",
        arguments: ["", "-a", "a b", "a/b", "a.b", "ü", String(repeating: "x", count: 40)])
    func refused(text: String) {
        #expect(AccountName(text) == nil)
    }
}

@Suite("The notifications inbox") struct NotificationsTests {
    @Test("The inbox is read with a token, the last updated first, with pages for people")
    func threads() async throws {
        try await withUpstreams { upstreams in
            let page = try await upstreams.gitHub(token: "t").notifications().value.content
            #expect(page.threads.count == 5 && page.skipped.isEmpty)
            #expect(page.threads.map(\.date) == page.threads.map(\.date).sorted(by: >))
            for thread in page.threads {
                let part = thread.type == "PullRequest" ? "/pull/" : "/issues/"
                #expect(thread.url.absoluteString.hasPrefix("https://github.com/octo-sample/harbor" + part))
            }
        }
    }

    @Test("The inbox needs a token, and makes no request without one")
    func anonymous() async throws {
        try await withUpstreams { upstreams in
            await #expect(throws: GitHubError.tokenNeeded) { try await upstreams.gitHub().notifications().value }
            await #expect(throws: GitHubError.tokenNeeded) { try await upstreams.gitHub().authenticatedAccount().value }
            #expect(upstreams.control.requests.isEmpty)
        }
    }

    @Test("A notification leads to the repository if its subject has no page of its own")
    func noPage() async throws {
        let body = """
            [{"id":"1","reason":"ci_activity","updated_at":"2026-01-02T03:04:05Z","repository":{"full_name":"a/b"},
            "subject":{"title":" CI\\nfailed ","type":"CheckSuite","url":null}}]
            """
        try await withUpstreams { upstreams in
            upstreams.control.fail("/github/notifications", with: .status(200, body: body))
            let thread = try #require(
                try await upstreams.gitHub(token: "t").notifications().value.content.threads.first)
            #expect(thread.url.absoluteString == "https://github.com/a/b" && thread.title == "CI failed")
        }
    }
}
