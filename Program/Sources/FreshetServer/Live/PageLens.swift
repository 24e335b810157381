import NIOCore
import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Shows frames as the rows of a page: a client gets those that differ from the frame it has.
final class PageLens: Lens {
    /// What is kept of an earlier frame: enough to tell what has changed since.
    private struct Trace {
        var number: Int
        var order: [String]
        var digests: [String: Int]
        var status: Int
    }

    /// What a frame looks like on the page.
    private struct Look {
        let rows: [Row]
        let status: HTML
        let standing: String
        let progress: [Int]?

        init(_ rows: [Row], _ status: HTML, _ state: LiveState) {
            self.rows = rows
            self.status = status
            standing = state.standingName
            progress = state.progress.map { [$0.done, $0.total] }
        }
    }

    private struct Newest {
        var trace: Trace
        var look: Look
        /// The events that were asked for, by the frame that they lead on from.
        var events: [Int?: ByteBuffer] = [:]
    }

    private struct State {
        var newest: Newest?
        /// Older frames, the oldest first.
        var traces: [Trace] = []
    }

    /// Whoever has missed more frames gets all rows.
    private static let memory = 32

    /// What events are numbered with; nil where they are sent among those of other feeds.
    private let epoch: String?
    /// The path of the feed's page, where events name it.
    private let feed: String?
    private let look: @Sendable (Frame) -> Look
    private let state = Mutex(State())

    /// Shows the page of a feed.
    init(_ address: FeedAddress, _ query: PageQuery, epoch: String) {
        self.epoch = epoch
        feed = nil
        look = { frame in
            let page = FeedPage(address: address, state: frame.state, query: query, site: frame.site)
            return Look(page.rows, page.statusLine, frame.state)
        }
    }

    /// Shows the feed's part of the first page.
    init(digest address: FeedAddress) {
        epoch = nil
        feed = address.path
        look = { frame in
            let digest = HomePage.Digest(address: address, state: frame.state)
            return Look(digest.rows(frame.site), digest.statusLine(frame.site), frame.state)
        }
    }

    func show(_ frame: Frame) {
        let look = look(frame)
        let digests = Dictionary(look.rows.map { ($0.id, $0.digest) }) { first, _ in first }
        var hasher = Hasher()
        hasher.combine(look.status)
        hasher.combine(look.standing)
        hasher.combine(look.progress)
        let trace = Trace(number: frame.number, order: look.rows.map(\.id), digests: digests, status: hasher.finalize())
        state.withLock { state in
            if let earlier = state.newest?.trace {
                // What looks the same is no news.
                if earlier.status == trace.status, earlier.order == trace.order, earlier.digests == digests { return }
                state.traces.append(earlier)
                if state.traces.count > Self.memory { state.traces.removeFirst() }
            }
            state.newest = Newest(trace: trace, look: look)
        }
    }

    func event(after number: Int?) -> (number: Int, bytes: ByteBuffer)? {
        state.withLock { state in
            guard let newest = state.newest else { return nil }
            let current = newest.trace.number
            if let number, number >= current { return nil }
            let from = number.flatMap { number in state.traces.last { $0.number <= number } }
            if let bytes = newest.events[from?.number] { return (current, bytes) }
            let bytes = event(newest, after: from)
            state.newest?.events[from?.number] = bytes
            return (current, bytes)
        }
    }

    private func event(_ newest: Newest, after trace: Trace?) -> ByteBuffer {
        let known = trace?.digests ?? [:]
        let changed = newest.look.rows.filter { known[$0.id] != newest.trace.digests[$0.id] }
        let removed = trace?.order.filter { newest.trace.digests[$0] == nil } ?? []
        let update = PageUpdate(
            feed: feed, status: newest.look.status.description, standing: newest.look.standing,
            progress: newest.look.progress, order: newest.trace.order,
            rows: changed.map {
                PageUpdate.Row(id: $0.id, html: $0.html.description, marker: $0.marker?.description)
            }, removed: removed)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Strings and numbers can always be encoded.
        let data = (try? encoder.encode(update)) ?? Data("{}".utf8)
        return EventText.event(epoch.map { EventID(epoch: $0, number: newest.trace.number) }, "page", data)
    }
}

/// What a page is told.
private struct PageUpdate: Encodable {
    struct Row: Encodable {
        let id, html: String
        let marker: String?

        private enum Keys: CodingKey { case id, html, marker }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Keys.self)
            try container.encode(id, forKey: .id)
            try container.encode(html, forKey: .html)
            try container.encode(marker, forKey: .marker)
        }
    }

    let feed: String?
    let status, standing: String
    let progress: [Int]?
    let order: [String]
    let rows: [Row]
    let removed: [String]

    private enum Keys: CodingKey { case feed, status, standing, progress, order, rows, removed }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(feed, forKey: .feed)
        try container.encode(status, forKey: .status)
        try container.encode(standing, forKey: .standing)
        try container.encode(progress, forKey: .progress)
        try container.encode(order, forKey: .order)
        try container.encode(rows, forKey: .rows)
        try container.encode(removed, forKey: .removed)
    }
}

extension Row {
    /// Changes when what is shown does.
    fileprivate var digest: Int {
        var hasher = Hasher()
        hasher.combine(html)
        hasher.combine(marker)
        return hasher.finalize()
    }
}
