import Feeds

/// What was asked of the upstreams, what is left, and when they are asked again.
struct StatusPage: Sendable {
    let report: LedgerReport
    let site: Site

    var html: HTML {
        Layout(title: "Status", address: "/status", site: site).document("<main id=\"main\"><h1>Status</h1></main>")
    }
}
