import FeedStore
import Feeds
import ImportExport
import Platform
import Search
import WebText

/// The followed feeds by folder, with their settings and errors, actions for many of them, export and import.
struct FollowingPage: Sendable {
    private let followed: [FollowedFeed]
    private let pages: [FeedKey: URL]
    private let summaries: [FeedKey: FeedSummary]
    private let pushes: [FeedKey: PushState]
    private let omissions: ExportOmissions
    private let site: PageContext
    /// The report of the import that this page responds to.
    var imported: ImportReport?
    /// Words in the names, addresses or folders of the shown feeds.
    var words: String?
    /// The change that this page responds to, and the id that undoes it.
    var changed: (id: String, change: UndoableChange)?

    init(_ environment: FeedEnvironment, _ site: PageContext) throws {
        followed = try environment.followed()
        pages = try environment.pages(of: followed)
        omissions = try environment.exportOmissions()
        pushes = try environment.pushStates(of: followed)
        summaries = Dictionary(try environment.store.feeds().map { ($0.feed, $0) }) { first, _ in first }
        self.site = site
    }

    /// The id of the row of a feed, by its page's path, or of a folder, by its path.
    static func rowID(_ name: String) -> String { "following-" + name.elementID }

    var html: HTML {
        Layout(title: "Following", address: "/following", site: site).document(
            """
            <main id="main" class="plain wider">\(bar)
            \(undo)\(outcome)\(groups.map(\.html))</main>
            """)
    }

    private var groups: [PageGroup] {
        [
            PageGroup(
                id: "followed-title", title: "Your feeds",
                entries: [followed.isEmpty ? GroupEntry(content: Self.empty).html : list]),
            PageGroup(
                id: "follow-title", title: "Follow",
                entries: [
                    GroupEntry(
                        content: FollowForm(site: site).entry(id: "following-follow", on: "/following", isStrong: true)
                    ).html
                ]),
            PageGroup(id: "transfer-title", title: "Import and export", entries: [importing, exporting, apps]),
        ]
    }

    private var importing: HTML {
        GroupEntry(
            id: "import-title", title: "Import", note: "A JSON or OPML file. Existing entries stay unchanged.",
            content: """
                <form class="follow" method="post" action="/import" enctype="multipart/form-data"><label for="import">File</label>\
                <div class="field"><input id="import" name="file" type="file" required accept=".opml,.xml,.json"\(refusal.attributes)>\
                <button class="button strong">Import</button></div>\(refusal.html)</form>
                """
        ).html
    }

    private var exporting: HTML {
        GroupEntry(
            id: "export-title", title: "Export",
            note:
                "JSON has what you follow, read and saved, and your rules. OPML has the followed feeds only, for other feed readers.",
            content: """
                <div class="form-buttons"><a class="button" href="/export.json" download="freshet.json">Export JSON</a> \
                <a class="button" href="/export.opml" download="freshet.opml">Export OPML</a></div>\(omitted)
                """
        ).html
    }

    private var apps: HTML {
        GroupEntry(
            id: "apps-title", title: "Reader apps",
            content:
                "<p class=\"fine\">Apps on your phone can show what you follow: see the addresses on the page of your <a href=\"/account\">account</a>.</p>"
        ).html
    }

    private var bar: HTML {
        PageBar(
            title: "Following",
            status: "<p class=\"summary\">The feeds you follow. Each feed's page has its settings.</p>",
            tools: followed.isEmpty ? nil : filter
        ).html
    }

    private var filter: HTML {
        """
        <div class="tools"><form id="find" class="find" method="get" action="/following" role="search" aria-label="Search the feeds you follow">\
        <label class="search">\(Icon.search.html)<span class="visually-hidden">Search the feeds you follow</span>\
        <input type="search" name="q" value="\(words ?? "")" maxlength="200" placeholder="Filter" autocomplete="off" spellcheck="false"></label>\
        <button class="button plain">Filter</button></form></div>
        """
    }

    private static let empty = EmptyNote(
        reason: "You don't follow any feeds yet.", advice: "Feeds that you follow appear here.",
        action: .link("#following-follow", "Follow a feed")
    ).html

    private var refusal: FieldRefusal { FieldRefusal("import", site) }

