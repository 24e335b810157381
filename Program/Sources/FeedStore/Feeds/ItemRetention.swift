/// How many items of a feed are kept, and for how many days. An item is removed when it is beyond both.
package struct ItemRetention: Sendable, Hashable {
    /// The numbers of items that can be chosen.
    package static let itemRange = 20...1_000_000
    /// The numbers of days that can be chosen.
    package static let dayRange = 1...36_500
    /// Keeps everything.
    package static let all = ItemRetention(days: dayRange.upperBound)

    /// The number of newest items that are kept at any age; nil for the general number.
    package var items: Int?
    /// The age in days up to which every item is kept; nil for the general one.
    package var days: Int?

    /// Creates settings; by default the general ones.
    package init(items: Int? = nil, days: Int? = nil) {
        self.items = items
        self.days = days
    }
}

/// How many items each feed keeps at least; a follower's ``FollowSettings/retention`` only adds to them.
package struct GeneralRetention: Sendable, Hashable {
    /// The number of newest items that are kept at any age.
    package var items: Int
    /// The age in days up to which every item is kept.
    package var days: Int

    /// Creates settings.
    package init(items: Int = 1_000, days: Int = 90) {
        self.items = items
        self.days = days
    }
}
