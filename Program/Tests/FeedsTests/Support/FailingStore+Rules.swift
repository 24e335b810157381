import FeedStore
import Foundation

extension FailingStore {
    func rules() throws -> [StoredRule] { try store.rules() }
    func testRule(_ rule: Rule, limit: Int, now: Date) throws -> RuleTest {
        try store.testRule(rule, limit: limit, now: now)
    }
    func muteFilter(for feed: FeedKey) throws -> MuteFilter? { try store.muteFilter(for: feed) }
    func sinks() throws -> [StoredSink] { try store.sinks() }

    func addRules(_ rules: [Rule], at date: Date) throws -> [StoredRule] { throw error }
    func removeRule(_ id: Int64, at date: Date) throws -> Bool { throw error }
    func replaceRules(_ rules: [Rule], at date: Date) throws { throw error }
    func addSink(named name: String, settings: Data, at date: Date) throws -> Bool { throw error }
    func removeSink(named name: String) throws -> Bool { throw error }
    func takeBatch(for sink: Int64, limit: Int, now: Date) throws -> NotificationBatch? { throw error }
    func settle(_ batch: NotificationBatch, at date: Date) throws { throw error }
    func fail(_ batch: NotificationBatch, error: String, retryAt: Date, at date: Date) throws { throw self.error }
    func updateSink(named name: String, settings: Data) throws -> Bool { throw error }
    func noteDigest(of sink: Int64, error: String?, retryAt: Date?, at date: Date) throws { throw self.error }
    func checkAbsences(now: Date) throws { throw error }
}
