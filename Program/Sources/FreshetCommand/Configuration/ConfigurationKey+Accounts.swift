import FeedStore

extension ConfigurationKey {
    static let accounts = [
        limit("follows", "follows", \.follows, overriddenBy: "`--max-follows`"),
        limit("rules", "rules", \.rules, overriddenBy: "`--max-rules`"),
        limit("saved", "saved items", \.saved, overriddenBy: "`--max-saved`"),
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
