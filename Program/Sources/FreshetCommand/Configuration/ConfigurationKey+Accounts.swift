import FeedStore
import Feeds

extension ConfigurationKey {
    static let accounts = [
        limit("follows", "follows", \.follows, overriddenBy: "`--max-follows`"),
        limit("rules", "rules", \.rules, overriddenBy: "`--max-rules`"),
        limit("saved", "saved items", \.saved, overriddenBy: "`--max-saved`"),
        ConfigurationKey(
            "accounts.destinations",
            "The kinds of destination that act as the server and that every account may use, besides administrators': email, desktop, exec.",
            standard: "[]"
        ) { value, settings throws(ConfigurationProblem) in
            settings.memberSinks = []
            for name in try value.strings() {
                guard let kind = Sink.Kind(rawValue: name), kind.actsAsServer else {
                    let names = Sink.Kind.allCases.filter(\.actsAsServer).map { "\"\($0.rawValue)\"" }
                    throw ConfigurationProblem("must contain only \(names.alternatives), not “\(name)”")
                }
                settings.memberSinks.insert(kind)
            }
        },
        ConfigurationKey(
            "accounts.private-hosts",
            "Hosts on the server's computer or a private network whose feeds every account may follow, besides administrators: names or addresses, with a port to allow no other one.",
            standard: "[]"
        ) { value, settings throws(ConfigurationProblem) in
            settings.privateHosts = PrivateHosts()
            for host in try value.strings() where !settings.privateHosts.insert(host) {
                throw ConfigurationProblem(
                    "must contain only hosts such as \"news.lan\" or \"192.168.1.4:8080\", not “\(host)”")
            }
        },
    ]

    private static func limit(
        _ name: String, _ what: String, _ limit: any WritableKeyPath<AccountLimits, Int> & Sendable,
        overriddenBy: String
    ) -> ConfigurationKey {
        ConfigurationKey(
            "accounts." + name, "The maximum number of \(what) of an account that isn't an administrator's.",
            standard: String(AccountLimits()[keyPath: limit]), overriddenBy: overriddenBy
        ) { value, settings throws(ConfigurationProblem) in
            settings.accounts[keyPath: limit] = try value.integer(in: AccountLimits.range)
        }
    }
}
