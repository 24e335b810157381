import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetServer

/// A server with three accounts: the first one, anna and otto.
struct SharedServer: Sendable {
    static let passwords = ["admin": "correct horse", "anna": "battery staple", "otto": "purple kettle"]

    let server: RunningServer
    let accounts: [String: Account]

    /// Runs a server and ends it.
    static func run(
        _ configure: (inout ServerOptions) -> Void = { _ in },
        members destinations: Set<Destination.Kind> = [],
        provider: FakeProvider? = nil, log: WarningLog? = nil, _ body: (SharedServer) async throws -> Void
    ) async throws {
        try await SampledEnvironment.run(members: destinations, provider: provider) { scene in
            try await add(to: scene)
            let server = try await RunningServer.start(scene, log: log, configure)
            let result: Result<Void, any Error>
            do {
                let accounts = try scene.environment.store.accounts()
                let named = Dictionary(uniqueKeysWithValues: accounts.map { ($0.name, $0) })
                result = .success(try await body(SharedServer(server: server, accounts: named)))
            } catch { result = .failure(error) }
            try await server.stop()
            try result.get()
        }
    }

    /// Adds the accounts to a store.
    static func add(to scene: SampledEnvironment) async throws {
        let (store, now) = (scene.environment.store, scene.environment.now())
        try store.setPassword(try hash("admin"), keeping: nil)
        for name in ["anna", "otto"] {
            _ = try store.admit(name, password: try hash(name), isAdministrator: false, at: now)
        }
    }

    private static func hash(_ name: String) throws -> PasswordHash {
        try PasswordHash(of: try #require(passwords[name]))
    }

    /// The environment of an account.
    func environment(_ name: String) throws -> FeedEnvironment {
        server.scene.environment.of(try #require(accounts[name]).id)
    }

    /// The answer to a name and a password.
    func answer(_ name: String, _ password: String, browser: String = "Browser/1") async -> Reply {
        await server.post(
            "/login", "name=\(name)&password=\(password.replacing(" ", with: "+"))", ["User-Agent": browser])
    }

    /// Signs in; returns the cookie.
    func signIn(_ name: String, browser: String = "Browser/1") async throws -> String {
        let reply = await answer(name, try #require(Self.passwords[name]), browser: browser)
        #expect(reply.status == 303)
        return String(try #require(reply.headers["set-cookie"]).prefix { $0 != ";" })
    }

    /// The page's status for a browser, or for a program.
    func status(_ path: String, _ headers: [String: String]) async -> Int {
        await server.ask(path, "GET", headers).status
    }
}

func basic(_ user: String, _ password: String) -> String {
    "Basic " + Data("\(user):\(password)".utf8).base64EncodedString()
}
