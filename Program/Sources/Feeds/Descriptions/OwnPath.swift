import FeedStore

/// The path of a feed that belongs to one account: `github/accounts/5/inbox` for that account's `github/inbox`.
package struct OwnPath: Sendable, Hashable {
    /// The account; nil if the path is of a feed for everybody.
    package let owner: Account.ID?
    /// The path of the same feed for everybody.
    package let shared: [String]

    /// Reads a path.
    package init(_ path: [String]) {
        guard path.count > 3, path[1] == Self.marker, let id = Account.ID(path[2]), String(id) == path[2] else {
            (owner, shared) = (nil, path)
            return
        }
        (owner, shared) = (id, [path[0]] + path[3...])
    }

    /// The path of a feed, as its owner has it.
    package init(_ shared: [String], of owner: Account.ID?) { (self.shared, self.owner) = (shared, owner) }

    /// The whole path.
    package var path: [String] {
        owner.map { [shared[0], Self.marker, String($0)] + shared[1...] } ?? shared
    }

    private static let marker = "accounts"
}
