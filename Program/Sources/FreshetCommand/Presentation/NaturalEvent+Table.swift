import WebText
import Feeds
import OurPlanet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension NaturalEvent: PresentableItem {
    static let columns: [Table.Column] = [
        .init(header: "SEEN", alignment: .trailing, dropOrder: 1),
        .init(header: "STATE"),
        .init(header: "EVENT", minimum: 20, isFlexible: true),
        .init(header: "SIZE", alignment: .trailing, dropOrder: 3),
        .init(header: "PLACE", dropOrder: 2),
        .init(header: "SOURCE", dropOrder: 4),
    ]

    static let nothing = "no events in these days"
    static let waiting = "asking EONET, which may take half a minute…"

    func cells(_ clock: Clock) -> [Table.Cell] {
        let state: StyledText = isOpen ? StyledText("open", .colour(.green)) : StyledText("closed", .dim)
        return [
            clock.cell(date),
            Table.Cell(state, plain: TerminalText(closed.map { "closed " + $0.internetDateTime } ?? "open")),
            Table.Cell(StyledText(untrusted: title, link: url.flatMap { Hyperlink($0.absoluteString) })),
            Table.Cell(StyledText(untrusted: magnitude.map(Self.size) ?? "", .dim)),
            Table.Cell(StyledText(untrusted: position.map(Self.place) ?? "", .dim)),
            Table.Cell(StyledText(untrusted: sources.map(\.id).joined(separator: " "), .dim)),
        ]
    }

    private static func size(_ magnitude: Magnitude) -> String {
        let value = magnitude.value
        let number = value == value.rounded() && abs(value) < 1e15 ? String(Int(value)) : tenths(value)
        return magnitude.unit.map { "\(number) \($0)" } ?? number
    }

    /// `38.5°N 121.2°W`.
    private static func place(_ position: Position) -> String {
        let latitude = tenths(abs(position.latitude)) + (position.latitude < 0 ? "°S" : "°N")
        let longitude = tenths(abs(position.longitude)) + (position.longitude < 0 ? "°W" : "°E")
        return latitude + " " + longitude
    }

    private static func tenths(_ value: Double) -> String {
        guard abs(value) < 1e15 else { return String(value) }
        let tenths = Int((abs(value) * 10).rounded())
        return (value < 0 ? "-" : "") + "\(tenths / 10).\(tenths % 10)"
    }
}
