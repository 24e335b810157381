import Feeds
import Platform
import WebText

/// The page of an error, with advice.
struct ProblemPage: Sendable {
    let status: Int
    let title: String
    let message: String
    let site: PageContext
    /// True if there is no navigation, because no reader has signed in.
    var isBare = false

    var html: HTML {
        Layout(title: title, address: "", site: site, isBare: isBare).document(
            """
            <main id="main" class="card"><p class="kicker">\(status)</p><h1>\(title)</h1>\
            <p>\(SafeText(message, atMost: 1000).html)</p><p><a class="button" href="/">Go home</a></p></main>
            """)
    }
}

/// An error for programs (RFC 9457).
struct Problem: Encodable {
    let title: String
    let status: Int
    let detail: String

    static let contentType = "application/problem+json"

    /// The document.
    var json: Data {
        // Strings and numbers can always be encoded.
        (try? JSONEncoder.documents.encode(self)) ?? Data("{}".utf8)
    }
}
