public import FeedStore

/// The filters, orders and limits that readers can choose.
public struct FeedControls: Sendable, Hashable {
    /// The kinds of item to filter by; nil if there is only one.
    public var kinds: KindFilter?
    /// The orders, the default first.
    public var orders: [Order]
    /// The time window in days; nil if the feed has none.
    public var days: Days?
    /// The default number of items for a command.
    public var limit: Int
    /// The default number of items for a page.
    public var pageLimit: Int
    /// The maximum number of items.
    public var maximum: Int
    /// Whether a map shows the items' locations.
    public var showsMap: Bool
    /// Whether items show their rank.
    public var showsRank: Bool
    /// Whether programs act in the feed under names such as `renovate[bot]`.
    public var hasBots: Bool
    /// The part of the path that a reader can type, such as another language; nil if the path is fixed.
    public var parameter: Parameter?

    /// By default 50 items, newest first, and at most 1,000.
    public init(
        kinds: KindFilter? = nil, orders: [Order] = [.newest], days: Days? = nil, limit: Int = 50,
        pageLimit: Int? = nil, maximum: Int = 1000, showsMap: Bool = false, showsRank: Bool = false,
        hasBots: Bool = false, parameter: Parameter? = nil
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
    }

    /// The default order.
    public var defaultOrder: ItemOrder { orders.first?.order ?? .newest }

    /// The number of items in a list, which a configuration may set for all feeds.
    public func limit(configured limit: Int?) -> Int { limit.map { min($0, maximum) } ?? self.limit }

    /// The order with a name such as `score`; nil if the feed has no such order.
    public func order(named id: String) -> Order? { orders.first { $0.id == id } }

    /// The description of an order; nil if the feed doesn't have it.
    public func order(_ order: ItemOrder) -> Order? { orders.first { $0.order == order } }
}

extension FeedControls {
    /// A filter by kind of item.
    public struct KindFilter: Sendable, Hashable {
        /// The name of the choice that filters nothing: "All events".
        public let all: String
        /// The choices: an ``Entry/Kind-swift.struct/id`` and a plural name each.
        public let choices: [Choice]

        /// A filter with these choices.
        public init(all: String, _ choices: [Choice]) {
            self.all = all
            self.choices = choices
        }
    }

    /// A value of a filter.
    public struct Choice: Sendable, Hashable {
        /// The value.
        public let id: String
        /// The name for readers.
        public let name: String

        /// A value and its name.
        public init(_ id: String, _ name: String) {
            self.id = id
            self.name = name
        }
    }

    /// An order to sort items by.
    public struct Order: Sendable, Hashable {
        /// The name in addresses and options.
        public let id: String
        /// The name for readers.
        public let name: String
        /// The order in the store.
        public let order: ItemOrder

        /// An order with its names.
        public init(_ id: String, _ name: String, _ order: ItemOrder) {
            self.id = id
            self.name = name
            self.order = order
        }

        /// Newest first.
        public static let newest = Order("newest", "Newest first", .newest)
        /// The upstream's own order.
        public static let ranked = Order("rank", "By rank", .ranked)
    }

    /// A time window in days.
    public struct Days: Sendable, Hashable {
        /// The valid numbers of days.
        public let range: ClosedRange<Int>
        /// The default number of days.
        public let usual: Int

        /// A time window.
        public init(_ range: ClosedRange<Int>, usual: Int) {
            self.range = range
            self.usual = usual
        }
    }

    /// A part of the path that readers can type.
    public struct Parameter: Sendable, Hashable {
        /// The parameter's name: "language".
        public let name: String
        /// The label of its field: "Another language".
        public let label: String
        /// An example value.
        public let placeholder: String
        /// The path before it.
        public let path: [String]

        /// A parameter at the end of that path.
        public init(_ name: String, label: String, placeholder: String, path: [String]) {
            self.name = name
            self.label = label
            self.placeholder = placeholder
            self.path = path
        }
    }
}
