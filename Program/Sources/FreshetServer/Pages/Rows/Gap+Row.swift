import FeedStore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension Gap {
    /// Tells that something is missing here.
    func row(_ context: RowContext) -> Row {
        let id = "gap-\(Int(before.timeIntervalSince1970))"
        let now = context.site.now
        let html: HTML = """
            <li class="gap" id="\(id)"><p>Nothing is known of \(Instant(after).html(.clock, now)) to \
            \(Instant(before).html(.clock, now)): the upstream no longer had it.</p></li>
            """
        return Row(id: id, html: html, marker: nil)
    }
}
