import FeedStore
import Foundation
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet sessions")
    struct Sessions {
        /// Keeps two sessions in the scene's data folder, as the server does.
        private func keep(in scene: Scene) throws {
            let now = Date().timeIntervalSince1970
            let sessions: [[String: Any]] = [
                [
                    "id": "0a1b2c3d", "hash": "aa", "createdAt": now - 90_000, "usedAt": now - 86_000,
                    "address": "192.0.2.1", "browser": "Lynx\u{1b}[31m/2.9",
                ],
                ["id": "4e5f6071", "hash": "bb", "createdAt": now - 300, "usedAt": now - 120],
            ]
            try FileManager.default.createDirectory(at: scene.data, withIntermediateDirectories: true)
            try JSONSerialization.data(withJSONObject: sessions).write(to: scene.data.appending(path: "sessions.json"))
        }

        @Test("freshet sessions lists signed-in browsers, the last used first, without their cookies")
        func list() async throws {
            try await Scene.with { scene in
                let none = try await scene.run("sessions")
                #expect(none.status(0) && none.output.isEmpty && none.errors == "Nobody is signed in.\n")
                try keep(in: scene)
                let list = try await scene.run("sessions")
                try #require(list.status(0) && list.fields.map(\.first) == ["4e5f6071", "0a1b2c3d"])
                #expect(list.fields[1][4] == "192.0.2.1" && !list.output.contains("\u{1b}"))
                let sessions = try #require(
                    try await scene.run("sessions list --json").json["sessions"] as? [[String: Any]])
                #expect(sessions.map { $0["id"] as? String } == ["4e5f6071", "0a1b2c3d"])
                #expect(sessions.allSatisfy { $0["hash"] == nil })
            }
        }

        @Test("freshet sessions lists and revokes the sessions of accounts beside those with the token")
        func accounts() async throws {
            try await Scene.with { scene in
                try keep(in: scene)
                let first = try FeedStore(at: scene.store)
                let password = try PasswordHash(of: "battery staple")
                try first.setPassword(password, keeping: nil)
                let anna = try first.admit("anna", password: password, isAdministrator: false, at: .now)
                let secrets = [Secret.make(), .make(), .make()]
                let stores = [first, first.of(anna.id), first.of(anna.id)]
                for (index, browser) in ["Links", "Elinks", "w3m"].enumerated() {
                    _ = try stores[index].startSession(
                        secret: secrets[index], address: nil, browser: browser, at: .now)
                }
                func listed(_ line: String) async throws -> Set<String> {
                    Set(try await scene.run(line).fields.map { $0[1] + " " + $0[5] })
                }
                #expect(try await listed("sessions").isSuperset(of: ["admin Links", "anna Elinks", "anna w3m", " "]))
                #expect(try await listed("sessions --account anna") == ["anna Elinks", "anna w3m"])
                let id = try #require(try first.of(anna.id).sessions(at: .now).first { $0.browser == "w3m" }).id
                #expect(try await scene.run("sessions revoke \(id)").output == "Revoked 1 session.\n")
                #expect(try first.session(for: secrets[2], at: .now) == nil)
                #expect(try await scene.run("sessions revoke --all --account anna").output == "Revoked 1 session.\n")
                #expect(try await scene.run("sessions revoke --all").output == "Revoked 3 sessions.\n")
                #expect(try secrets.allSatisfy { try first.session(for: $0, at: .now) == nil })
                #expect(try await scene.run("sessions --account otto").status(64))
            }
        }

        @Test("freshet sessions revokes one or all in a file that only its owner can read")
        func revoke() async throws {
            try await Scene.with { scene in
                try keep(in: scene)
                let wrong = try await scene.run("sessions revoke 99999999")
                #expect(wrong.status(64) && wrong.errors.contains("There is no session 99999999."))
                #expect(try await scene.run("sessions revoke 0a1b2c3d").output == "Revoked 1 session.\n")
                let file = scene.data.appending(path: "sessions.json")
                let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
                #expect(permissions == 0o600)
                #expect(try await scene.run("sessions --json").json.description.contains("4e5f6071"))
                #expect(try await scene.run("sessions revoke --all --json").json["revoked"] as? Int == 1)
                #expect(try await scene.run("sessions revoke --all").output == "Revoked 0 sessions.\n")
                for line in ["sessions revoke", "sessions revoke 0a1b2c3d --all"] {
                    #expect(try await scene.run(line).status(64))
                }
            }
        }
    }
}
