import Platform
import Search
import WebText

/// An item in the common form that is shown everywhere.
package struct Entry: Sendable, Hashable, Identifiable {
    /// The item's id in the store.
    package var id: String
    /// The kind of item, such as a push or a story.
    package var kind: Kind
    /// The title: runs of plain and emphasized text.
    package var title: [TextRun]
    /// The title's link; nil if the upstream names no page.
    package var link: Link?
    /// The page of its discussion, if that is another page.
    package var discussion: URL?
    /// The date of the event; nil if the upstream names none.
    package var date: Date?
    /// The author.
    package var author: Author?
    /// The source: a repository, a site, an observer.
    package var source: String?
    /// A sentence or two without markup, for feed readers and search.
    package var summary: String
    /// The text as the upstream's HTML. Sanitize it before showing it.
    package var text: String?
    /// Tags.
    package var tags: [String]
    /// The beginning of the row, before the title.
    package var lead: Lead
    /// Numbers with units, the most important first.
    package var measures: [Measure]
    /// Facts to show below the title, in order.
    package var facts: [Fact]
    /// Files that belong to it, such as the audio of a podcast.
    package var enclosures: [Enclosure]
    /// The address of a small picture for lists; nil if the upstream names none.
    package var picture: URL?
    /// The location.
    package var location: Location?
    /// True if the event is open; nil if it can't be.
    package var isOpen: Bool?
    /// The beginning of the event; nil if unknown or the same as ``date``.
    package var began: Date?
    /// The end of the event.
    package var closed: Date?
    /// The depth in a tree of comments; 0 at the top.
    package var depth: Int
    /// The feed that the item itself is, such as a repository's; nil for most items.
    package var feed: Link?
    /// True if it can be marked as read and saved. A heading that links to another feed can't.
    package var isMarkable: Bool

    /// An entry with the properties that every kind has; set the others afterwards.
    package init(id: String, kind: Kind, title: [TextRun], link: Link? = nil, date: Date? = nil) {
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
        enclosures = []
        depth = 0
        isMarkable = true
    }

    /// The title without emphasis.
    package var plainTitle: String { title.count == 1 ? title[0].plainText : title.map(\.plainText).joined() }

    /// The measure of that name.
    package func measure(_ id: String) -> Measure? { measures.first { $0.id == id } }
}

extension Entry {
    /// A kind of item.
    package struct Kind: Sendable, Hashable {
        /// The upstream's own name, which filters use: `PushEvent`, `story`.
        package let id: String
        /// The name for readers: "push".
        package let name: String

        /// A kind; its `name` is the id by default.
        package init(_ id: String, name: String? = nil) {
            self.id = id
            self.name = name ?? id
        }
    }

    /// A run of the title's text.
    package struct TextRun: Sendable, Hashable {
        /// The upstream's text.
        package let text: String
        package let isEmphasized: Bool
        /// True for code, which plain text has between backticks.
        package let isCode: Bool

        /// A run, plain by default.
        package init(_ text: String, isEmphasized: Bool = false, isCode: Bool = false) {
            self.text = text
            self.isEmphasized = isEmphasized
            self.isCode = isCode
        }

        var plainText: String { isCode ? "`\(text)`" : text }

        /// The runs of a title in which code is between backticks.
        package static func runs(markdown title: String) -> [TextRun] {
            var runs: [TextRun] = []
            var rest = title[...]
            while let start = rest.firstIndex(of: "`"),
                let end = rest[rest.index(after: start)...].firstIndex(of: "`")
            {
                let code = rest[rest.index(after: start)..<end]
                // Longer fences aren't used in titles.
                guard !code.isEmpty else { break }
                if start > rest.startIndex { runs.append(TextRun(String(rest[..<start]))) }
                runs.append(TextRun(String(code), isCode: true))
                rest = rest[rest.index(after: end)...]
            }
            if !rest.isEmpty || runs.isEmpty { runs.append(TextRun(String(rest))) }
            return runs
        }
    }

    /// The target of a link.
    package enum Link: Sendable, Hashable {
        /// A page on the web. Only `http` and `https` addresses become links.
        case web(URL)
        /// Another feed, by its path.
        case feed([String])
    }

    /// A person or account.
    package struct Author: Sendable, Hashable {
        /// The name, or the login.
        package let name: String
        /// Their page.
        package let page: URL?
        /// Their picture.
        package let avatar: URL?

        /// A person or account.
        package init(name: String, page: URL? = nil, avatar: URL? = nil) {
            self.name = name
            self.page = page
            self.avatar = avatar
        }
    }

    /// The beginning of a row, before the title.
    package enum Lead: Sendable, Hashable {
        /// Nothing.
        case none
        /// The author's picture, or else their initials.
        case avatar
        /// The first measure.
        case measure
        /// A disc for open events, a square for closed ones.
        case state
        /// A short text.
        case word(String)
    }

