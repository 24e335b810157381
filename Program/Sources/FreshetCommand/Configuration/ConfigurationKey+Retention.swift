import FeedStore

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
