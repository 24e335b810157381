import FeedStore
import Feeds
import ImportExport
import Platform
import WebText

/// The followed feeds with their settings and errors, and the forms for export and import.
struct FollowingPage: Sendable {
    private let followed: [FollowedFeed]
    private let pages: [FeedKey: URL]
    private let summaries: [FeedKey: FeedSummary]
    private let site: Site
    private let imported: ImportReport?

    /// - Parameter imported: what an import has just changed.
    init(_ environment: FeedEnvironment, _ site: Site, imported: ImportReport? = nil) throws {
        followed = try environment.followed()
        pages = try environment.pages(of: followed)
        summaries = Dictionary(try environment.store.feeds().map { ($0.feed, $0) }) { first, _ in first }
        self.site = site
        self.imported = imported
    }

    var html: HTML {
        Layout(title: "Following", address: "/following", site: site).document(
            """
            <main id="main" class="plain wider">\(PageBar(title: "Following", status: "<p class=\"summary\">The feeds you follow. Each feed's page has its settings.</p>").html)
            \(outcome)\(followed.isEmpty ? Self.empty : table)\(FollowForm(site: site).entry(id: "following-follow", on: "/following"))
            <h2>Export</h2><p>What you follow, read and saved, and your rules, as <a href="/export.json" download="freshet.json">JSON</a>; \
            the followed feeds only, for other feed readers, as <a href="/export.opml" download="freshet.opml">OPML</a>.</p>
            <h2>Import</h2><p>A JSON or OPML file. Existing entries stay unchanged.</p>
            <form class="follow" method="post" action="/import" enctype="multipart/form-data"><label for="import">File</label>\
            <div class="field"><input id="import" name="file" type="file" required accept=".opml,.xml,.json"\(refusal.attributes)>\
            <button class="button">Import</button></div>\(refusal.html)</form></main>
            """)
    }

    private static let empty = EmptyNote(
        reason: "You don't follow any feeds yet.", advice: "Feeds that you follow appear here."
    ).html

    private var refusal: FieldRefusal { FieldRefusal("import", site) }

    private var outcome: HTML? {
        guard let imported else { return nil }
        let refusals: [HTML] = imported.refusals.prefix(50).map {
            "<li>\(SafeText($0.entry, atMost: 200).html): \(SafeText($0.reason, atMost: 200).html)</li>"
        }
        let list: HTML? = refusals.isEmpty ? nil : "<p>Refused:</p><ul>\(refusals)</ul>"
        return """
            <div class="notice" role="status"><p>\(imported.added) added, \(imported.known) already existed, \(imported.refused) refused.</p>\(list)</div>
            """
    }

    private var table: HTML {
        """
        <div class="table" role="region" aria-label="Followed feeds" tabindex="0"><table><caption class="visually-hidden">Followed feeds</caption>\
        <thead><tr><th scope="col">Feed</th><th scope="col">Folder</th><th scope="col">Interval</th>\
        <th scope="col" class="number">Unread</th><th scope="col">Refreshed</th></tr></thead><tbody>\(followed.map(row))</tbody></table></div>
        """
    }

    private func row(_ item: FollowedFeed) -> HTML {
        let summary = summaries[item.feed.key]
        let error: HTML? = summary?.error.map {
            " <b class=\"bad\">\(SafeText($0.kind).html)</b> <span class=\"why\">\(SafeText($0.message, atMost: 200).html)</span>"
        }
        let refreshed: HTML = summary?.fetchedAt.map { Instant($0).html(.ago, site.now) } ?? "not yet"
        let address = pages[item.feed.key]?.absoluteString ?? item.feed.encodedPath
        return """
            <tr><th scope="row"><a href="\(item.feed.address)">\(SafeText(item.title, atMost: 200).html)</a>\
            <span class="address">\(SafeText(address, atMost: 200).html)</span></th>\
            <td data-name="Folder">\(SafeText(item.settings.folder ?? "", atMost: 80).html)</td>\
            <td data-name="Interval">\(item.settings.interval?.words ?? "default")</td>\
            <td data-name="Unread" class="number" data-unread="\(item.feed.address)">\(site.unread.byFeed[item.feed.key] ?? 0)</td>\
            <td data-name="Refreshed">\(refreshed)\(error)</td></tr>
            """
    }
}
