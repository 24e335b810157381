import SQL
import Search
import Synchronization

/// The rules of an account, prepared for evaluation.
struct AccountRules {
    let account: Account.ID
    let rules: RuleSet

    /// What a statement selects of `rule`.
    static let columns = "rule.id, rule.text, rule.created_at, rule.account_id"
    /// The order of the rows.
    static let order = "rule.account_id, rule.position, rule.id"

    /// Reads rows of ``columns``, of several accounts.
    static func read(_ rows: [SQLRow]) throws -> [AccountRules] {
        var accounts: [AccountRules] = []
        var rest = rows[...]
        while let first = rest.first {
            let account = try first.integer(3)
            let own = try rest.prefix { try $0.integer(3) == account }
            rest = rest.dropFirst(own.count)
            // Nil if this version can't read any of them.
            if let rules = prepared.set(of: Array(own)) {
                accounts.append(AccountRules(account: account, rules: rules))
            }
        }
        return accounts
    }

    private static let prepared = PreparedRules()
}

/// Prepared rules by their rows, so that each list of rules is parsed once.
private final class PreparedRules: Sendable {
    /// The number of rules that stay prepared.
    private static let most = 20_000

    private struct State {
        var sets: [[SQLValue]: RuleSet?] = [:]
        var count = 0
    }

    private let state = Mutex(State())

    func set(of rows: [SQLRow]) -> RuleSet? {
        let key = rows.flatMap { $0.values }
        if let known = state.withLock({ $0.sets[key] }) { return known }
        let rules = RuleQueries.parsed(rows)
        let set = rules.isEmpty ? nil : RuleSet(rules)
        state.withLock { state in
            if state.count + rows.count > Self.most { state = State() }
            if state.sets.updateValue(set, forKey: key) == nil { state.count += rows.count }
        }
        return set
    }
}
