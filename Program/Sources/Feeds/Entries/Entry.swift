#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// An item in the shape that every face shows.
public struct Entry: Sendable, Hashable, Identifiable {
    /// The item's id, as the store has it.
    public var id: String
    /// What sort of item it is, such as a push or a story.
    public var kind: Kind
    /// The headline: plain text in runs, some of which are emphasized.
    public var title: [TextRun]
    /// Where the headline leads; nil where the upstream names no page.
    public var link: Link?
    /// Where people talk about it, if that is another page.
    public var discussion: URL?
    /// When it happened; nil where the upstream doesn't say.
    public var date: Date?
    /// Who made it.
    public var author: Author?
    /// Where it comes from: a repository, a site, an observer.
    public var source: String?
    /// A sentence or two for feed readers and search, without markup.
    public var summary: String
    /// What can be read of it, as the upstream's HTML; sanitize it before it is shown.
    public var text: String?
    /// Words that it is filed under.
    public var tags: [String]
    /// What stands before the headline.
    public var lead: Lead
    /// Numbers with units, the most important first.
    public var measures: [Measure]
    /// What is told below the headline, in order.
    public var facts: [Fact]
    /// Where on Earth it is.
    public var location: Location?
    /// Whether it still goes on; nil where that makes no sense.
    public var isOpen: Bool?
    /// When it ended.
    public var closed: Date?
    /// How deep it stands below others, as a comment in a tree; 0 at the top.
    public var depth: Int
    /// Whether it can be marked as read and saved: not a heading that leads to another feed.
    public var isMarkable: Bool

    /// An entry with what every kind of feed knows; the rest is set afterwards.
    public init(id: String, kind: Kind, title: [TextRun], link: Link? = nil, date: Date? = nil) {
        self.id = id
        self.kind = kind
        self.title = title
        self.link = link
        self.date = date
        summary = ""
        tags = []
        lead = .none
        measures = []
        facts = []
        depth = 0
        isMarkable = true
    }

    /// The headline without emphasis.
    public var plainTitle: String { title.count == 1 ? title[0].text : title.map(\.text).joined() }

    /// The number under that name.
    public func measure(_ id: String) -> Measure? { measures.first { $0.id == id } }
}

extension Entry {
    /// A sort of item.
    public struct Kind: Sendable, Hashable {
        /// The upstream's own name, by which items are filtered: `PushEvent`, `story`.
        public let id: String
        /// The name for people: "push".
        public let name: String

        /// A sort of item; `name` is the id unless told otherwise.
        public init(_ id: String, name: String? = nil) {
            self.id = id
            self.name = name ?? id
        }
    }

    /// A stretch of a headline.
    public struct TextRun: Sendable, Hashable {
        /// The text, as the upstream gave it.
        public let text: String
        /// Whether it stands out.
        public let isEmphasized: Bool

        /// Plain text unless told otherwise.
        public init(_ text: String, isEmphasized: Bool = false) {
            self.text = text
            self.isEmphasized = isEmphasized
        }
    }

    /// A place to go to.
    public enum Link: Sendable, Hashable {
        /// A page of the web; only `http` and `https` become links.
        case web(URL)
        /// Another feed, by the parts of its path.
        case feed([String])
    }

    /// A person or account.
    public struct Author: Sendable, Hashable {
        /// The name, or the login.
        public let name: String
        /// Their page.
        public let page: URL?
        /// Their picture.
        public let avatar: URL?

        /// A person or account.
        public init(name: String, page: URL? = nil, avatar: URL? = nil) {
            self.name = name
            self.page = page
            self.avatar = avatar
        }
    }

    /// What stands before a headline.
    public enum Lead: Sendable, Hashable {
        /// Nothing.
        case none
        /// The author's picture, or their initials.
        case avatar
        /// The first measure.
        case measure
        /// A disc for what goes on, a square for what has ended.
        case state
        /// A short word.
        case word(String)
    }

    /// A number with its unit.
    public struct Measure: Sendable, Hashable {
        /// By which items are sorted and searched: `points`, `comments`.
        public let id: String
        /// The number; nil while it isn't known, which is not zero.
        public let value: Double?
        /// What one and what several are called; empty where the number has no unit.
        public let unit: Unit

        /// A number with its unit.
        public init(_ id: String, _ value: Double?, unit: Unit) {
            self.id = id
            self.value = value
            self.unit = unit
        }

        /// The words for one and for several.
        public struct Unit: Sendable, Hashable {
            /// "point"
            public let singular: String
            /// "points"
            public let plural: String

            /// Two words; a unit that has one form only repeats it.
            public init(_ singular: String, _ plural: String? = nil) {
                self.singular = singular
                self.plural = plural ?? singular
            }
        }
    }

    /// Something told below the headline.
    public struct Fact: Sendable, Hashable {
        /// What it tells, by which faces style it.
        public enum Role: String, Sendable, Hashable {
            /// The kind of item.
            case kind
            /// Where it comes from.
            case source
            /// Whether it goes on.
            case state
            /// A number with its unit.
            case measure
            /// Where on Earth it is.
            case place
            /// Who made it.
            case author
            /// The way to the discussion.
            case discussion
            /// Anything else.
            case other
        }

        /// What it tells.
        public let role: Role
        /// The words.
        public let text: String
        /// Where they lead.
        public let link: Link?

        /// A fact in words.
        public init(_ role: Role, _ text: String, link: Link? = nil) {
            self.role = role
            self.text = text
            self.link = link
        }
    }
}
