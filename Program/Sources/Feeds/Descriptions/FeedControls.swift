import FeedStore

/// The filters, orders, limits and other choices of readers.
package struct FeedControls: Sendable, Hashable {
    /// The kinds of item to filter by; nil if there is only one.
    package var kinds: KindFilter?
    /// The orders, the default first.
    package var orders: [Order]
    /// The time window in days; nil if the feed has none.
    package var days: Days?
    /// The default number of items for a command.
    package var limit: Int
    /// The default number of items for a page.
    package var pageLimit: Int
    /// The maximum number of items.
    package var maximum: Int
    /// True if a map shows the items' locations.
    package var showsMap: Bool
    /// True if items show their rank.
    package var showsRank: Bool
    /// True if programs act in the feed under names such as `renovate[bot]`.
    package var hasBots: Bool
    /// The part of the path that a reader can type, such as another language; nil if the path is fixed.
    package var parameter: Parameter?
    /// The choices that make it another feed, such as its period.
    package var choices: [FeedChoice]

    /// By default 50 items, newest first, and at most 1,000.
    package init(
        kinds: KindFilter? = nil, orders: [Order] = [.newest], days: Days? = nil, limit: Int = 50,
        pageLimit: Int? = nil, maximum: Int = 1000, showsMap: Bool = false, showsRank: Bool = false,
        hasBots: Bool = false, parameter: Parameter? = nil, choices: [FeedChoice] = []
    ) {
        self.kinds = kinds
        self.orders = orders
        self.days = days
        self.limit = limit
        self.pageLimit = pageLimit ?? limit
        self.maximum = maximum
        self.showsMap = showsMap
        self.showsRank = showsRank
        self.hasBots = hasBots
        self.parameter = parameter
        self.choices = choices
    }

    /// The default order.
    package var defaultOrder: ItemOrder { orders.first?.order ?? .newest }

    /// The number of items in a list, which a configuration may set for all feeds.
    package func limit(configured limit: Int?) -> Int { limit.map { min($0, maximum) } ?? self.limit }

    /// The order with a name such as `points`; nil if the feed has no such order.
    package func order(named name: String) -> Order? { orders.first { $0.id == name || $0.aliases.contains(name) } }

    /// The description of an order; nil if the feed doesn't have it.
    package func order(_ order: ItemOrder) -> Order? { orders.first { $0.order == order } }
}

extension FeedControls {
    /// A filter by kind of item.
    package struct KindFilter: Sendable, Hashable {
        /// The name of the choice that filters nothing: "All events".
        package let all: String
        /// The choices: an ``Entry/Kind-swift.struct/id`` and a plural name each.
        package let choices: [Choice]

        /// A filter with these choices.
        package init(all: String, _ choices: [Choice]) {
            self.all = all
            self.choices = choices
        }
    }

    /// A value of a filter.
    package struct Choice: Sendable, Hashable {
        /// The value.
        package let id: String
        /// The name for readers.
        package let name: String

        /// A value and its name.
        package init(_ id: String, _ name: String) {
            self.id = id
            self.name = name
        }
    }

    /// An order to sort items by.
    package struct Order: Sendable, Hashable {
        /// The name in addresses and options.
        package let id: String
        /// Other names in addresses and options.
        package let aliases: [String]
        /// The name for readers.
        package let name: String
        /// The order in the store.
        package let order: ItemOrder

        /// An order with its names.
        package init(_ id: String, aliases: [String] = [], _ name: String, _ order: ItemOrder) {
            self.id = id
            self.aliases = aliases
            self.name = name
            self.order = order
        }

        /// Newest first.
        package static let newest = Order("newest", "Newest first", .newest)
        /// The upstream's own order.
        package static let ranked = Order("rank", "By rank", .ranked)
    }

    /// A time window in days.
    package struct Days: Sendable, Hashable {
        /// The valid numbers of days.
        package let range: ClosedRange<Int>
        /// The default number of days.
        package let usual: Int

        /// A time window.
        package init(_ range: ClosedRange<Int>, usual: Int) {
            self.range = range
            self.usual = usual
        }
    }

    /// A part of the path that readers can type.
    package struct Parameter: Sendable, Hashable {
        /// The parameter's name: "language".
        package let name: String
        /// The label of its field: "Another language".
        package let label: String
        /// An example value.
        package let placeholder: String
        /// The path before it.
        package let path: [String]

        /// A parameter at the end of that path.
        package init(_ name: String, label: String, placeholder: String, path: [String]) {
            self.name = name
            self.label = label
            self.placeholder = placeholder
            self.path = path
        }
    }
}

/// A choice among feeds that differ in one thing, such as the period.
package struct FeedChoice: Sendable, Hashable {
    /// The property in which they differ: "Period".
    package let name: String
    /// The feeds, with what is chosen as their names.
    package let links: [MenuLink]

    /// A choice among feeds.
    package init(_ name: String, _ links: [MenuLink]) {
        self.name = name
        self.links = links
    }
}
