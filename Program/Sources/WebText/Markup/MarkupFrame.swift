/// A page embedded in markup, such as a player.
struct MarkupFrame: Sendable {
    private static let audioHosts = [
        "open.spotify.com", "w.soundcloud.com", "embed.podcasts.apple.com", "player.simplecast.com", "bandcamp.com",
        "player.megaphone.fm", "share.transistor.fm", "podlove.org",
    ]

    /// What it contains, as far as its host shows.
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
