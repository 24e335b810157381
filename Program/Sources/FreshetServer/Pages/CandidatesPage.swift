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
        let choices: [HTML] = candidates.enumerated().map { index, candidate in
            let checked: HTML? = index == 0 ? " checked" : nil
            let separator: HTML? = candidate.facts.isEmpty ? nil : " · "
            let newest: HTML? = candidate.newest.map { "\(separator)newest \(Instant($0).html(.ago, site.now))" }
            return """
                <label><input type="radio" name="address" value="\(candidate.url)" required autocomplete="off"\(checked)>\
                <span><b>\(SafeText(candidate.title, atMost: 200).html)</b>\
                <small>\(candidate.facts.joined(separator: " · "))\(newest)</small>\
                <span class="address">\(SafeText(candidate.url, atMost: 200).html)</span></span></label>
                """
        }
        return Layout(title: "Choose a feed", address: "", site: site).document(
            """
            <main id="main" class="card"><h1>Choose a feed</h1><form class="candidates" method="post" action="/follow">\
            \(Hidden("page", address).html)\(changed.map { Hidden("feed", $0).html })\
            <fieldset><legend>\(SafeText(address, atMost: 200).html) has \(candidates.count) feeds. Which one do you want to follow?\
            </legend>\(choices)</fieldset>\
            <p><button class="button strong">Follow</button> <a class="button quiet" href="/">Cancel</a></p></form></main>
            """)
    }
}
