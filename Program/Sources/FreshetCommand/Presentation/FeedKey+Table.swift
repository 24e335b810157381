import FeedStore
import Feeds
import WebText

extension FeedKey {
    /// The cell of a table that names the feed; a pipe gets the key itself.
    func cell(_ style: Style) -> Table.Cell {
        Table.Cell(StyledText(untrusted: address ?? rawValue, style), plain: TerminalText(rawValue))
    }

    /// The web address that is the key's last part, decoded; nil for keys without one. Commands accept it in place of the key.
    private var address: String? {
        guard let last = rawValue.split(separator: "/").last, last.contains("%"),
            let decoded = String(last).percentDecoded, decoded.contains("://")
        else { return nil }
        return decoded
    }
}
