import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("The configuration")
    struct Config {
        @Test("The configuration applies to every command, and options and variables override it")
        func applies() async throws {
            try await Scene.with { scene in
                try scene.configure("limit = 2\ncolor = \"always\"")
                #expect(try await scene.run("news --limit 3").lines.count == 3)
                let run = try await scene.run("news --offline")
                #expect(run.lines.count == 2 && run.output.contains("\u{1B}[33m"))
                for (option, changes) in [("--color never", [:]), ("--color auto", [:]), ("", ["NO_COLOR": "1"])] {
                    #expect(try await !scene.run("news --offline " + option, changes).output.contains("\u{1B}"))
                }
            }
        }

        @Test("The configuration is in XDG_CONFIG_HOME, else below the home folder")
        func folder() async throws {
            try await Scene.with { scene in
                let home = scene.folder.path
                #expect(
                    try await scene.runBare(["config", "--path"]).output == home + "/.config/freshet/config.toml\n")
                let run = try await scene.runBare(["config", "--path"], ["XDG_CONFIG_HOME": "/etc/xdg"])
                #expect(run.status(0) && run.output == "/etc/xdg/freshet/config.toml\n")
                let relative = try await scene.runBare(["config", "--path"], ["XDG_CONFIG_HOME": "etc"])
                #expect(relative.output == home + "/.config/freshet/config.toml\n")
            }
        }

        @Test("The configuration sets the store's folder, unless an option or XDG_DATA_HOME does")
        func data() async throws {
            try await Scene.with { scene in
                try scene.configure("data = \"~/kept\"")
                let folder = scene.folder.path
                _ = try await scene.runBare(["news", "--limit", "1"])
                _ = try await scene.runBare(["news", "--limit", "1"], ["XDG_DATA_HOME": folder + "/xdg"])
                for path in ["/kept", "/xdg/freshet"] {
                    #expect(FileManager.default.fileExists(atPath: folder + path + "/freshet.sqlite"))
                }
                #expect(!FileManager.default.fileExists(atPath: folder + "/.local"))
            }
        }

        @Test("A mistake in the configuration ends every command with status 64, and names file, line and reason")
        func mistake() async throws {
            try await Scene.with { scene in
                let path = try scene.configure("# mine\n[serve]\nprot = 1\nhost = 2\n")
                for line in ["news", "unread", "serve", "config --check"] {
                    let run = try await scene.runBare(line.split(separator: " ").map(String.init))
                    let lines = run.errors.split(separator: "\n").map(String.init)
                    #expect(run.status(64) && run.output.isEmpty && lines.count == 2)
                    #expect(lines.first?.hasPrefix(path + ":3: ") == true && lines.first?.contains("“port”") == true)
                    #expect(lines.last?.hasPrefix(path + ":4: serve.host ") == true)
                }
                #expect(scene.control.requests.isEmpty)
                for line in ["--version", "--help", "config --default", "config --path"] {
                    #expect(try await scene.runBare(line.split(separator: " ").map(String.init)).status(0))
                }
            }
        }

        @Test("A configuration that can't be read ends every command")
        func unreadable() async throws {
            try await Scene.with { scene in
                let path = try scene.configure("")
                try FileManager.default.removeItem(atPath: path)
                try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
                let run = try await scene.run("news")
                #expect(run.status(1) && run.errors.contains(path) && scene.control.requests.isEmpty)
            }
        }

        @Test("The configuration can be printed with all defaults, and checked")
        func defaultFile() async throws {
            try await Scene.with { scene in
                let none = try await scene.runBare(["config", "--check"])
                #expect(none.status(0) && none.output.contains("doesn't exist"))
                let printed = try await scene.runBare(["config", "--default"])
                #expect(printed.status(0) && printed.output == ConfigurationText.defaultFile)
                try scene.configure(printed.output)
                let check = try await scene.runBare(["config", "--check"])
                #expect(check.status(0) && check.output.contains("no mistakes"))
            }
        }

        @Test("The configuration gives newly followed feeds an interval and a folder, and leaves others alone")
        func follow() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                try scene.configure("[follow]\nevery = \"2h\"\nfolder = \"New\"")
                _ = try await scene.run("follow news/top")
                _ = try await scene.run("follow news/best")
                _ = try await scene.run("follow news/ask --every 30m")
                let following = try #require(
                    try await scene.run("following --json").json["feeds"] as? [[String: Any]])
                let settings = following.map { "\($0["feed"] ?? "") \($0["folder"] ?? "") \($0["interval"] ?? "")" }
                #expect(settings.sorted() == ["news/ask New 30m", "news/best New 2h", "news/top <null> <null>"])
            }
        }

        @Test("The configuration remaps keys of the reader, whose list of keys shows them")
        func keys() async throws {
            try await Scene.with { scene in
                try scene.configure("[keys]\nhelp = \"Ctrl-S\"\nquit = [\"X\"]\nsave = \"K\"\n")
                let (hasHint, hasKeys, ending) = try await scene.fullScreen("read", columns: 100, rows: 40) { screen in
                    let hasHint = screen.wait(for: "Ctrl-S keys · X quit")
                    screen.type("\u{13}")
                    let hasKeys = screen.wait { $0.text.contains { $0.contains("X Ctrl-C") && $0.contains("quit") } }
                    screen.type("X")
                    return (hasHint, hasKeys, screen.end())
                }
                #expect(hasHint && hasKeys && ending == .status(0))
            }
        }

        @Test("The configuration sets the reader's first list, its panes and the mouse")
        func reader() async throws {
            try await Scene.with { scene in
                try scene.configure("[reader]\nstart = \"saved\"\nmouse = false\ntwo-panes-from = 90\n")
                let (isSaved, hasFeeds, output) = try await scene.fullScreen("read", columns: 80) { screen in
                    let isSaved = screen.wait(for: "Nothing saved yet")
                    let hasFeeds = screen.text.contains { $0.contains("Discover") }
                    screen.type("q")
                    _ = screen.end()
                    return (isSaved, hasFeeds, screen.output)
                }
                #expect(isSaved && !hasFeeds && !output.contains("\u{1B}[?1000h"))
            }
        }

        @Test("The configuration makes output plain, unless FRESHET_PLAIN is 0")
        func plain() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 2")
                try scene.configure("plain = true")
                for (value, isPlain) in [("", true), ("0", false)] {
                    let text = try await scene.terminal("news --offline --limit 2", ["FRESHET_PLAIN": value]) {
                        program in
                        _ = program.ending()
                        return program.terminal.output(until: "\r\n")
                    }
                    #expect(text.contains("\u{1B}") != isPlain)
                }
            }
        }

        #if os(Linux)
        @Test("The configuration names a proxy, which the environment overrides")
        func proxy() async throws {
            let proxy = try HookServer()
            defer { proxy.stop() }
            try await Scene.with { scene in
                try scene.configure("[network]\nproxy = \"\(proxy.url.absoluteString.dropLast("/hook".count))\"\n")
                proxy.set(.fails)
                let address = ["FRESHET_NEWS_URL": "http://news.example/v0"]
                let overridden = try await scene.run(
                    "news", address.merging(["http_proxy": "http://127.0.0.1:9"]) { $1 })
                #expect(!overridden.status(0) && proxy.posts.isEmpty)
                #expect(try await scene.run("planet").status(0) && proxy.posts.isEmpty)
                let other = scene.folder.appending(path: "other").path
                let run = try await scene.runBare(["news", "--data", other], address)
                #expect(!run.status(0) && proxy.posts.first?.target == "news.example:80")
            }
        }
        #endif

        @Test("The configuration sets the address of the page")
        func serve() async throws {
            try await Scene.with { scene in
                try scene.configure("[serve]\nport = \(scene.upstreams.port)\n")
                let run = try await scene.run("serve")
                #expect(run.status(1) && run.errors.contains("\(scene.upstreams.port)"))
                try scene.configure("[serve]\nhost = \"0.0.0.0\"\n")
                let open = try await scene.run("serve")
                #expect(open.status(64) && open.errors.contains("FRESHET_TOKEN"))
            }
        }
    }
}

extension Scene {
    /// Writes the configuration file; returns its path.
    @discardableResult
    func configure(_ text: String) throws -> String {
        let folder = folder.appending(path: ".config/freshet")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = folder.appending(path: "config.toml")
        try text.write(to: file, atomically: true, encoding: .utf8)
        return file.path
    }
}
