/// An image as its attributes describe it.
struct MarkupImage: Sendable {
    /// The width that pages show pictures in, on a screen of twice the density.
    private static let usualWidth = 1200.0

    /// The most suitable of its addresses; nil if none is a web address.
    let address: WebAddress?
    /// The alternative text, or else the title.
    let description: String
    /// The title, if it isn't the description.
    let title: String?
    /// Nil unless both sides are given in pixels.
    let size: ServedPicture.Size?
    /// Nil unless it is given in pixels.
    let width: Int?
    /// True if it replaces a character, such as an emoji, that its description contains.
    let isSymbol: Bool
    /// True if it has no visible pixels, like pictures that count readers.
    let isInvisible: Bool

    /// - Parameter alternatives: the candidates of the `source` elements before it, for an image without an address.
    init(_ attributes: MarkupAttributes, alternatives: [String] = []) {
        let alt = attributes["alt"]?.ifNotBlank
        description = SafeText(line: alt ?? attributes["title"] ?? "", atMost: 500).text
        title = alt.flatMap { _ in attributes["title"]?.ifNotBlank }.map { SafeText(line: $0, atMost: 500).text }
        let kind = attributes["class"] ?? ""
        isSymbol = ["emoji", "smiley", "latex"].contains { kind.contains($0) }

        let sides = ["width", "height"].map { attributes[$0].flatMap(Self.pixels) }
        let style = attributes["style"]?.lowercased().filter { !$0.isWhitespace } ?? ""
        isInvisible = sides.contains { $0.map { $0 <= 2 } ?? false } || style.contains("display:none")
        width = sides[0].flatMap { ServedPicture.Size.range.contains($0) ? $0 : nil }
        size = width.flatMap { width in sides[1].flatMap { ServedPicture.Size(width: width, height: $0) } }

        // Scripts replace a placeholder by what other attributes name.
        func candidate(_ sets: [String]) -> WebAddress? {
            sets.lazy.compactMap { SourceSet($0).address(forWidth: Self.usualWidth) }.first
        }
        let sources = ["data-src", "data-lazy-src", "data-original", "src"]
        address =
            candidate(["data-srcset", "srcset"].compactMap { attributes[$0] })
            ?? sources.lazy.compactMap { attributes[$0].flatMap(WebAddress.init) }.first ?? candidate(alternatives)
    }

    /// A picture without a description.
    init(_ address: WebAddress, _ size: ServedPicture.Size?) {
        (self.address, self.size, width) = (address, size, size?.width)
        (description, title, isSymbol, isInvisible) = ("", nil, false, false)
    }

    /// The size to show a picture in: that of the markup, in the proportions of the file.
    func size(of picture: ServedPicture) -> ServedPicture.Size? {
        guard let known = picture.size else { return size }
        guard let width else { return known }
        return ServedPicture.Size(width: width, height: max(1, width * known.height / known.width))
    }

    /// `640` or `640px`; nil for other units.
    private static func pixels(_ text: String) -> Int? {
        let text = text.trimmed
        return Int(text.hasSuffix("px") ? String(text.dropLast(2)) : text)
    }
}

/// A picture that the reader's own server shows.
package struct ServedPicture: Sendable, Hashable {
    /// A size in pixels.
    package struct Size: Sendable, Hashable {
        /// The sides that pages allow.
        package static let range = 1...10_000

        /// A side.
        package let width, height: Int

        /// Nil for a side that no page allows.
        package init?(width: Int, height: Int) {
            guard Self.range.contains(width), Self.range.contains(height) else { return nil }
            (self.width, self.height) = (width, height)
        }
    }

    /// The path that the server shows it from.
    package let path: String
    /// Its size; nil if the server doesn't know it.
    package let size: Size?

    /// Creates a picture at a path.
    package init(path: String, size: Size? = nil) {
        self.path = path
        self.size = size
    }
}

