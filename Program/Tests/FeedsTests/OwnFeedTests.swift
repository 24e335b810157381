import FeedStore
import Feeds
import Foundation
import Freshet
import GitFeed
import ImportExport
import SampleUpstreams
import Search
import Testing
import WebFeeds

@Suite("Feeds that an account's own token or password opens") struct OwnFeedTests {
    private func account(_ name: String, _ scene: Scene, serverToken: String? = nil) throws -> FeedEnvironment {
        let environment = scene.environment(token: serverToken)
        return environment.of(try #require(try scene.store.addAccount(named: name, at: environment.now())).id)
    }

    private func follow(_ address: String, _ environment: FeedEnvironment) async throws -> Feed {
        guard case .feed(let feed) = try await environment.resolve(address).value else { throw CancellationError() }
        try environment.follow(feed)
        return feed
    }

    private func tokens(_ scene: Scene) -> Set<String> {
        Set(scene.control.requests.map { $0.headers["authorization"] ?? "-" })
    }

    @Test("An inbox and a dashboard are each account's own, fetched with its token", arguments: ["inbox", "dashboard"])
    func personal(_ name: String) async throws {
        try await Scene.run { scene in
            let anna = try account("anna", scene, serverToken: "server"), otto = try account("otto", scene)
            await #expect(throws: FeedError.self) { _ = try await follow("github/\(name)", anna) }
            #expect(scene.control.requests.isEmpty)
            try anna.store.setOwnToken("annas", for: "github")
            let own = try await follow("github/\(name)", anna)
            #expect(own.encodedPath == "github/accounts/\(anna.store.account)/\(name)")
            #expect(tokens(scene) == ["Bearer annas"])
            #expect(try await !Subject(own.description, anna).last().items.isEmpty)
            for other in [otto, scene.environment(token: "server")] {
                #expect(throws: FeedError.self) { try other.follow(own) }
                let state = try await Subject(own.description, other).last()
                #expect(state.items.isEmpty && state.freshness.error?.kind == "notShown")
            }
            // Under its usual address it is found where it is followed.
            let usual = try #require(anna.catalog.feed(pasted: "github/\(name)"))
            #expect(try usual.description.shown(in: anna) == own && usual.description.followed(in: anna) == own)
            #expect(try anna.unfollow(usual) != nil)
        }
    }

    @Test("A private repository that only an account's token opens is its own, and public ones are everybody's")
    func repository() async throws {
        try await Scene.run { scene in
            let anna = try account("anna", scene)
            try anna.store.setOwnToken("vault-anna", for: "github")
            let vault = try await follow("octo-sample/vault", anna),
                harbor = try await follow("octo-sample/harbor", anna)
            #expect(vault.encodedPath == "github/accounts/\(anna.store.account)/octo-sample/vault")
            #expect(harbor.encodedPath == "github/octo-sample/harbor")
            #expect(try await !Subject(vault.description, anna).last().items.isEmpty)
            #expect(try vault.description.followed(in: anna) == vault)
            let first = scene.environment()
            await #expect(throws: FeedError.self) { _ = try await first.resolve("octo-sample/vault").value }
            #expect(try !first.mayRead(vault.description) && first.mayRead(harbor.description))
            await #expect(throws: FeedError.self) { _ = try await anna.resolve("octo-sample/nothing").value }
        }
    }

    @Test("A feed that only the server's token opens is the first account's, also while it arrives")
    func serverToken() async throws {
        try await Scene.run { scene in
            let anna = try account("anna", scene, serverToken: "vault-server")
            let vault = Subject.gitHub(RepositoryName("octo-sample/vault")!, anna)
            let states = try await vault.states()
            #expect(states.allSatisfy { $0.items.isEmpty } && states.last?.freshness.error?.kind == "notShown")
            await #expect(throws: FeedError.self) { _ = try await anna.resolve("octo-sample/vault").value }
            let first = scene.environment(token: "vault-server")
            #expect(try await !Subject(vault.feed.description, first).last().items.isEmpty)
            #expect(try first.mayRead(vault.feed.description) && !anna.mayRead(vault.feed.description))
            // Her own token opens it for her.
            try anna.store.setOwnToken("vault-anna", for: "github")
            let own = try await follow("octo-sample/vault", anna)
            #expect(own != vault.feed)
            #expect(try await !Subject(own.description, anna).last().items.isEmpty)
        }
    }

    @Test("A follow of a repository that became private stays, and explains why it shows nothing")
    func madePrivate() async throws {
        try await Scene.run { scene in
            let anna = try account("anna", scene, serverToken: "vault-server")
            let vault = Subject.gitHub(RepositoryName("octo-sample/vault")!, anna)
            try anna.follow(vault.feed)
            try await vault.last()
            #expect(try anna.followed().map(\.feed) == [vault.feed])
            #expect(try await vault.last().freshness.error?.kind == "notShown")
            try anna.store.setOwnToken("vault-anna", for: "github")
            #expect(try await follow("octo-sample/vault", anna) != vault.feed)
        }
    }

    @Test("A web feed with a password is the account's own, beside the same feed without one")
    func password() async throws {
        try await Scene.run { scene in
            let anna = try account("anna", scene)
            try scene.store.setAdministrator(true, anna.store.account)
            let open = "http://127.0.0.1:\(scene.sample.port)/web/harbor/feed.xml"
            let closed = open.replacing("http://", with: "http://reader:pass@")
            let own = try await follow(closed, anna), first = scene.environment()
            #expect(own.key.rawValue.hasPrefix("web/accounts/\(anna.store.account)/"))
            #expect(own.key.address == open)
            #expect(try !first.mayRead(own.description))
            let shared = try await follow(open, first)
            #expect(shared != own && shared.description.ownableFeed?.owner == nil)
            #expect(tokens(scene) == ["-", "Basic cmVhZGVyOnBhc3M="])
            #expect(try first.store.snapshot(of: own.key, order: .newest, limit: nil) == Snapshot())
            // The same address finds what is followed.
            #expect(try await follow(open, anna) == own)
        }
    }

    @Test("A password that the only account gave stays with it when others are added")
    func earlierPassword() async throws {
        try await Scene.run { scene in
            let first = scene.environment()
            let feed = try await follow(
                "http://reader:pass@127.0.0.1:\(scene.sample.port)/web/harbor/feed.xml", first)
            #expect(feed.description.ownableFeed?.owner == nil)
            let anna = try account("anna", scene)
            #expect(try !anna.mayRead(feed.description) && first.mayRead(feed.description))
            #expect(throws: FeedError.self) { try anna.follow(feed) }
        }
    }

    @Test("A feed in a private network is the administrators', at any address that leads there")
    func privateNetwork() async throws {
        try await Scene.run { scene in
            let first = scene.environment()
            let feed = try await follow("\(scene.sample.webURL)/harbor/feed.xml", first)
            let anna = try account("anna", scene)
            #expect(try !anna.mayRead(feed.description))
            #expect(try await Subject(feed.description, anna).last().freshness.error?.kind == "notShown")
            try scene.store.setAdministrator(true, anna.store.account)
            #expect(try anna.mayRead(feed.description))
        }
    }

    @Test("An export of an account's own feeds becomes another account's own, or everybody's")
    func imported() async throws {
        try await Scene.run { scene in
            let anna = try account("anna", scene), otto = try account("otto", scene)
            try anna.store.setOwnToken("vault-anna", for: "github")
            _ = try await follow("octo-sample/vault", anna)
            let export = try anna.export()
            #expect(String(decoding: export, as: UTF8.self).contains("vault-anna") == false)
            _ = try otto.importing(export)
            #expect(try otto.followed().map(\.feed.encodedPath) == ["github/octo-sample/vault"])
            let first = scene.environment()
            try first.store.setOwnToken("vault-first", for: "github")
            _ = try first.importing(export)
            #expect(try first.followed().map(\.feed.encodedPath) == ["github/accounts/1/octo-sample/vault"])
        }
    }
}
