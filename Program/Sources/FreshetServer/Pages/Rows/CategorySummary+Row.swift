import WebText
import Feeds
import OurPlanet

extension CategorySummary {
    /// The row of a category: not an item that is read or saved, but a door to its events.
    /// - Parameter largest: the number of events of the category that has most, by which the bars are drawn.
    func row(largest: Int, _ context: RowContext) -> Row {
        let days = context.query.days == 360 ? "" : "?days=\(context.query.days)"
        let path = "/planet/" + id.percentEncoded + days
        let identifier = "row-" + id.elementID
        let isHidden = !context.query.matches([title, description ?? "", id].joined(separator: " "))
        let html: HTML = """
            <li class="row category" id="\(identifier)" data-id="\(id)" data-upstream="planet" data-type="category"\
            \(isHidden ? " hidden" : "" as HTML)><div class="body"><p class="title"><a class="main" href="\(path)">\
            \(SafeText(title).html)</a></p><p class="meta">\(SafeText(description ?? "", atMost: 300).html)</p>\(bar(largest))</div>\
            <div class="counts">\(counts)</div></li>
            """
        return Row(id: identifier, html: html, marker: nil)
    }

    private var counts: HTML {
        guard let eventCount, let openCount else {
            return "<span class=\"count waiting\"><b>…</b> <span>counting</span></span>"
        }
        return """
            <span class="count"><b>\(eventCount)</b> <span>\(eventCount == 1 ? "event" : "events")</span></span>\
            <span class="count"><b>\(openCount)</b> <span>open</span></span>
            """
    }

    /// Says nothing that the numbers do not say.
    private func bar(_ largest: Int) -> HTML {
        let width = largest > 0 ? (eventCount ?? 0) * 1000 / largest : 0
        let open = largest > 0 ? (openCount ?? 0) * 1000 / largest : 0
        return """
            <svg class="gauge" viewBox="0 0 1000 6" preserveAspectRatio="none" aria-hidden="true">\
            <rect class="ground" width="1000" height="6"/><rect class="all" width="\(width)" height="6"/>\
            <rect class="open" width="\(open)" height="6"/></svg>
            """
    }
}