    private var undo: HTML? {
        changed.map { id, change in
            let words: HTML =
                switch change {
                case .unfollowed(let feeds) where feeds.count == 1:
                    "Unfollowed \(SafeText(feeds[0].title, atMost: 200).html)."
                case .unfollowed(let feeds): "Unfollowed \(feeds.count) feeds."
                case .read(let count): "Marked \(count.grouped) \(count == 1 ? "item" : "items") as read."
                }
            return """
                <div class="notice" role="status"><form method="post" action="/following">\(Hidden("restore", id).html)\
                <p>\(words) <button class="button">Undo</button></p></form></div>
                """
        }
    }

    /// A note about the settings that the exports leave out.
    private var omitted: HTML? {
        let sentences = [omissions.passwordSentence, omissions.settingsSentence].compactMap { $0 }
        let words: [HTML] = sentences.map { "<p class=\"fine\">\(SafeText($0, atMost: 2000).html)</p>" }
        return words.isEmpty ? nil : "\(words)"
    }

    /// The feeds whose passwords an import couldn't bring.
    private func needed(_ passwords: [NeededPassword]) -> HTML? {
        if passwords.isEmpty { return nil }
        let feeds: [HTML] = passwords.prefix(Self.maximumLines).map { feed in
            let address: HTML? = feed.addressToFollow.map { ": <code>\(SafeText($0, atMost: 200).html)</code>" }
            return "<li>\(SafeText(feed.title, atMost: 200).html)\(address)</li>"
        }
        let more = passwords.count - Self.maximumLines
        let rest: HTML? = more > 0 ? "<li>and \(more.grouped) more</li>" : nil
        return """
            <p>These feeds need their user and password again, which exports don't contain. Follow each address with both:</p>\
            <ul>\(feeds)\(rest)</ul>
            """
    }

    private static let maximumLines = 50

    private var outcome: HTML? {
        guard let imported else { return nil }
        let refusals: [HTML] = imported.refusals.prefix(Self.maximumLines).map {
            "<li>\(SafeText($0.entry, atMost: 200).html): \(SafeText($0.reason, atMost: 200).html)</li>"
        }
        let list: HTML? = refusals.isEmpty ? nil : "<p>Refused:</p><ul>\(refusals)</ul>"
        return """
            <div class="notice" role="status"><p>\(imported.added) added, \(imported.known) already existed, \(imported.refused) refused.</p>\
            \(list)\(needed(imported.passwordsNeeded))</div>
            """
    }

    // MARK: The table

    private var list: HTML {
        let (root, tools) = (FeedFolder(shown), FollowedTools(site: site))
        let groups = ([root] + root.all).filter { !$0.path.isEmpty || !$0.feeds.isEmpty }
        let none: HTML? = groups.isEmpty ? "<p class=\"notice when-none\">No followed feed matches.</p>" : nil
        return """
            <form id="followed" class="followed" method="post" action="/following">\(tools.head)\
            <div class="table" role="region" aria-label="Followed feeds" tabindex="0"><table><caption class="visually-hidden">Followed feeds</caption>\
            <thead><tr><th scope="col"><span class="visually-hidden">Select</span></th><th scope="col">Feed</th><th scope="col">Interval</th>\
            <th scope="col" class="number">Unread</th><th scope="col">Refreshed</th><th scope="col"><span class="visually-hidden">Order</span></th></tr></thead>\
            \(groups.map(group))</table></div>\(none)\(tools.html)</form>
            """
    }

    /// The feeds that have the words.
    private var shown: [FollowedFeed] {
        guard let words else { return followed }
        let wanted = ItemWords.words(of: words).map { Array($0.utf8) }
        return followed.filter { item in
            let text = ItemWords("\(item.title) \(item.settings.folder ?? "") \(address(item))")
            return wanted.allSatisfy(text.contains)
        }
    }

    private func address(_ item: FollowedFeed) -> String {
        pages[item.feed.key]?.absoluteString ?? item.feed.encodedPath
    }

    private func group(_ folder: FeedFolder) -> HTML {
        let rows = folder.feeds.map { row($0) }
        if folder.path.isEmpty { return "<tbody>\(rows)</tbody>" }
        let names = folder.path.split(separator: "/").map { SafeText(String($0), atMost: 80).html }
        let title = names.joined(separator: " / ")
        let count = site.unreadCount(folder)
        return """
            <tbody data-folder="\(folder.path)"><tr class="folder-row" id="\(Self.rowID(folder.path))"><td></td>\
            <th scope="rowgroup" colspan="2"><a href="\(folder.address)">\(title)</a></th>\
            <td data-name="Unread" class="number" data-unread="\(folder.address)">\(count.grouped)</td><td></td>\(order(folder.path, folder.path))</tr>\(rows)</tbody>
            """
    }