    /// A number with its unit.
    package struct Measure: Sendable, Hashable {
        /// The name for sorting and searching: `points`, `comments`.
        package let id: String
        /// The number; nil if it is unknown, which isn't zero.
        package let value: Double?
        /// The unit in the singular and plural; empty for none.
        package let unit: Unit
        /// True if whole numbers are shown with one decimal place too, as magnitudes are: `4.0`.
        package let showsTenths: Bool
        /// The kind that searches compare; nil if none does.
        package let kind: MeasureKind?
        /// The value for sorting and searching, in the unit of the kind.
        package let compared: Double?

        /// A number with its unit.
        ///
        /// - Parameter compared: the value in the unit of the kind; by default `value`.
        package init(
            _ id: String, _ value: Double?, unit: Unit, showsTenths: Bool = false, kind: MeasureKind? = nil,
            compared: Double? = nil
        ) {
            self.id = id
            self.value = value
            self.unit = unit
            self.showsTenths = showsTenths
            self.kind = kind
            self.compared = compared ?? value
        }

        /// A unit in the singular and plural.
        package struct Unit: Sendable, Hashable {
            /// "point"
            package let singular: String
            /// "points"
            package let plural: String

            /// A unit; by default both forms are the same.
            package init(_ singular: String, _ plural: String? = nil) {
                self.singular = singular
                self.plural = plural ?? singular
            }
        }
    }

    /// A file that belongs to an item.
    package struct Enclosure: Sendable, Hashable {
        /// The file's address.
        package let url: URL
        /// The media type, such as `audio/mpeg`; nil if it is unknown.
        package let type: String?
        /// The size in bytes; nil if it is unknown.
        package let length: Int?
        /// The duration in seconds; nil if it is unknown.
        package let duration: Int?

        /// A file by its address.
        package init(_ url: URL, type: String? = nil, length: Int? = nil, duration: Int? = nil) {
            self.url = url
            self.type = type
            self.length = length
            self.duration = duration
        }
    }

    /// A fact below the title.
    package struct Fact: Sendable, Hashable {
        /// The subject of a fact, which decides its style.
        package enum Role: String, Sendable, Hashable {
            /// The kind of item.
            case kind
            /// The source.
            case source
            /// The state of an event that may be open.
            case state
            /// A number with its unit.
            case measure
            /// The location.
            case place
            /// The author.
            case author
            /// A link to the discussion.
            case discussion
            /// Anything else.
            case other
        }

        /// The subject of the fact.
        package let role: Role
        /// The text.
        package let text: String
        /// The text's link.
        package let link: Link?

        /// A fact.
        package init(_ role: Role, _ text: String, link: Link? = nil) {
            self.role = role
            self.text = text
            self.link = link
        }
    }
}

extension Entry {
    /// A position on Earth, with a track and an area.
    package struct Location: Sendable, Hashable {
        /// The current or last known position.
        package var position: Coordinate
        /// The track from its first to its last position; empty for a single position.
        package var track: [Coordinate]
        /// The outline of the area; empty without one.
        package var area: [Coordinate]

        /// A location, by default without a track and an area.
        package init(position: Coordinate, track: [Coordinate] = [], area: [Coordinate] = []) {
            self.position = position
            self.track = track
            self.area = area
        }
    }

    /// Coordinates in degrees (WGS 84).
    package struct Coordinate: Sendable, Hashable {
        /// The latitude, -90 to 90, north positive.
        package let latitude: Double
        /// The longitude, east positive; -180 to 180 after ``normalized``.
        package let longitude: Double

        /// A coordinate.
        package init(latitude: Double, longitude: Double) {
            self.latitude = latitude
            self.longitude = longitude
        }

        /// The same position with its longitude within -180 to 180; nil if the coordinates are invalid.
        package var normalized: Coordinate? {
            guard latitude.isFinite, longitude.isFinite, abs(latitude) <= 90, abs(longitude) <= 720 else { return nil }
            var degrees = longitude.truncatingRemainder(dividingBy: 360)
            if degrees > 180 { degrees -= 360 }
            if degrees < -180 { degrees += 360 }
            return Coordinate(latitude: latitude, longitude: degrees)
        }

        /// `38.5° N 121.2° W`
        package var words: String {
            Self.tenths(latitude) + "° " + (latitude < 0 ? "S" : "N") + " " + Self.tenths(longitude) + "° "
                + (longitude < 0 ? "W" : "E")
        }

        private static func tenths(_ degrees: Double) -> String {
            let number = Int(clamped: (abs(degrees) * 10).rounded())
            return "\(number / 10).\(number % 10)"
        }
    }
}
