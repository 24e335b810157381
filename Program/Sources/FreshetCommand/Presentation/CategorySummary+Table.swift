import Feeds

extension CategorySummary: PresentableItem {
    static let columns: [Table.Column] = [
        .init(header: "CATEGORY"),
        .init(header: "EVENTS", alignment: .trailing),
        .init(header: "OPEN", alignment: .trailing),
        .init(header: "NAME", dropOrder: 1),
        .init(header: "WHAT BELONGS TO IT", minimum: 16, isFlexible: true, dropOrder: 2),
    ]

    static let nothing = "the upstream has no categories"
    static let waiting = "asking EONET, which may take half a minute…"

    func cells(_ clock: Clock) -> [Table.Cell] {
        [
            Table.Cell(StyledText(untrusted: id, .bold)), count(eventCount), count(openCount),
            Table.Cell(StyledText(untrusted: title)), Table.Cell(StyledText(untrusted: description ?? "", .dim)),
        ]
    }

    /// A number that is not known is not 0.
    private func count(_ number: Int?) -> Table.Cell {
        guard let number else { return Table.Cell(StyledText("…", .dim), plain: "") }
        return Table.Cell(StyledText(untrusted: String(number), number == 0 ? .dim : .plain))
    }
}
