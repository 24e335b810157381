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

    private struct Newest {
        var trace: Trace
        var rows: [Row]
        var status: String
        var standing: String
        var progress: [Int]?
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

    private let address: FeedAddress
    private let query: PageQuery
    private let epoch: String
    private let state = Mutex(State())

    init(_ address: FeedAddress, _ query: PageQuery, epoch: String) {
        self.address = address
        self.query = query
        self.epoch = epoch
    }

    func show(_ frame: Frame) {
        let page = FeedPage(address: address, state: frame.state, query: query, site: frame.site)
        let rows = page.rows
        let status = page.statusLine
        let progress = page.progress.map { [$0.done, $0.total] }
        let digests = Dictionary(rows.map { ($0.id, $0.digest) }) { first, _ in first }
        var hasher = Hasher()
        hasher.combine(status)
        hasher.combine(page.standing)
        hasher.combine(progress)
        let trace = Trace(number: frame.number, order: rows.map(\.id), digests: digests, status: hasher.finalize())
        state.withLock { state in
            if let earlier = state.newest?.trace {
                // What looks the same is no news.
                if earlier.status == trace.status, earlier.order == trace.order, earlier.digests == digests { return }
                state.traces.append(earlier)
                if state.traces.count > Self.memory { state.traces.removeFirst() }
            }
            state.newest = Newest(
                trace: trace, rows: rows, status: status.description, standing: page.standing, progress: progress)
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
        let changed = newest.rows.filter { known[$0.id] != newest.trace.digests[$0.id] }
        let removed = trace?.order.filter { newest.trace.digests[$0] == nil } ?? []
        let update = PageUpdate(
            status: newest.status, standing: newest.standing, progress: newest.progress, order: newest.trace.order,
            rows: changed.map {
                PageUpdate.Row(id: $0.id, html: $0.html.description, marker: $0.marker?.description)
            }, removed: removed)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.withoutEscapingSlashes, .sortedKeys]
        // Strings and numbers can always be encoded.
        let data = (try? encoder.encode(update)) ?? Data("{}".utf8)
        return EventText.event(EventID(epoch: epoch, number: newest.trace.number), "page", data)
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

    let status, standing: String
    let progress: [Int]?
    let order: [String]
    let rows: [Row]
    let removed: [String]

    private enum Keys: CodingKey { case status, standing, progress, order, rows, removed }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
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
