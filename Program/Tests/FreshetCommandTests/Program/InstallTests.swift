#if os(Linux)
import ArgumentParser
import Foundation
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("make install")
    struct Install {
        private static let root = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../..").standardizedFileURL.path
        private static let files = [
            "bin/freshet", "share/man/man1/freshet.1", "share/bash-completion/completions/freshet",
            "share/zsh/site-functions/_freshet", "share/fish/vendor_completions.d/freshet.fish",
            "lib/systemd/user/freshet.service", "lib/systemd/system/freshet.service",
            "lib/systemd/system/freshet-backup.service", "lib/systemd/system/freshet-backup.timer",
        ]

        /// Runs make with a program that starts the built one, which is too large to copy.
        private func make(_ target: String, in scene: Scene) async throws -> Finished {
            try await scene.shell(
                """
                set -e
                printf '#!/bin/sh\\nexec "%s" "$@"\\n' "$freshet" > "$HOME/program"
                chmod +x "$HOME/program"
                make -s -C '\(Self.root)' \(target) PROGRAM="$HOME/program" STRIP= DESTDIR="$HOME/stage" PREFIX=/opt/it
                """)
        }

        private func isThere(_ file: String, in scene: Scene) -> Bool {
            FileManager.default.fileExists(atPath: scene.folder.path + "/stage/opt/it/" + file)
        }

        /// Once for everything that is installed, since it takes many runs of the program.
        @Test("make install installs everything below DESTDIR and PREFIX, and make uninstall removes all of it")
        func install() async throws {
            try await Scene.with { scene in
                let run = try await make("install", in: scene)
                #expect(run.status(0) && run.errors.isEmpty)
                for file in Self.files { #expect(isThere(file, in: scene)) }
                for file in Self.files where file.hasSuffix("/freshet.service") {
                    #expect(try scene.installed(file).contains("ExecStart=/opt/it/bin/freshet serve"))
                }
                let backup = try scene.installed("lib/systemd/system/freshet-backup.service")
                #expect(backup.contains("/opt/it/bin/freshet backup"))
                for file in Self.files where file.contains("complet") || file.contains("functions") {
                    #expect(try scene.installed(file).contains("quakes"))
                }
                expectEverything(in: try scene.installed("share/man/man1/freshet.1").replacing("\\-", with: "-"))
                for command in Self.checkers {
                    let warnings = try await scene.shell(
                        command + " \"$HOME/stage/opt/it/share/man/man1/freshet.1\" 2>&1")
                    #expect(warnings.status(0) && warnings.output.isEmpty)
                }
                #expect(try await make("uninstall", in: scene).status(0))
                for file in Self.files { #expect(!isThere(file, in: scene)) }
            }
        }

        /// The manual page names every command, option, key and variable.
        private func expectEverything(in page: String) {
            let commands = FreshetCommand.configuration.subcommands.flatMap { command in
                let name = command.configuration.commandName ?? ""
                let inner = command.configuration.subcommands.map { $0.configuration.commandName ?? "" }
                return [name] + inner.map { name + " " + $0 }
            }
            #expect(commands.count > 20 && commands.contains("rules add"))
            for command in commands { #expect(page.contains(".SS freshet \(command)\n")) }
            for word in ["--offline", "--public-url", "#port = 8080", "GH_TOKEN", "\n  130  interrupted"] {
                #expect(page.contains(word))
            }
            for section in ["NAME", "SYNOPSIS", "CONFIGURATION", "ENVIRONMENT", "EXIT STATUS", "FILES"] {
                #expect(page.contains("\n.SH \(section)\n"))
            }
        }

        /// The commands that check a manual page for warnings, of installed programs.
        private static let checkers = [
            ("mandoc", "mandoc -T lint -W warning"), ("groff", "groff -man -ww -T utf8 -z"),
        ].filter { checker in
            ["/usr/bin/", "/usr/local/bin/"].contains {
                FileManager.default.isExecutableFile(atPath: $0 + checker.0)
            }
        }.map(\.1)
    }
}

extension Scene {
    /// A file that make has installed.
    fileprivate func installed(_ file: String) throws -> String {
        try String(contentsOf: folder.appending(path: "stage/opt/it/" + file), encoding: .utf8)
    }
}
#endif