/// A page embedded in markup, such as a player.
struct MarkupFrame: Sendable {
    private static let audioHosts = [
        "open.spotify.com", "w.soundcloud.com", "embed.podcasts.apple.com", "player.simplecast.com", "bandcamp.com",
        "player.megaphone.fm", "share.transistor.fm", "podlove.org",
    ]

    /// The kind of content, as far as its host shows.
    let media: MarkupMedia
    /// The page of a video, or else the embedded page.
    let address: WebAddress
    /// The name of the host.
    let host: String
    /// A still picture of the video; nil if none is known.
    let picture: MarkupImage?

    /// Nil if it has no web address, or nothing to see.
    init?(_ attributes: MarkupAttributes) {
        let source = (attributes["src"]?.ifNotBlank ?? attributes["data-src"] ?? "").trimmed
        guard let embedded = WebAddress(source.hasPrefix("//") ? "https:" + source : source),
            !MarkupImage(attributes).isInvisible, !Trackers.contain(embedded)
        else { return nil }
        let parts = embedded.text.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").dropFirst().map(String.init)
        let full = parts.first?.lowercased() ?? ""
        let name = full.hasPrefix("www.") ? String(full.dropFirst(4)) : full
        let id = parts.count == 3 ? parts[2] : ""
        switch (name, parts.dropFirst().first) {
        case ("youtube.com", "embed"), ("youtube-nocookie.com", "embed"):
            (media, host) = (.video, "youtube.com")
            guard id.utf8.count == 11, !["videoseries", "live_stream"].contains(id), id.utf8.allSatisfy(\.isIdentifier),
                let page = WebAddress("https://www.youtube.com/watch?v=" + id)
            else {
                (address, picture) = (embedded, nil)
                return
            }
            address = page
            picture = WebAddress("https://i.ytimg.com/vi/\(id)/hqdefault.jpg").map {
                MarkupImage($0, ServedPicture.Size(width: 480, height: 360))
            }
        case ("player.vimeo.com", "video"):
            (media, host, picture) = (.video, "vimeo.com", nil)
            let isNumber = !id.isEmpty && id.utf8.allSatisfy { (0x30...0x39).contains($0) }
            address = isNumber ? WebAddress("https://vimeo.com/" + id) ?? embedded : embedded
        default:
            media = Self.audioHosts.contains { name == $0 || name.hasSuffix("." + $0) } ? .audio : .page
            (host, address, picture) = (name, embedded, nil)
        }
    }
}

extension UInt8 {
    fileprivate var isIdentifier: Bool {
        isLetter || (0x30...0x39).contains(self) || self == UInt8(ascii: "-") || self == UInt8(ascii: "_")
    }
}

/// Addresses that count readers and show nothing.
enum Trackers {
    private static let hosts = [
        "pixel.wp.com", "stats.wordpress.com", "stats.wp.com", "feeds.wordpress.com", "pixel.quantserve.com",
        "scorecardresearch.com", "google-analytics.com", "googletagmanager.com", "doubleclick.net",
        "feedsportal.com", "pi.feedsportal.com", "rss.buysellads.com", "api.flattr.com", "piwik.pro",
    ]

    private static let paths = [
        "feedburner.com/~r/", "feedburner.com/~ff/", "medium.com/_/stat", "list-manage.com/track/", "facebook.com/tr",
        "/pixel.gif", "/pixel.png", "/tracking-pixel", "/count.gif", "/counter.gif", "/open.aspx", "/piwik.php",
        "/matomo.php", "/1x1.gif", "/1x1.png", "/spacer.gif", "/blank.gif",
    ]

    /// Returns true if the address is a known tracker.
    static func contain(_ address: WebAddress) -> Bool {
        let text = address.text.prefix { $0 != "?" && $0 != "#" }.lowercased()
        let host = text.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first ?? ""
        if hosts.contains(where: { host == $0 || host.hasSuffix("." + $0) }) { return true }
        return paths.contains { $0.hasPrefix("/") ? text.hasSuffix($0) : text.contains($0) }
    }
}
