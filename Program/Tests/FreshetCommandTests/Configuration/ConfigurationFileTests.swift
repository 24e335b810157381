import FeedStore
import Foundation
import TestSupport
import Testing

@testable import FreshetCommand

@Suite("The configuration file")
struct ConfigurationFileTests {
    private func settings(_ text: String) -> Settings {
        let (settings, mistakes) = ConfigurationFile.read(text)
        #expect(mistakes.isEmpty)
        return settings
    }

    @Test("An empty configuration file, or the default one, sets nothing")
    func defaults() {
        #expect(settings("") == Settings())
        #expect(settings(ConfigurationText.defaultFile) == Settings())
    }

    /// The default file with its keys, instead of comments.
    private func uncommented(where isIncluded: (ConfigurationKey) -> Bool) -> String {
        var lines: [String] = []
        var keys = ConfigurationKey.all[...]
        for line in ConfigurationText.defaultFile.split(separator: "\n", omittingEmptySubsequences: false) {
            guard let key = keys.first, line.hasPrefix("#\(key.leaf) = ") else {
                lines.append(String(line))
                continue
            }
            keys.removeFirst()
            if isIncluded(key) { lines.append(String(line.dropFirst())) }
        }
        #expect(keys.isEmpty)
        return lines.joined(separator: "\n")
    }

    @Test("The default configuration file has the program's defaults")
    func standards() {
        var settings = settings(uncommented { $0.standard != nil })
        #expect(settings.keys.count == ReaderCommand.allCases.count)
        for command in ReaderCommand.allCases {
            #expect(settings.keyMap.keys[command] == KeyMap.standard.keys[command])
        }
        settings.keys = [:]
        #expect(settings == Settings())
    }

    @Test("The default configuration file has a value for each key without a default")
    func examples() {
        let changed = settings(uncommented { $0.example != nil })
        #expect(
            changed.data == "~/.local/share/freshet" && changed.limit == 50 && changed.reader.panes.feedsWidth == 30)
        #expect(changed.network.proxy == "http://proxy.example.org:3128")
        #expect(changed.follow == .init(every: .seconds(3600), folder: "New"))
        #expect(changed.serve.publicURL == "https://feeds.example.org")
        #expect(changed.updateAddress?.host() == "packages.example.org")
    }

    @Test("The configuration has each key once, with a default or an example")
    func keys() {
        let keys = ConfigurationKey.all
        #expect(Set(keys.map(\.name)).count == keys.count)
        for key in keys {
            #expect((key.standard == nil) != (key.example == nil) && key.summary.hasSuffix("."))
            #expect(key.path.count <= 2)
        }
    }

    /// The text, the line of the mistake, and the message about it.
    static let mistakes: [(text: String, line: Int, says: String)] = [
        ("colour = \"never\"", 1, "Did you mean “color”"),
        ("\n\n[serve]\nprot = 1", 4, "Did you mean “port”"),
        ("port = 80", 1, "[serve]"), ("# a\n[severs]", 2, "Did you mean “serve”"),
        ("serve = 3", 1, "Write [serve]"), ("reader.colour.x = 1", 1, "There is no key “colour”"),
        ("[serve]\nport = \"80\"", 2, "serve.port must be an integer from 0 to 65535, not “80”."),
        ("[serve]\nport = 99999", 2, "not 99999"), ("limit = 0", 1, "1 to 1000"), ("limit = 2.5", 1, "floating-point"),
        ("color = \"pink\"", 1, "\"auto\", \"always\" or \"never\", not “pink”"),
        ("plain = \"yes\"", 1, "true or false"),
        ("data = \"relative\"", 1, "absolute"), ("data = \" \"", 1, "empty"),
        ("[network]\nproxy = \"socks://a\"", 2, "http://proxy"),
        ("[network]\nproxy = \"http://me:secret@a\"", 2, "HTTPS_PROXY"),
        ("[network]\nno-proxy = [1]", 2, "an array of strings, not 1"),
        ("[follow]\nevery = \"often\"", 2, "\"30m\""), ("[follow]\nevery = 30", 2, "not 30"),
        ("[reader]\nstart = \"newstop\"", 2, "not “newstop”"),
        ("[reader]\ntwo-panes-from = 200", 2, "must not be greater"),
        ("[serve]\npublic-url = \"ftp://a\"", 2, "isn't a public address"),
        ("[serve]\nproxy = [\n\"10.0.0.1\",\n\"x\"]", 2, "IP address"),
        ("[update]\ncheck = \"http://packages.example.org\"", 2, "begins with https://"),
        ("[keys]\nsave = \"Entre\"", 2, "Did you mean “Enter”"),
        ("[keys]\nsave = \"n\"", 2, "both next-unread and save"),
        ("[keys]\nsave = \"z\"\n\ncopy = \"z\"", 4, "both copy and save"),
        ("[keys]\nopen = \"ctrl-m\"", 2, "send it as Enter"),
        ("[keys]\nquit = \"1\"", 2, "digits"), ("[keys]\nopen = \"Ctrl-C\"", 2, "always quits"),
        ("[keys]\nsvae = \"z\"", 2, "Did you mean “save”"),
        ("a = [1,\n2", 2, "."), ("color = \"auto\"\ncolor = \"auto\"", 2, "."), ("limit = \u{0}1", 1, "NUL"),
        ("# a\r\n\r\n[serve]\r\nallow-host = [\r\n  \"a\",\r\n]\r\nport = true\r\n", 7, "serve.port"),
    ]

    @Test("A configuration file with a mistake is refused with the line and the reason", arguments: mistakes)
    func mistake(text: String, line: Int, says: String) throws {
        let mistakes = ConfigurationFile.read(text).mistakes
        let mistake = try #require(mistakes.first)
        #expect(mistakes.count == 1 && mistake.line == line)
        #expect(mistake.reason.contains(says) && mistake.reason.last.map { ".?".contains($0) } == true)
    }

    @Test("All mistakes of a configuration file are reported in the order of their lines")
    func several() {
        let text = "plain = 1\n[serve]\nport = -1\nhots = \"a\"\n[keys]\nsave = \"z\"\ncopy = [\"y\", \"z\"]\n"
        #expect(ConfigurationFile.read(text).mistakes.map(\.line) == [1, 3, 4, 7])
    }

    @Test("The configuration file may have multi-line values that look like other lines")
    func statements() throws {
        let text =
            "[network]\nno-proxy = [ # [serve]\n  \"a.example\",\n\n  '''\nlimit = 0''',\n]\n\n[serve]\nport = \"\"\n"
        let (settings, mistakes) = ConfigurationFile.read(text)
        #expect(settings.network.noProxy == ["a.example", "limit = 0"])
        #expect(mistakes.map(\.line) == [10])
    }

    /// `FRESHET_WRITE_TABLES=1` writes it there.
    @Test("Every key of the configuration file is documented")
    func documented() throws {
        let table = ConfigurationText.table
        #expect(try documentedTable("the keys", in: "configuration.md", writing: table) == table)
    }
}
