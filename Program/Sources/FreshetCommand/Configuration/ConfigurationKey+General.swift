import Catalog
import FeedStore
import Feeds
import Platform

extension ConfigurationKey {
    static let general = [
        ConfigurationKey(
            "data", "The folder of the store: an absolute path, or one that begins with ~/.",
            example: "\"~/.local/share/freshet\"", overriddenBy: "`--data`, `XDG_DATA_HOME`"
        ) { value, settings throws(ConfigurationProblem) in
            let path = try value.string()
            guard path.hasPrefix("/") || path.hasPrefix("~/") else {
                throw ConfigurationProblem("must be an absolute path or begin with ~/, not “\(path)”")
            }
            settings.data = path
        },
        ConfigurationKey(
            "store", "The PostgreSQL database of the store, in place of a file in the folder.",
            example: "\"postgresql://freshet@db.example.org/freshet\"",
            overriddenBy: "`--store`, `FRESHET_STORE`"
        ) { value, settings throws(ConfigurationProblem) in
            let address = try value.string()
            guard FeedStore.isPostgreSQL(address) else {
                throw ConfigurationProblem("must be an address such as postgresql://user@host/database")
            }
            guard URL(string: address)?.password() == nil else {
                throw ConfigurationProblem("must not contain a password. Put it into ~/.pgpass or PGPASSWORD")
            }
            settings.store = address
        },
        ConfigurationKey(
            "account", "The account whose follows, marks and rules commands and the reader use.", example: "\"anna\"",
            overriddenBy: "`--account`"
        ) { value, settings throws(ConfigurationProblem) in settings.account = try value.string() },
        ConfigurationKey(
            "color", "Whether to use color: auto, always or never.", standard: "\"auto\"",
            overriddenBy: "`--color`, `NO_COLOR`, `CLICOLOR_FORCE`"
        ) { value, settings throws(ConfigurationProblem) in settings.color = try value.choice(of: ColorChoice.self) },
        ConfigurationKey(
            "plain", "Only append lines, for screen readers.", standard: "false",
            overriddenBy: "`--plain`, `FRESHET_PLAIN`"
        ) { value, settings throws(ConfigurationProblem) in settings.plain = try value.boolean() },
        ConfigurationKey(
            "limit", "The number of items in a list, up to the feed's maximum.", example: "50",
            overriddenBy: "`--limit`"
        ) { value, settings throws(ConfigurationProblem) in settings.limit = try value.integer(in: 1...1000) },
    ]

    static let network = [
        ConfigurationKey(
            "network.proxy", "The proxy for requests to upstreams.", example: "\"http://proxy.example.org:3128\"",
            overriddenBy: "`HTTPS_PROXY`, `HTTP_PROXY`"
        ) { value, settings throws(ConfigurationProblem) in
            let text = try value.string()
            guard let url = URL(string: text), url.scheme?.lowercased() == "http", url.host()?.isEmpty == false else {
                throw ConfigurationProblem("must be an address such as http://proxy.example.org:3128, not “\(text)”")
            }
            guard url.user() == nil, url.password() == nil else {
                throw ConfigurationProblem(
                    "must not contain a user name or a password. Set HTTPS_PROXY and HTTP_PROXY instead")
            }
            settings.network.proxy = text
        },
        ConfigurationKey(
            "network.no-proxy", "Hosts and domains that are reached without the proxy.", standard: "[]",
            overriddenBy: "`NO_PROXY`"
        ) { value, settings throws(ConfigurationProblem) in settings.network.noProxy = try value.strings() },
    ]

    static let follow = [
        ConfigurationKey(
            "follow.every", "The interval of newly followed feeds.", example: "\"1h\"",
            overriddenBy: "`freshet follow --every`"
        ) { value, settings throws(ConfigurationProblem) in
            let expected = "an interval such as \"30m\", \"1h\", \"1d\", \"never\" or \"default\""
            guard let interval = FollowSettings.PollInterval(words: try value.string(expected)) else {
                throw value.mismatch(expected)
            }
            settings.follow.every = interval
        },
        ConfigurationKey(
            "follow.folder", "The folder of newly followed feeds.", example: "\"New\"",
            overriddenBy: "`freshet follow --folder`"
        ) { value, settings throws(ConfigurationProblem) in settings.follow.folder = try value.string() },
    ]
}

extension ConfigurationKey {
    static let reader = [
        ConfigurationKey(
            "reader.start", "The list to show first: unread, saved, or the key of a feed.", standard: "\"unread\"",
            overriddenBy: "`freshet read FEED`"
        ) { value, settings throws(ConfigurationProblem) in
            let text = try value.string()
            guard let source = ReaderSource(word: text) ?? FeedCatalog.all.feed(pasted: text).map({ .feed($0) }) else {
                throw ConfigurationProblem(
                    "must be \"unread\", \"saved\" or a feed such as \"\(FeedCatalog.all.exampleKey)\", "
                        + "not “\(text)”")
            }
            settings.reader.start = source
        },
        ConfigurationKey(
            "reader.mouse", "Whether the mouse selects and scrolls. If false, the terminal selects text.",
            standard: "true"
        ) { value, settings throws(ConfigurationProblem) in settings.reader.mouse = try value.boolean() },
        ConfigurationKey(
            "reader.feeds-width",
            "The width of the feeds pane, in columns. By default it depends on the terminal's width.",
            example: "30"
        ) { value, settings throws(ConfigurationProblem) in
            settings.reader.panes.feedsWidth = try value.integer(in: 10...80)
        },
        ConfigurationKey(
            "reader.two-panes-from", "The minimum terminal width for two panes, in columns.", standard: "70"
        ) { value, settings throws(ConfigurationProblem) in
            settings.reader.panes.twoFrom = try value.integer(in: 40...1000)
        },
        ConfigurationKey(
            "reader.three-panes-from", "The minimum terminal width for three panes, in columns.", standard: "140"
        ) { value, settings throws(ConfigurationProblem) in
            settings.reader.panes.threeFrom = try value.integer(in: 80...1000)
        },
    ]

    /// The keys of each command of the reader.
    static let keys = ReaderCommand.allCases.map { command in
        let names = (KeyMap.standard.keys[command] ?? []).filter { !$0.isReserved }.map {
            "\"\($0.configurationName)\""
        }
        return ConfigurationKey(
            "keys." + command.configurationName,
            "\(command.summary.prefix(1).uppercased())\(command.summary.dropFirst()).",
            standard: names.count == 1 ? names[0] : "[" + names.joined(separator: ", ") + "]"
        ) { value, settings throws(ConfigurationProblem) in
            var keys: [Key] = []
            for name in try value.strings() {
                let key = try Key(configured: name)
                if !keys.contains(key) { keys.append(key) }
            }
            settings.keys[command] = keys
        }
    }
}

extension ConfigurationKey {
    static let retention = [
        ConfigurationKey(
            "retention.items", "The number of a feed's newest items that are kept at any age.",
            standard: String(GeneralRetention().items), overriddenBy: "`freshet follow --keep`, if that is more"
        ) { value, settings throws(ConfigurationProblem) in
            settings.retention.items = try value.integer(in: ItemRetention.itemRange)
        },
        ConfigurationKey(
            "retention.days", "The age in days up to which all items of a feed are kept.",
            standard: String(GeneralRetention().days), overriddenBy: "`freshet follow --keep`, if that is more"
        ) { value, settings throws(ConfigurationProblem) in
            settings.retention.days = try value.integer(in: ItemRetention.dayRange)
        },
    ]
}
