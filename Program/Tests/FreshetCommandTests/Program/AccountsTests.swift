import Foundation
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet accounts")
    struct Accounts {
        /// Runs a command whose standard input is a line.
        private func run(_ line: String, typing input: String, in scene: Scene) async throws -> Finished {
            let script = "printf '%s\\n' '\(input)' | exec \"$0\" \"$@\""
            return try await RunningProgram(
                "/bin/sh", ["-c", script, BuiltProgram.path] + scene.words(line), scene.environment, in: scene.folder
            ).end()
        }

        @Test("freshet accounts adds, lists and removes accounts, once the first one has a password")
        func accounts() async throws {
            try await Scene.with { scene in
                let alone = try await scene.run("accounts")
                #expect(alone.status(0) && alone.fields == [["admin", "yes", "0", "none", "", "no", "0", "0", "0"]])
                let early = try await run("accounts add anna", typing: "battery staple", in: scene)
                #expect(early.status(1) && early.errors.contains("freshet accounts password admin"))
                let set = try await run("accounts password admin", typing: "correct horse", in: scene)
                #expect(set.status(0) && set.output == "Set the password of admin.\n")
                let added = try await run("accounts add Anna", typing: "battery staple", in: scene)
                #expect(added.status(0) && added.output == "Added the account anna.\n")
                let administrator = try await run(
                    "accounts add otto --administrator --json", typing: "battery staple", in: scene)
                #expect(try administrator.json["isAdministrator"] as? Bool == true)
                let list = try await scene.run("accounts list")
                #expect(
                    list.fields == [
                        ["admin", "yes", "0", "set", "", "no", "0", "0", "0"],
                        ["anna", "no", "0", "set", "", "no", "0", "0", "0"],
                        ["otto", "yes", "0", "set", "", "no", "0", "0", "0"],
                    ])
                #expect(try await scene.run("accounts remove anna").output == "Removed the account anna.\n")
                let gone = try await scene.run("accounts remove anna")
                #expect(gone.status(64) && gone.errors.contains("There is no account “anna”."))
                let first = try await scene.run("accounts remove admin")
                #expect(first.status(64) && first.errors.contains("can't be removed"))
                let json = try await scene.run("accounts --json")
                #expect(
                    try (json.json["accounts"] as? [[String: Any]])?.map { $0["name"] as? String } == ["admin", "otto"])
                #expect(!json.output.contains("argon2id"))
            }
        }

        @Test("freshet accounts refuses short passwords and bad names with the reason")
        func refused() async throws {
            try await Scene.with { scene in
                let short = try await run("accounts password admin", typing: "short", in: scene)
                #expect(short.status(64) && short.errors.contains("at least 8 characters"))
                let name = try await run("accounts add a/b", typing: "battery staple", in: scene)
                #expect(name.status(64) && name.errors.contains("“a/b” can't be the name of an account"))
            }
        }

        @Test("freshet accounts shows an app password once, and lists and revokes it")
        func appPasswords() async throws {
            try await Scene.with { scene in
                let added = try await scene.run("accounts app-password admin Phone")
                let secret = added.output.trimmingCharacters(in: .newlines)
                #expect(added.status(0) && secret.count == 29 && added.errors.contains("only time"))
                let list = try await scene.run("accounts app-password admin")
                #expect(list.fields.map { $0.prefix(2) } == [["Phone", "reader"]] && !list.output.contains(secret))
                _ = try await scene.run("accounts app-password admin Backup --scope everything")
                let scopes = try await scene.run("accounts app-password admin")
                #expect(scopes.fields.map { $0.prefix(2) } == [["Backup", "everything"], ["Phone", "reader"]])
                #expect(try await scene.run("accounts app-password admin X --scope all").status(64))
                _ = try await scene.run("accounts app-password admin Backup --revoke")
                #expect(try await scene.run("accounts app-password admin Phone").status(64))
                #expect(try await scene.run("accounts app-password admin Phone --revoke").status(0))
                let again = try await scene.run("accounts app-password admin Phone --revoke")
                #expect(again.status(64) && again.errors.contains("has no app password “Phone”"))
                let none = try await scene.run("accounts app-password admin")
                #expect(none.status(0) && none.errors == "admin has no app passwords.\n")
                #expect(try await scene.run("accounts app-password otto").status(64))
            }
        }

        @Test("freshet accounts prints a link that sets a password, but not for a disabled account")
        func reset() async throws {
            try await Scene.with { scene in
                let made = try await scene.run("accounts reset admin")
                let pattern = /http:\/\/127\.0\.0\.1:8080\/reset\/[0-9a-f]{64}\n/
                #expect(made.status(0) && made.output.wholeMatch(of: pattern) != nil)
                #expect(made.errors.contains("works once"))
                #expect(try await scene.run("accounts reset admin --json").json["expiresAt"] is String)
                let elsewhere = try await scene.run("accounts reset admin --server https://example.org/freshet/")
                #expect(elsewhere.output.hasPrefix("https://example.org/freshet/reset/"))
                let wrong = try await scene.run("accounts reset admin --server example.org")
                #expect(wrong.status(64) && wrong.errors.contains("start with https://"))
                let days = try await scene.run("accounts reset admin --days 0")
                #expect(days.status(64) && days.errors.contains("1 to 365 days"))
                #expect(try await scene.run("accounts reset otto").status(64))
                _ = try await run("accounts password admin", typing: "correct horse", in: scene)
                _ = try await run("accounts add anna", typing: "battery staple", in: scene)
                let disabled = try await scene.run("accounts disable anna")
                #expect(disabled.status(0) && disabled.output == "anna is disabled.\n")
                let refused = try await scene.run("accounts reset anna")
                #expect(refused.status(1) && refused.errors.contains("is disabled"))
                #expect(try await scene.run("accounts").fields.map { $0[5] } == ["no", "yes"])
                #expect(try await scene.run("accounts enable anna").output == "anna is enabled.\n")
            }
        }

        @Test("freshet accounts makes, lists and revokes invitations")
        func invitations() async throws {
            try await Scene.with { scene in
                let early = try await scene.run("accounts invite")
                #expect(early.status(1) && early.errors.contains("freshet accounts password admin"))
                _ = try await run("accounts password admin", typing: "correct horse", in: scene)
                let none = try await scene.run("accounts invitations")
                #expect(none.status(0) && none.errors.contains("No open invitations"))
                let made = try await scene.run("accounts invite Otto --administrator --days 1")
                #expect(made.status(0) && made.output.contains("/invitation/"))
                let list = try await scene.run("accounts invitations")
                #expect(list.fields.map { $0.prefix(4) } == [["1", "otto", "administrator", "admin"]])
                #expect(try await scene.run("accounts invite admin").status(64))
                #expect(try await scene.run("accounts invitations --revoke 1").output == "Revoked the invitation 1.\n")
                let gone = try await scene.run("accounts invitations --revoke 1")
                #expect(gone.status(64) && gone.errors.contains("no open invitation 1"))
            }
        }

        @Test("freshet accounts changes roles and names, but never demotes or disables the first account")
        func roles() async throws {
            try await Scene.with { scene in
                _ = try await run("accounts password admin", typing: "correct horse", in: scene)
                _ = try await run("accounts add anna", typing: "battery staple", in: scene)
                let role = try await scene.run("accounts role anna administrator")
                #expect(role.output == "anna is now an administrator.\n")
                #expect(try await scene.run("accounts role anna member").output == "anna is now a member.\n")
                #expect(try await scene.run("accounts role anna owner").status(64))
                let renamed = try await scene.run("accounts rename anna Anna.B")
                #expect(renamed.output == "anna.b is the new name of anna.\n")
                let taken = try await scene.run("accounts rename anna.b admin")
                #expect(taken.status(64) && taken.errors.contains("already an account"))
                for line in ["role admin member", "disable admin"] {
                    let refused = try await scene.run("accounts \(line)")
                    #expect(refused.status(64) && refused.errors.contains("is the first account"), "\(line)")
                }
            }
        }

        @Test("Only administrators add destinations that act as the server, unless the configuration allows it")
        func destinations() async throws {
            try await Scene.with { scene in
                _ = try await run("accounts password admin", typing: "correct horse", in: scene)
                _ = try await run("accounts add anna", typing: "battery staple", in: scene)
                let refused = try await scene.run("destinations add exec true --account anna")
                #expect(refused.status(1) && refused.errors.contains("accounts.destinations"))
                #expect(try await scene.run("destinations add exec true").status(0))
                let folder = scene.folder.appending(path: ".config/freshet")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data("accounts.destinations = [\"email\", \"exec\"]\n".utf8)
                    .write(to: folder.appending(path: "config.toml"))
                #expect(try await scene.run("destinations add exec true --account anna").status(0))
                #expect(try await scene.run("destinations test exec --account anna").status(0))
                #expect(try await scene.run("destinations add email me@example.org --account anna").status(0))
                let test = try await scene.run("destinations test email --account anna")
                #expect(test.status(1) && test.errors.contains("isn't confirmed yet"))
            }
        }

        @Test("freshet accounts stores and removes an account's own token without showing it")
        func token() async throws {
            try await Scene.with { scene in
                _ = try await run("accounts password admin", typing: "correct horse", in: scene)
                _ = try await run("accounts add anna", typing: "battery staple", in: scene)
                let early = try await scene.run("github --inbox --account anna")
                #expect(early.errors.contains("Add your own GitHub token"))
                let set = try await run("accounts token anna", typing: "ghp_annas", in: scene)
                #expect(set.status(0) && set.output == "Set the GitHub token of anna.\n")
                let own = try await scene.run("github --inbox --account anna")
                #expect(own.status(0) && own.fields.count == 5)
                let bad = try await run("accounts token anna", typing: "two words", in: scene)
                #expect(bad.status(64) && bad.errors.contains("can't be a GitHub token"))
                for command in ["accounts --json", "export", "status", "following --account anna"] {
                    let shown = try await scene.run(command)
                    #expect(!shown.output.contains("ghp_annas") && !shown.errors.contains("ghp_annas"), "\(command)")
                }
                #expect(
                    try await scene.run("accounts token anna --remove").output == "Removed the GitHub token of anna.\n")
                let again = try await scene.run("accounts token anna --remove")
                #expect(again.status(64) && again.errors.contains("has no GitHub token of its own"))
            }
        }

        @Test("freshet accounts asks for a token on a terminal, without showing it")
        func hiddenToken() async throws {
            try await Scene.with { scene in
                let program = try TerminalProgram(
                    BuiltProgram.path, scene.words("accounts token admin"), environment: scene.environment)
                _ = program.terminal.output(until: "GitHub token: ")
                program.terminal.type("ghp_secret\n")
                let output = program.terminal.output(until: "Set the GitHub")
                #expect(output.contains("token of admin.") && !output.contains("ghp_secret"))
                #expect(program.ending() == .status(0))
            }
        }

        @Test("freshet accounts shows the addresses of an account's feeds, makes them once, and renews them")
        func feedAddresses() async throws {
            try await Scene.with { scene in
                let made = try await scene.run("accounts feed-address")
                #expect(made.status(0) && made.fields.map(\.first) == ["unread", "saved", "folder", "search"])
                let pattern = /http:\/\/127\.0\.0\.1:8080\/feeds\/[0-9a-f]{64}\/unread\.atom/
                #expect(made.fields[0][1].wholeMatch(of: pattern) != nil)
                #expect(try await scene.run("accounts feed-address admin").output == made.output)
                let renewed = try await scene.run("accounts feed-address admin --renew")
                #expect(renewed.status(0) && renewed.fields[0][1] != made.fields[0][1])
                let folder = scene.folder.appending(path: ".config/freshet")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data("serve.public-url = \"https://feeds.example.org/\"\n".utf8)
                    .write(to: folder.appending(path: "config.toml"))
                let json = try await scene.run("accounts feed-address --json")
                let search = (try json.json["feeds"] as? [String: String])?["search"]
                #expect(search?.hasPrefix("https://feeds.example.org/feeds/") == true)
                #expect(search?.hasSuffix("/search.atom?q=WORDS") == true)
                #expect(try await scene.run("accounts feed-address otto").status(64))
            }
        }

        @Test("freshet accounts asks for a password twice on a terminal, without showing it")
        func terminal() async throws {
            try await Scene.with { scene in
                let program = try TerminalProgram(
                    BuiltProgram.path, scene.words("accounts password admin"), environment: scene.environment)
                _ = program.terminal.output(until: "New password for admin: ")
                program.terminal.type("correct horse\n")
                _ = program.terminal.output(until: "again: ")
                program.terminal.type("correct horse\n")
                let output = program.terminal.output(until: "Set the password")
                #expect(output.contains("Set the password of admin.") && !output.contains("correct horse"))
                #expect(program.ending() == .status(0))
            }
        }

        @Test("freshet accounts asks on a terminal before it removes an account")
        func removal() async throws {
            try await Scene.with { scene in
                _ = try await run("accounts password admin", typing: "correct horse", in: scene)
                _ = try await run("accounts add anna", typing: "battery staple", in: scene)
                for (typed, answer) in [
                    ("\n", "wasn't removed"), ("n\n", "wasn't removed"), ("y\n", "Removed the account anna."),
                ] {
                    let program = try TerminalProgram(
                        BuiltProgram.path, scene.words("accounts remove anna"), environment: scene.environment)
                    let question = program.terminal.output(until: "[y/N] ")
                    #expect(question.contains("Remove the account anna with its follows"))
                    program.terminal.type(typed)
                    #expect(program.terminal.output(until: answer).contains(answer))
                    #expect(program.ending() == .status(typed == "y\n" ? 0 : 64))
                }
                #expect(try await scene.run("accounts").fields.map(\.first) == ["admin"])
            }
        }

        @Test("freshet accounts leaves the terminal as it was at Ctrl-C, and changes nothing")
        func interrupted() async throws {
            try await Scene.with { scene in
                let program = try TerminalProgram(
                    BuiltProgram.path, scene.words("accounts password admin"), environment: scene.environment)
                let untouched = program.terminal.settings
                _ = program.terminal.output(until: "New password for admin: ")
                program.terminal.type("corr\u{3}")
                #expect(program.ending() != .status(0))
                #expect(program.terminal.settings == untouched)
                #expect(
                    try await scene.run("accounts").fields == [["admin", "yes", "0", "none", "", "no", "0", "0", "0"]])
            }
        }

        @Test("Commands use the follows and marks of the account that an option or the configuration names")
        func chosen() async throws {
            try await Scene.with { scene in
                _ = try await run("accounts password admin", typing: "correct horse", in: scene)
                _ = try await run("accounts add anna", typing: "battery staple", in: scene)
                #expect(try await scene.run("follow planet --account anna").status(0))
                #expect(try await scene.run("follow news/top").status(0))
                #expect(try await scene.run("following --account ANNA").fields.map(\.first) == ["planet"])
                #expect(try await scene.run("following").fields.map(\.first) == ["news/top"])
                #expect(try await scene.run("accounts").fields.map { $0[2] } == ["1", "1"])
                let unknown = try await scene.run("following --account otto")
                #expect(unknown.status(64))
                #expect(
                    unknown.errors.contains(
                        "There is no account “otto”. To list the accounts, run “freshet accounts list”."))
                let folder = scene.folder.appending(path: ".config/freshet")
                try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
                try Data("account = \"anna\"\n".utf8).write(to: folder.appending(path: "config.toml"))
                #expect(try await scene.run("following").fields.map(\.first) == ["planet"])
                #expect(try await scene.run("following --account admin").fields.map(\.first) == ["news/top"])
            }
        }
    }
}
