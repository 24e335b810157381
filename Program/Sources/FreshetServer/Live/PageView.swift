import FeedStore
import Feeds
import NIOCore
import Platform
import Synchronization
import WebText

/// The frames of a live feed as rows of a page: clients get the rows that differ from those they have.
final class PageView: LiveEvents {
    /// The content of a frame on a page.
    struct Content {
        let rows: [Row]
        let status: HTML
        let freshness: Freshness
        /// The time by which its items were first seen.
        let at: Date

        init(_ rows: [Row], _ status: HTML, _ freshness: Freshness, at: Date) {
            self.rows = rows
            self.status = status
            self.freshness = freshness
            self.at = at
        }
    }

    /// The part of an earlier frame that is needed to find differences.
    private struct SentFrame {
        let number: Int
        let order: [String]
        let ranks: [Int?]
        let hashes: [String: Int]
        let status: Int
    }

    /// Clients that missed more frames get all rows.
    private static let memory = 32

    let epoch: String
    let isProgress: Bool
    private let prefix: PathPrefix
    private let content: Content
    private let trace: SentFrame
    /// Earlier frames, oldest first.
    private let earlier: [SentFrame]
    // Clients on many threads ask for the same event: it is encoded once, by the first one.
    private let events = Mutex<[Int?: ByteBuffer]>([:])

    private init(
        _ frame: Frame, _ content: Content, _ trace: SentFrame, earlier: [SentFrame], isProgress: Bool = false
    ) {
        (epoch, prefix) = (frame.id.epoch, frame.site.prefix)
        self.isProgress = isProgress
        self.content = content
        self.trace = trace
        self.earlier = earlier
    }

    /// The view of a frame that follows `previous`; `previous` itself if nothing looks different.
    static func view(_ frame: Frame, _ content: Content, after previous: PageView?) -> PageView {
        let hashes = Dictionary(content.rows.map { ($0.id, $0.contentHash) }) { first, _ in first }
        var hasher = Hasher()
        hasher.combine(content.status)
        hasher.combine(content.freshness.word)
        hasher.combine(content.freshness.progress)
        let trace = SentFrame(
            number: frame.id.number, order: content.rows.map(\.id), ranks: content.rows.map { $0.rank?.number },
            hashes: hashes, status: hasher.finalize())
        guard let previous, previous.epoch == frame.id.epoch else {
            return PageView(frame, content, trace, earlier: [])
        }
        let last = previous.trace
        let isSameList = last.order == trace.order && last.ranks == trace.ranks && last.hashes == hashes
        if isSameList, last.status == trace.status { return previous }
        return PageView(
            frame, content, trace,
            earlier: Array((previous.earlier + [last]).suffix(memory)),
            isProgress: isSameList && !content.rows.isEmpty && content.freshness.isRefreshing)
    }

    func event(after number: Int?) -> (number: Int, bytes: ByteBuffer)? {
        let current = trace.number
        if let number, number >= current { return nil }
        let from = number.flatMap { number in earlier.last { $0.number <= number } }
        let bytes = events.withLock { events in
            if let bytes = events[from?.number] { return bytes }
            let bytes = event(from: from)
            events[from?.number] = bytes
            return bytes
        }
        return (current, bytes)
    }

    private func event(from earlier: SentFrame?) -> ByteBuffer {
        let known = earlier?.hashes ?? [:]
        let changed = content.rows.filter { known[$0.id] != trace.hashes[$0.id] }
        // Most events only change the status, and lists may be long.
        let isListKnown = changed.isEmpty && earlier?.order == trace.order && earlier?.ranks == trace.ranks
        let hasRanks = trace.ranks.contains { $0 != nil }
        let update = PageUpdate(
            status: prefix.added(to: content.status).description, freshness: content.freshness.word,
            at: content.at.milliseconds,
            progress: content.freshness.progress.map { [$0.done, $0.total] },
            order: isListKnown ? nil : trace.order, ranks: isListKnown || !hasRanks ? nil : trace.ranks,
            rows: changed.map {
                PageUpdate.Row(
                    id: $0.id, html: prefix.added(to: $0.html).description,
                    marker: $0.marker.map { prefix.added(to: $0).description },
                    arrived: $0.arrivedAt?.milliseconds)
            })
        // Strings and numbers can always be encoded.
        let data = (try? JSONEncoder.documents.encode(update)) ?? Data("{}".utf8)
        return EventText.event(EventID(epoch: epoch, number: trace.number), "page", data)
    }
}

/// The data of an event for a page.
private struct PageUpdate: Encodable {
    struct Row: Encodable {
        let id, html: String
        @OrNull var marker: String?
        /// The time of the item's arrival or latest activity, in milliseconds since 1970.
        @OrNull var arrived: Int64?
    }

    let status, freshness: String
    /// The time by which the frame's items were first seen, in milliseconds since 1970.
    let at: Int64
    @OrNull var progress: [Int]?
    /// The ids of all rows; nil if the client knows them.
    let order: [String]?
    /// The rank of each row, if rows have any.
    let ranks: [Int?]?
    let rows: [Row]
}
