public import FeedStore

/// What a reader may choose among a feed's items.
public struct FeedControls: Sendable, Hashable {
    /// The kinds of item that can be chosen; nil where there is one.
    public var kinds: KindFilter?
    /// The orders, the usual one first.
    public var orders: [Order]
    /// The days that can be looked back; nil where the feed isn't of some days.
    public var days: Days?
    /// How many items a command shows unless told otherwise.
    public var limit: Int
    /// How many items a page shows unless told otherwise.
    public var pageLimit: Int
    /// How many items there can be at most.
    public var maximum: Int
    /// Whether a map shows where the items are.
    public var showsMap: Bool
    /// Items of the feed that a person may name, such as another language; nil where there are none.
    public var parameter: Parameter?

    /// Fifty items, the newest first, of 1,000 at most.
    public init(
        kinds: KindFilter? = nil, orders: [Order] = [.newest], days: Days? = nil, limit: Int = 50,
        pageLimit: Int? = nil, maximum: Int = 1000, showsMap: Bool = false, parameter: Parameter? = nil
    ) {
        self.kinds = kinds
        self.orders = orders
        self.days = days
        self.limit = limit
        self.pageLimit = pageLimit ?? limit
        self.maximum = maximum
        self.showsMap = showsMap
        self.parameter = parameter
    }

    /// The order that nobody has to ask for.
    public var defaultOrder: ItemOrder { orders.first?.order ?? .newest }

    /// The order with a name such as `score`; nil if the feed has no such order.
    public func order(named id: String) -> Order? { orders.first { $0.id == id } }

    /// The order's own description.
    public func order(_ order: ItemOrder) -> Order? { orders.first { $0.order == order } }
}

extension FeedControls {
    /// Kinds of item to choose from.
    public struct KindFilter: Sendable, Hashable {
        /// What all of them are called: "All events".
        public let all: String
        /// Each with its ``Entry/Kind-swift.struct/id`` and the name of several.
        public let choices: [Choice]

        /// Kinds to choose from.
        public init(all: String, _ choices: [Choice]) {
            self.all = all
            self.choices = choices
        }
    }

    /// One value of a filter.
    public struct Choice: Sendable, Hashable {
        /// The value.
        public let id: String
        /// Its name for people.
        public let name: String

        /// A value and its name.
        public init(_ id: String, _ name: String) {
            self.id = id
            self.name = name
        }
    }

    /// An order of the items.
    public struct Order: Sendable, Hashable {
        /// Its name in addresses and options.
        public let id: String
        /// Its name for people.
        public let name: String
        /// The order in the store.
        public let order: ItemOrder

        /// An order under a name.
        public init(_ id: String, _ name: String, _ order: ItemOrder) {
            self.id = id
            self.name = name
            self.order = order
        }

        /// The newest first.
        public static let newest = Order("newest", "Newest first", .newest)
        /// The upstream's own order.
        public static let ranked = Order("rank", "By rank", .ranked)
    }

    /// How many days can be looked back.
    public struct Days: Sendable, Hashable {
        /// The days that make sense.
        public let range: ClosedRange<Int>
        /// The days that nobody has to ask for.
        public let usual: Int

        /// Days to choose from.
        public init(_ range: ClosedRange<Int>, usual: Int) {
            self.range = range
            self.usual = usual
        }
    }

    /// A part of the path that a person may type.
    public struct Parameter: Sendable, Hashable {
        /// What it is: "language".
        public let name: String
        /// What its field is called: "Another language".
        public let label: String
        /// An example.
        public let placeholder: String
        /// The parts of the path before it.
        public let path: [String]

        /// A part of the path after those.
        public init(_ name: String, label: String, placeholder: String, path: [String]) {
            self.name = name
            self.label = label
            self.placeholder = placeholder
            self.path = path
        }
    }
}
