import WebText

extension Preferences {
    /// The attributes of a page's root element.
    var attributes: HTML {
        let attributes: [HTML] = Preference.all.filter(\.isOnPage).map { " data-\($0.name)=\"\($0.value(self))\"" }
        return "\(attributes)"
    }
}

extension Preferences.Theme {
    /// What browsers draw before the style sheet has arrived, and around the page.
    var metadata: HTML {
        let schemes: HTML = self == .system ? "light dark" : self == .dark ? "dark" : "light"
        let colors: [HTML] =
            self == .system
            ? [Self.light, .dark].map { theme in
                """
                <meta name="theme-color" content="\(theme.ground)" media="(prefers-color-scheme: \(theme.rawValue))">
                """
            } : ["<meta name=\"theme-color\" content=\"\(ground)\">"]
        return "<meta name=\"color-scheme\" content=\"\(schemes)\">\(colors)"
    }

    /// `--ground` of `base.css`.
    private var ground: String {
        switch self {
        case .system, .light: "#f5f7f7"
        case .dark: "#101517"
        case .sepia: "#f3ead6"
        }
    }
}
