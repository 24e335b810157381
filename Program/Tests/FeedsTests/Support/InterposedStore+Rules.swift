import FeedStore
import Foundation
import Search

extension InterposedStore {
    func fullText(of item: ItemKey) throws -> FullText? { try store.fullText(of: item) }
    func store(_ text: FullText, of item: ItemKey) throws -> Bool {
        try before(.other)
        return try store.store(text, of: item)
    }

    func playback(of item: ItemKey) throws -> [Playback] { try store.playback(of: item) }
    func store(_ playback: Playback, of item: ItemKey) throws -> Bool {
        try before(.other)
        return try store.store(playback, of: item)
    }

    func rules() throws -> [StoredRule] { try store.rules() }
    func testRule(_ rule: Rule, limit: Int, now: Date, until deadline: ContinuousClock.Instant?) throws -> RuleTest {
        try store.testRule(rule, limit: limit, now: now, until: deadline)
    }
    func muteFilter(for feed: FeedKey) throws -> MuteFilter? { try store.muteFilter(for: feed) }
    func sinks() throws -> [StoredSink] { try store.sinks() }

    func addRules(_ rules: [Rule], at date: Date) throws -> [StoredRule] {
        try before(.other)
        return try store.addRules(rules, at: date)
    }
    func removeRule(_ id: Int64, at date: Date) throws -> Bool {
        try before(.other)
        return try store.removeRule(id, at: date)
    }
    func addSink(named name: String, settings: Data, at date: Date) throws -> Bool {
        try before(.other)
        return try store.addSink(named: name, settings: settings, at: date)
    }
    func removeSink(named name: String) throws -> Bool {
        try before(.other)
        return try store.removeSink(named: name)
    }
    func takeBatch(for sink: Int64, limit: Int, now: Date) throws -> NotificationBatch? {
        try before(.other)
        return try store.takeBatch(for: sink, limit: limit, now: now)
    }
    func settle(_ batch: NotificationBatch, at date: Date) throws {
        try before(.other)
        return try store.settle(batch, at: date)
    }
    func fail(_ batch: NotificationBatch, error: String, retryAt: Date, at date: Date) throws {
        try before(.other)
        return try store.fail(batch, error: error, retryAt: retryAt, at: date)
    }
    func updateSink(named name: String, settings: (Data) throws -> Data) throws -> Bool {
        try before(.other)
        return try store.updateSink(named: name, settings: settings)
    }
    func claimDigest(of sink: Int64, due: Date, now: Date) throws -> Bool {
        try before(.other)
        return try store.claimDigest(of: sink, due: due, now: now)
    }
    func noteDigest(of sink: Int64, error: String?, retryAt: Date?, at date: Date) throws {
        try before(.other)
        return try store.noteDigest(of: sink, error: error, retryAt: retryAt, at: date)
    }
    func checkAbsences(now: Date) throws {
        try before(.other)
        return try store.checkAbsences(now: now)
    }
}
