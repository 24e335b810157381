/// What a server notifies the others of: who sent it, and a line for each changed account and feed with its version.
struct Announcement: Sendable, Equatable {
    /// The longest payload of a notification (PostgreSQL, NOTIFY).
    static let mostBytes = 7_999

    /// The store that committed the changes.
    let sender: String
    let committed: CommittedChanges

    /// The payload; what would be too long reports that everything may have changed.
    var text: String {
        let lines =
            committed.changes.accounts.sorted().map { "a\($0)=\(committed.versions[.account($0)] ?? 0)" }
            + committed.changes.feeds.map { "f\($0.rawValue)=\(committed.versions[.feed($0)] ?? 0)" }.sorted()
            + (committed.changes.isEverything ? ["*=\(committed.versions[.everything] ?? 0)"] : [])
        let bytes = lines.reduce(sender.utf8.count) { $0 + 1 + $1.utf8.count }
        if bytes > Self.mostBytes || lines.contains(where: { $0.contains("\n") }) { return sender + "\n*=0" }
        return ([sender] + lines).joined(separator: "\n")
    }

    init(sender: String, _ committed: CommittedChanges) {
        (self.sender, self.committed) = (sender, committed)
    }

    /// Reads a payload. Everything may have changed if it is one of another version.
    init(_ text: String) {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        sender = lines.isEmpty ? "" : String(lines.removeFirst())
        var committed = CommittedChanges()
        for line in lines {
            guard let end = line.lastIndex(of: "="), let version = Int64(line[line.index(after: end)...]) else {
                committed.changes.isEverything = true
                continue
            }
            let name = line[..<end].dropFirst()
            let part: CommittedChanges.Part
            if line.hasPrefix("a"), let account = Int64(name) {
                part = .account(account)
                committed.changes.accounts.insert(account)
            } else if line.hasPrefix("f") {
                part = .feed(FeedKey(String(name)))
                committed.changes.feeds.insert(FeedKey(String(name)))
            } else {
                part = .everything
                committed.changes.isEverything = true
            }
            if version > 0 { committed.versions[part] = version }
        }
        if committed.changes.isEmpty { committed.changes.isEverything = true }
        self.committed = committed
    }

    static func == (left: Self, right: Self) -> Bool {
        left.sender == right.sender && left.committed.changes == right.committed.changes
            && left.committed.versions == right.committed.versions
    }
}
