import WebText
import Feeds
import News

extension Story {
    /// The row of a story.
    func row(_ marks: Marks, _ context: RowContext) -> Row {
        let name: HTML = "<bdi>\(SafeText(title).text)</bdi>"
        let link = WebAddress(url)?.link(name, class: "main") ?? name
        let frame = RowFrame(
            item: String(id), upstream: "news", type: type, marks: marks, date: date,
            data: score.map { " data-score=\"\($0)\"" } ?? "",
            lead: points,
            title: link,
            meta: [
                site.map { "<span class=\"site\">\(SafeText($0, atMost: 80).html)</span>" } ?? "",
                author.map { "by \(SafeText($0, atMost: 40).html)" } ?? "", talk,
            ],
            more: text.flatMap(reading))
        return context.row(frame, text: [title, site ?? "", author ?? ""].joined(separator: " "))
    }

    private var points: HTML {
        guard type != "job" else { return "<span class=\"points job\">job</span>" }
        guard let score else { return "<span class=\"points\"></span>" }
        return "<span class=\"points\"><b>\(score)</b> <span>\(score == 1 ? "point" : "points")</span></span>"
    }

    private var talk: HTML {
        guard let comments, let page = WebAddress(page) else { return "" }
        let words: HTML = comments == 0 ? "discuss" : "\(comments) \(comments == 1 ? "comment" : "comments")"
        return page.link(words, class: "place")
    }

    private func reading(_ text: String) -> HTML? {
        let markup = HTML(AllowedMarkup(text))
        if markup.isEmpty { return nil }
        return "<details class=\"text\"><summary>Read the text</summary><div class=\"prose\">\(markup)</div></details>"
    }
}
