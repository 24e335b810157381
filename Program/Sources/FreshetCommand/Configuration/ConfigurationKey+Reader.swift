import Catalog
import Feeds

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
