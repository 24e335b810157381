import Platform
import WebText

/// A hidden field of a form.
struct Hidden {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    var html: HTML { "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">" }
}

/// A switch that shows a part of the page, which narrow screens hide at first. Works without JavaScript.
struct Disclosure {
    let id: String
    let name: String
    let icon: Icon
    var isOpen = false

    /// Shows the filter and the settings of a feed.
    static func filter(isOpen: Bool) -> Disclosure {
        Disclosure(id: "show-controls", name: "Filter and settings", icon: .controls, isOpen: isOpen)
    }

    /// Shows the map.
    static let map = Disclosure(id: "show-map", name: "Map", icon: .map)

    var html: HTML {
        """
        <label class="disclosure button quiet" title="\(name)"><input type="checkbox" id="\(id)" autocomplete="off"\
        \(isOpen ? " checked" : nil as HTML?)>\(icon.html)<span class="visually-hidden">\(name)</span></label>
        """
    }
}

/// An instant in UTC, which the page's script shows in the reader's time zone or as an age.
struct Instant: Sendable {
    /// The format that the script gives it.
    enum Style: String {
        /// `12 min`
        case age
        /// `12 s ago`
        case ago
        /// `10:45`, with the day unless it is today.
        case clock
    }

    let date: Date

    init(_ date: Date) { self.date = date }

    /// `21 Nov 10:32 UTC`, with the year unless it is the one of `now`.
    func words(_ now: Date) -> String {
        let civil = CivilDate(date)
        let year = civil.year == CivilDate(now).year ? "" : "\(civil.year) "
        return "\(civil.day) \(civil.monthName) \(year)\(civil.clock) UTC"
    }

    /// The `time` element.
    func html(_ style: Style, _ now: Date) -> HTML {
        "<time class=\"\(style.rawValue)\" datetime=\"\(date.internetDateTime)\">\(words(now))</time>"
    }
}

extension SafeText {
    /// The text in an element that isolates its writing direction.
    var html: HTML { "<bdi>\(text)</bdi>" }
}

extension WebAddress {
    /// A link to the address that gives away nothing about the reader.
    func link(_ content: HTML, class name: String? = nil) -> HTML {
        let name: HTML = name.map { " class=\"\($0)\"" } ?? ""
        return "<a\(name) href=\"\(text)\" rel=\"noopener noreferrer\">\(content)</a>"
    }
}

extension AllowedMarkup {
    /// The markup; nil if nothing is left of it.
    var markup: HTML? { html.isEmpty ? nil : HTML(safe: html) }
}
