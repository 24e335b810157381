import WebText
import Feeds
import GitFeed

extension GitHubItem {
    /// The row of an event or a repository.
    func row(_ marks: Marks, _ context: RowContext) -> Row {
        let kind = GitHubKind(type: type)
        let frame = RowFrame(
            item: id, upstream: "github", type: type, marks: marks, date: date,
            lead: Portrait(author: author, site: context.site).html,
            title: WebAddress(url)?.link(sentence, class: "main") ?? sentence,
            meta: [
                "<span class=\"kind\">\(SafeText(kind.name, atMost: 60).html)</span>",
                context.tellsRepository || type == "Repository" ? repositoryLink : "",
            ])
        return context.row(frame, text: [title, repository, author?.name ?? "", kind.name].joined(separator: " "))
    }

    /// The title with the name of who did it standing out.
    private var sentence: HTML {
        if type == "Repository" { return SafeText(title).html }
        guard let name = author?.name, !name.isEmpty, title.hasPrefix(name + " ") else { return SafeText(title).html }
        return "<strong>\(SafeText(name).html)</strong> \(SafeText(String(title.dropFirst(name.count + 1))).html)"
    }

    private var repositoryLink: HTML {
        guard let name = RepositoryName(repository) else { return SafeText(repository).html }
        return "<a class=\"place\" href=\"\(FeedAddress.repository(name).path)\">\(name.html)</a>"
    }
}
