/// The button that marks every item of a list as read.
struct ReadForm {
    /// The path of the feed's page; nil for the items of all followed feeds.
    let feed: String?
    /// The folder of the feeds; nil for all folders.
    var folder: String?
    /// Where the reader returns: a local path.
    let destination: String

    var html: HTML {
        """
        <form class="read-all" method="post" action="/marks">\(feed.map { Hidden("feed", $0).html })\(folder.map { Hidden("folder", $0).html })\
        \(Hidden("all", "true").html)\(Hidden("mark", "read").html)\(Hidden("return", destination).html)\
        <button class="button quiet">\(Icon.read.html)Mark all as read</button></form>
        """
    }
}
