import FeedStore
import Feeds
import Platform
import WebText

/// The files of an item: pictures are shown, audio and video have players, all are links.
///
/// A player requests its file only when the reader presses play, from the file's host, as the link does. The page's script has one
/// player for the audio of all items; buttons replace the players that an item has without it.
struct ItemEnclosures {
    let item: ListedItems.Item
    /// The positions at which playing them stopped.
    var playback: [Playback] = []
    let site: PageContext

    private var entry: Entry { item.shown.entry }

    /// Nil for items without files.
    var html: HTML? {
        let files: [HTML] = entry.enclosures.compactMap(file)
        return files.isEmpty
            ? nil
            : """
            <section class="files" data-item-feed="\(item.feed.address)" data-id="\(entry.id)"\(artwork) aria-labelledby="files-title">\
            <h3 id="files-title">Files</h3><ul>\(files)</ul></section>
            """
    }

    /// The picture for the player.
    private var artwork: HTML? {
        let picture = entry.picture.flatMap { WebAddress($0) }.flatMap { site.picture($0, item.feed) }
        return picture.map { " data-picture=\"\($0.path)\"" }
    }

    private func file(_ enclosure: Entry.Enclosure) -> HTML? {
        guard let address = WebAddress(enclosure.url) else { return nil }
        let position = playback.first { $0.address == enclosure.url.absoluteString }
        let facts = SafeText(
            (enclosure.facts + [position?.words].compactMap { $0 }).joined(separator: " · "), atMost: 200)
        return """
            <li>\(picture(enclosure, address))\(player(enclosure, address, position))\
            <a href="\(address.text)" target="_blank" rel="noopener noreferrer">\(SafeText(enclosure.title, atMost: 200).html)</a> \
            <span class="fine">\(facts.html)</span> <span class="fine" role="status"></span></li>
            """
    }

    /// A picture that the text doesn't show already.
    private func picture(_ enclosure: Entry.Enclosure, _ address: WebAddress) -> HTML? {
        guard enclosure.type?.hasPrefix("image/") == true, entry.text?.contains(address.text) != true,
            let picture = site.picture(address, item.feed)
        else { return nil }
        let size: HTML? = picture.size.map { " width=\"\($0.width)\" height=\"\($0.height)\"" }
        return "<img src=\"\(picture.path)\" alt=\"\"\(size) loading=\"lazy\" decoding=\"async\">"
    }

    private func player(_ enclosure: Entry.Enclosure, _ address: WebAddress, _ position: Playback?) -> HTML? {
        guard let kind = enclosure.player else { return nil }
        let duration: HTML? = (position?.duration ?? enclosure.duration.map(TimeInterval.init)).map {
            " data-duration=\"\(String($0))\""
        }
        let start: HTML? = position.map { " data-position=\"\(String($0.position))\"" }
        let inline: HTML? = kind == .video ? " playsinline" : nil
        let name = SafeText(enclosure.title, atMost: 200).text
        return """
            <\(kind.rawValue) controls preload="none"\(inline)\(duration) src="\(address.text)" aria-label="\(name)"\(start)></\(kind.rawValue)>\
            \(kind == .audio ? Self.buttons : nil)
            """
    }

    private static let buttons: HTML = """
        <div class="plays"><button class="button" type="button" value="play">\(Icon.play.html)\(Icon.pause.html)<span>Play</span></button>\
        <button class="button quiet" type="button" value="next">Play next</button>\
        <button class="button quiet" type="button" value="queue">Add to queue</button></div>
        """
}

extension Entry.Enclosure {
    /// The element that plays the file; nil for files that browsers don't play.
    fileprivate var player: Player? { (type?.split(separator: "/").first?.lowercased()).flatMap(Player.init) }

    /// Elements that play files.
    fileprivate enum Player: String { case audio, video }
}

extension Playback {
    /// "stopped at 12:05", or "played"; nil at the beginning.
    fileprivate var words: String? {
        if position < 1 { return nil }
        if let duration, position >= duration - 5 { return "played" }
        let seconds = Int(position)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        let clock = hours > 0 ? "\(hours):\(two(minutes))" : "\(minutes)"
        return "stopped at \(clock):\(two(seconds % 60))"
    }
}
