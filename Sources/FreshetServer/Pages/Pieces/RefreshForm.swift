/// The button that asks the upstream now, within its limits.
struct RefreshForm {
    let address: FeedAddress
    /// Where the reader stays: a local path.
    let destination: String
    let words: String

    var html: HTML {
        """
        <form class="refresh" method="post" action="/refresh">\(Hidden("feed", address.path).html)\
        \(Hidden("return", destination).html)<button class="button quiet" title="Ask \(address.world.upstream) now (r)">\
        \(Icon.refresh.html)<span class="words">\(words)</span></button></form>
        """
    }
}
