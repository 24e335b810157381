import Feeds
import News

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Story: PresentableItem {
    static let columns: [Table.Column] = [
        .init(header: "WHEN", alignment: .trailing, dropOrder: 1),
        .init(header: "POINTS", alignment: .trailing, dropOrder: 3),
        .init(header: "COMMENTS", alignment: .trailing, dropOrder: 4),
        .init(header: "TITLE", minimum: 40, isFlexible: true),
        .init(header: "SITE", minimum: 11, maximum: 30, isFlexible: true, dropOrder: 2),
        .init(header: "BY", maximum: 16, dropOrder: 5),
    ]

    static let nothing = "this list is empty"
    static let waiting = "asking Hacker News…"

    func cells(_ clock: Clock) -> [Table.Cell] {
        [
            clock.cell(date),
            Table.Cell(StyledText(untrusted: score.map(String.init) ?? "", .colour(.yellow))),
            Table.Cell(StyledText(untrusted: comments.map(String.init) ?? "", link: Hyperlink(page.absoluteString))),
            Table.Cell(StyledText(untrusted: title, link: Hyperlink(url.absoluteString))),
            Table.Cell(StyledText(untrusted: site ?? "", .dim), plain: TerminalText(url.absoluteString)),
            Table.Cell(StyledText(untrusted: author ?? "", .dim)),
        ]
    }
}
