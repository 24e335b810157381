import FeedStore
import Feeds
import WebText

/// The requests made, the limits left and when the next requests are allowed.
struct StatusPage: Sendable {
    let report: LedgerReport
    let site: PageContext
    /// The outcome of the last check for an update; nil if the server checks for none.
    var update: UpdateCheck.News?

    var html: HTML {
        let forecast: HTML? = report.forecast.map { "<p class=\"lede\">\($0.sentence).</p>" }
        let nothing = EmptyNote(
            reason: "No requests yet.", advice: "Requests to upstreams appear here.",
            action: .link("/following", "Follow a feed")
        ).html
        return Layout(title: "Status", address: "/status", site: site).document(
            """
            <main id="main" class="plain wider">\(PageBar(title: "Status", status: "<p class=\"summary\">Requests made, remaining rate limits, and when the next requests are allowed.</p>").html)
            \(forecast)\(group("requests", "Requests", report.entries.isEmpty ? GroupEntry(content: nothing).html : requests))\
            \(report.quotas.isEmpty ? nil : group("limits", "Limits", quotas))\
            \(report.destinations.isEmpty ? nil : group("notifications", "Notifications", destinations))
            \(Self.sharing(site))\(newer)<p class="version">Freshet \(site.version)</p>\(failedCheck)</main>
            """)
    }

    private func group(_ id: String, _ title: HTML, _ content: HTML) -> HTML {
        PageGroup(id: id, title: title, entries: [content]).html
    }

    private var newer: HTML? {
        guard let version = update?.newerVersion else { return nil }
        return "<p>Freshet \(version.description) is available.</p>"
    }

    private var failedCheck: HTML? {
        guard let problem = update?.problem else { return nil }
        let (reason, date) = (SafeText(problem.reason, atMost: 300).html, Instant(problem.date).html(.ago, site.now))
        return "<p class=\"fine\">The check for updates failed \(date): \(reason)</p>"
    }

    /// A link to the accounts, for the only user of the server.
    private static func sharing(_ site: PageContext) -> HTML? {
        site.account == nil
            ? "<p class=\"fine\"><a href=\"/accounts\">Share this server</a> with others who have their own feeds.</p>"
            : nil
    }

    private var requests: HTML {
        let rows: [HTML] = LedgerGroup.all(report.entries).map { row in
            """
            <tr><th scope="row">\(heading(row.leading))</th>\
            <td data-name="Requested">\(Instant(row.requestedAt).html(.ago, site.now))</td><td data-name="Result">\(outcome(row.worst))</td>\
            <td data-name="Requests" class="number">\(row.requests)</td><td data-name="Next">\(next(row.leading))</td></tr>
            """
        }
        return """
            <div class="table" role="region" aria-label="Requests" tabindex="0"><table><caption class="visually-hidden">Requests</caption><thead><tr>\
            <th scope="col">Feed</th><th scope="col">Requested</th><th scope="col">Result</th><th scope="col" class="number">Requests</th><th scope="col">Next</th>\
            </tr></thead><tbody>\(rows)</tbody></table></div>
            """
    }

    /// The feed as lists call it, with the address of its request. A web feed that isn't followed has no name but its address.
    private func heading(_ entry: LedgerEntry) -> HTML {
        let (known, url) = (FeedCatalog(site.upstreams).feed(entry.feed), entry.endpoint.url)
        guard let feed = known, feed.upstream.menu.isEmpty, site.followed(feed) == nil else {
            let name = known.map { site.followed($0)?.title ?? $0.title } ?? entry.feed.rawValue
            let shown = SafeText(name, atMost: 200).html
            // The page's script finds the icon by the link.
            let link: HTML? = known.map { feed in
                "<a class=\"name\" href=\"\(feed.address)\">\(FeedMark(feed, titled: name).standalone)\(shown)</a>"
            }
            return heading(link ?? Self.name(shown), SafeText(url, atMost: 200).html)
        }
        // A site was searched for the feed that is followed.
        let found = site.followed.first { other in
            other.feed.upstream.id == feed.upstream.id && other.feed.path.last?.hasPrefix(feed.path.last ?? url) == true
        }
        let note = found.map { "Site of \(SafeText($0.title, atMost: 200).html)" as HTML } ?? "Not followed"
        return heading(Self.name(SafeText(url, atMost: 200).html), note)
    }

    private static func name(_ name: HTML) -> HTML { "<span class=\"name\">\(name)</span>" }

    private func heading(_ name: HTML, _ note: HTML) -> HTML { "\(name)<span class=\"address\">\(note)</span>" }

    private func outcome(_ entry: LedgerEntry) -> HTML {
        switch entry.outcome {
        case .status(304): "304 not modified"
        case .status(let code): code < 400 ? "\(code)" : "<b class=\"bad\">\(code)</b>"
        case .failure(let kind, let message):
            "<b class=\"bad\">\(SafeText(kind).html)</b> <span class=\"why\">\(SafeText(message, atMost: 200).html)</span>"
        }
    }

    private func next(_ entry: LedgerEntry) -> HTML {
        guard let date = entry.nextAllowedAt, date > site.now else { return "any time" }
        let rule: HTML? = entry.rule.map { " <span class=\"why\">\($0.words)</span>" }
        return "\(Instant(date).html(.clock, site.now))\(rule)"
    }

    private var destinations: HTML {
        let rows: [HTML] = report.destinations.map { destination in
            let error: HTML? = destination.stored.error.map { "<b class=\"bad\">\(SafeText($0, atMost: 200).html)</b>" }
            let retry: HTML? = destination.stored.retryAt.map { "\(Instant($0).html(.clock, site.now))" }
            return """
                <tr><th scope="row">\(SafeText(destination.name).html)</th><td data-name="Kind">\(destination.destination.kind.rawValue)</td>\
                <td data-name="Queued" class="number">\(destination.stored.waiting)</td>\
                <td data-name="Result">\(error ?? (destination.stored.deliveredAt == nil ? "nothing sent yet" : "delivered"))</td>\
                <td data-name="Next attempt">\(retry)</td></tr>
                """
        }
        return """
            <div class="table" role="region" aria-label="Notifications" tabindex="0"><table><caption class="visually-hidden">Notifications</caption><thead><tr><th scope="col">Destination</th>\
            <th scope="col">Kind</th><th scope="col" class="number">Queued</th><th scope="col">Result</th><th scope="col">Next attempt</th></tr></thead>\
            <tbody>\(rows)</tbody></table></div>
            """
    }

    private var quotas: HTML {
        let rows: [HTML] = report.quotas.map { quota in
            let isOver = quota.resetAt <= site.now
            let left: HTML = isOver ? "\(quota.limit.map(\.grouped) ?? "")" : "\(quota.remaining.grouped)"
            let of: HTML? = quota.limit.map { " of \($0.grouped)" }
            return """
                <tr><th scope="row">\(SafeText(quota.key.host).html)</th><td data-name="Resource">\(SafeText(quota.key.resource).html)</td>\
                <td data-name="Requester">\(SafeText(quota.key.requester).html)</td><td data-name="Remaining" class="number">\(left)\(of)</td>\
                <td data-name="Resets">\(Instant(quota.resetAt).html(.clock, site.now))</td></tr>
                """
        }
        return """
            <div class="table" role="region" aria-label="Limits" tabindex="0"><table><caption class="visually-hidden">Limits</caption><thead><tr><th scope="col">Host</th>\
            <th scope="col">Resource</th><th scope="col">Requester</th><th scope="col" class="number">Remaining</th><th scope="col">Resets</th></tr></thead>\
            <tbody>\(rows)</tbody></table></div>
            """
    }
}
