public import Platform

/// A password for one program, such as a reader on a phone. It opens the API only, not the page.
public struct AppPassword: Sendable, Hashable, Identifiable {
    /// The permissions of a program that has the password.
    public enum Scope: String, Sendable, Hashable, CaseIterable {
        /// Read, mark and save items, follow feeds and sort them into folders.
        case reader
        /// All that the account may do, except for what it signs in with: also rules, destinations, exports and imports.
        case everything
    }

    /// The maximum number of characters in a name.
    public static let longestName = 60
    /// The maximum number for each account.
    public static let maximum = 50

    /// The id. Ids aren't reused.
    public let id: Int64
    /// The account that it belongs to.
    public let account: Account.ID
    /// The name, which is unique within the account.
    public let name: String
    /// The permissions of a program that has it.
    public let scope: Scope
    /// When it was added.
    public let createdAt: Date
    /// When it was last used, to the hour; nil if never.
    public let usedAt: Date?
}
