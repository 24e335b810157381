/// A browser and its system, such as “Firefox on Linux”, as far as its user agent names them.
struct BrowserName {
    /// The user agent; nil if unknown.
    let userAgent: String?

    var text: String {
        guard let agent = userAgent else { return "Unknown browser" }
        func name(_ names: [(part: String, name: String)]) -> String? { names.first { agent.contains($0.part) }?.name }
        let known = name(Self.browsers), system = name(Self.systems)
        switch (known, system) {
        case (let known?, let system?): return "\(known) on \(system)"
        case (let known?, nil): return known
        case (nil, _): return String(agent.prefix { $0 != " " })
        }
    }

    /// Parts of user agents. Others contain the parts of those that come later.
    private static let browsers: [(part: String, name: String)] = [
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("Vivaldi/", "Vivaldi"),
        ("SamsungBrowser/", "Samsung Internet"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chromium/", "Chromium"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
    ]
    private static let systems: [(part: String, name: String)] = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Macintosh", "Mac"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"), ("FreeBSD", "FreeBSD"), ("OpenBSD", "OpenBSD"),
    ]
}
