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
