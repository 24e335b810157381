import WebText
import Feeds
import OurPlanet

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension NaturalEvent {
    /// The row of a natural event, with its place on the map.
    func row(_ marks: Marks, _ context: RowContext) -> Row {
        let marker = MapMarker(self)
        let name = SafeText(title).html
        let frame = RowFrame(
            item: id, upstream: "planet", type: isOpen ? "open" : "closed", marks: marks, date: date,
            data: closed.map { " data-closed=\"\($0.internetDateTime)\"" } ?? "",
            lead: state,
            title: url.flatMap { WebAddress($0) }?.link(name, class: "main") ?? name,
            meta: [
                stateWords(context.site.now), magnitude.map { "\(SafeText($0.words, atMost: 40).html)" } ?? "",
                marker.map(\.link) ?? "", witnesses,
            ])
        let start = context.site.now - 86_400 * Double(context.query.days)
        return context.row(
            frame, marker: marker, isOutside: closed.map { $0 < start } ?? false,
            text: ([title, isOpen ? "open" : "closed"] + sources.map(\.id)).joined(separator: " "))
    }

    /// A disc for what is open, an empty square for what is closed.
    private var state: HTML {
        isOpen
            ? "<svg class=\"shape open\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><circle cx=\"10\" cy=\"10\" r=\"6\"/></svg>"
            : "<svg class=\"shape closed\" viewBox=\"0 0 20 20\" width=\"20\" height=\"20\" aria-hidden=\"true\"><rect x=\"5\" y=\"5\" width=\"10\" height=\"10\" rx=\"1\"/></svg>"
    }

    private func stateWords(_ now: Date) -> HTML {
        guard let closed else { return "<span class=\"state open\">open</span>" }
        return "<span class=\"state closed\">closed \(Instant(closed).html(.clock, now))</span>"
    }

    private var witnesses: HTML {
        sources.prefix(4).map { source in
            let name = SafeText(source.id, atMost: 40).html
            return source.url.flatMap { WebAddress($0) }?.link(name, class: "place") ?? name
        }.joined(separator: " ")
    }
}

extension Magnitude {
    /// `1,200 acres`
    var words: String {
        guard abs(value) < 1e12 else { return "\(value) \(unit ?? "")" }
        let tenths = Int((abs(value) * 10).rounded())
        let digits = String(tenths / 10)
        var grouped = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { grouped += "," }
            grouped.append(digit)
        }
        let number = (value < 0 ? "−" : "") + grouped + (tenths % 10 == 0 ? "" : ".\(tenths % 10)")
        return unit.map { "\(number) \($0)" } ?? number
    }
}
