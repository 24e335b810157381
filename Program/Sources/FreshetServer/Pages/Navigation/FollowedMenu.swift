import Feeds
import WebText

/// The followed feeds in the sidebar, those of folders below their folders. The page's script loads it once for all pages.
struct FollowedMenu {
    let site: Site

    /// The content of the sidebar's part, with the versions of what it shows.
    var html: HTML {
        let root = FeedFolder(site.followed)
        let feeds: HTML? =
            site.followed.isEmpty
            ? nil
            : """
            \(FeedMark.drawings(for: site.followed))\(Self.heading)<ul aria-labelledby="side-followed">\(links(in: root))</ul>\
            \(root.folders.map { section($0, level: 3) })\(site.followed.count > Self.few ? Self.unreadOnly : nil)
            """
        return """
            <div class="follows" data-followed="\(site.followedID?.description ?? "")" data-shown="\(site.unreadID?.description ?? "")">\(feeds)</div>
            """
    }

    static let heading: HTML = "<h2 id=\"side-followed\">Following</h2>"

    private func links(in folder: FeedFolder) -> [HTML] { folder.feeds.map { NavigationLink($0, site).html(nil) } }

    /// A folder with its feeds and its subfolders.
    private func section(_ folder: FeedFolder, level: Int) -> HTML {
        let id = "side-folder-" + folder.path.elementID
        let name = SafeText(folder.name, atMost: 80)
        let count = site.unreadCount(folder)
        let heading: HTML = """
            <a href="\(folder.address)"><span>\(name.html)</span>\
            <span class="unread-count" data-unread="\(folder.address)">\(NavigationLink.words(count))</span></a>
            """
        // HTML has no deeper headings.
        let tag: HTML = "h\(min(level, 6))"
        return """
            <section class="folder\(count > 0 ? " has-unread" : "")"><\(tag) class="folder-name" id="\(id)">\(heading)</\(tag)>\
            <details open data-folder="\(folder.path)">\
            <summary aria-label="Feeds in \(name.text)"></summary>\
            <ul aria-labelledby="\(id)">\(links(in: folder))</ul>\(folder.folders.map { section($0, level: level + 1) })</details></section>
            """
    }

    /// With more followed feeds, those without unread items can be hidden.
    private static let few = 5

    private static let unreadOnly: HTML =
        "<button class=\"side-unread button quiet\" type=\"button\" aria-pressed=\"false\">Hide read feeds</button>"
}
