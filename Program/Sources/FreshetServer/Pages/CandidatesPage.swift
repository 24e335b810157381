import Feeds
import WebText

/// The feeds that an address leads to, to choose from.
struct CandidatesPage: Sendable {
    /// What the reader typed.
    let address: String
    let candidates: [FeedCandidate]
    /// The path of the page of the followed feed that gets one of the addresses; nil to follow one.
    var changed: String?
    let site: Site

    var html: HTML {
        let choices: [HTML] = candidates.map { candidate in
            """
            <li>\(FollowForm(site: site).suggestion(candidate.url, name: candidate.title, namedBy: address, for: changed))\
            <span class="address">\(SafeText(candidate.url, atMost: 200).html)</span></li>
            """
        }
        return Layout(title: "Choose a feed", address: "", site: site).document(
            """
            <main id="main" class="card"><h1>Choose a feed</h1>\
            <p>\(SafeText(address, atMost: 200).html) has \(candidates.count) feeds. Which one do you want to follow?</p>\
            <ul class="candidates">\(choices)</ul><p><a class="button quiet" href="/">Cancel</a></p></main>
            """)
    }
}