    private func row(_ item: FollowedFeed) -> HTML {
        let summary = summaries[item.feed.key]
        let error: HTML? = summary?.error.map {
            " <b class=\"bad\">\(SafeText($0.kind).html)</b> <span class=\"why\">\(SafeText($0.message, atMost: 200).html)</span>"
        }
        let refreshed: HTML = summary?.fetchedAt.map { Instant($0).html(.ago, site.now) } ?? "not yet"
        let title = SafeText(item.title, atMost: 200)
        return """
            <tr id="\(Self.rowID(item.feed.address))"><td class="select"><label><input type="checkbox" name="feed" value="\(item.feed.address)" autocomplete="off">\
            <span class="visually-hidden">Select \(title.text)</span></label></td>\
            <th scope="row"><a class="name" href="\(item.feed.address)">\(FeedMark(item.feed, titled: item.title).standalone)\(title.html)</a>\
            <span class="address">\(SafeText(address(item), atMost: 200).html)</span></th>\
            \(interval(item))\
            <td data-name="Unread" class="number" data-unread="\(item.feed.address)">\(site.unreadCount(item.feed).grouped)</td>\
            <td data-name="Refreshed">\(refreshed)\(error)\(push(item))</td>\(order(item.feed.address, item.title))</tr>
            """
    }

    /// The hub that pushes the feed, or refuses to.
    private func push(_ item: FollowedFeed) -> HTML? {
        let words: String? =
            switch pushes[item.feed.key] {
            case .pushed(let hub): "pushed by \(hub)"
            case .refused: pushes[item.feed.key]?.words
            default: nil
            }
        return words.map { " <span class=\"why\">\(SafeText($0, atMost: 200).html)</span>" }
    }

    private func interval(_ item: FollowedFeed) -> HTML {
        guard let interval = item.settings.interval else {
            return "<td data-name=\"Interval\" class=\"usual\">default</td>"
        }
        return "<td data-name=\"Interval\">\(interval.words)</td>"
    }

    /// The buttons that move a feed or a folder.
    private func order(_ name: String, _ title: String) -> HTML {
        let title = SafeText(title, atMost: 200).text
        // A filtered list doesn't show what an item moves past.
        guard words == nil else { return "<td></td>" }
        return """
            <td class="order"><button class="icon-button" name="up" value="\(name)" aria-label="Move \(title) up" title="Move up">\(Icon.up.html)</button>\
            <button class="icon-button" name="down" value="\(name)" aria-label="Move \(title) down" title="Move down">\(Icon.down.html)</button></td>
            """
    }
}

/// The actions for the selected feeds of the Following page. Part of the table's form, below the table.
struct FollowedTools {
    let site: PageContext

    private var refusal: FieldRefusal { FieldRefusal("selection", site) }

    /// The line above the table: the box that selects all, for the page's script, and the refusal of a change.
    ///
    /// The first button of a form is the one that Enter in a field presses.
    var head: HTML {
        """
        <button class="visually-hidden" name="do" value="folder" tabindex="-1" aria-hidden="true">Move</button><div class="table-head"><label class="select-all"><input type="checkbox" autocomplete="off" aria-label="Select all shown feeds"> \
        Select all</label>\(refusal.html)</div>
        """
    }

    /// The bar of actions. With the page's script, it appears with the first selected feed.
    var html: HTML {
        let folders: [HTML] = site.folders.map { "<option value=\"\($0)\"></option>" }
        return """
            <div class="bulk" role="group" aria-label="Selected feeds"><b class="selected-count"></b>\
            <div class="field"><input name="folder" type="text" maxlength="200" placeholder="Folder" aria-label="Folder" list="all-folders" autocomplete="off">\
            <datalist id="all-folders">\(folders)</datalist><button class="button" name="do" value="folder">Move</button></div>\
            <div class="field"><label>Interval<select name="interval" autocomplete="off">\(FollowForm.intervals(nil))</select></label>\
            <button class="button" name="do" value="interval">Set</button></div>\
            <div class="field"><label>Stories<select name="stories" autocomplete="off">\(FollowForm.stories(nil))</select></label>\
            <button class="button" name="do" value="stories" aria-label="Set stories">Set</button></div>\
            <button class="button" name="do" value="read">Mark as read</button>\
            \(DangerButton(path: "/following", title: "Unfollow", name: "do", value: "unfollow").html)</div>
            """
    }
}
