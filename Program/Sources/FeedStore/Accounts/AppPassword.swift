import Platform

/// A password for one program, such as a reader on a phone. It opens the API only, not the page.
package struct AppPassword: Sendable, Hashable, Identifiable {
    /// The permissions of a program that has the password.
    package enum Scope: String, Sendable, Hashable, CaseIterable {
        /// Read, mark and save items, follow feeds and sort them into folders.
        case reader
        /// All that the account may do, except for what it signs in with: also rules, destinations, exports and imports.
        case everything
    }

    /// The maximum number of characters in a name.
    package static let longestName = 60
    /// The maximum number for each account.
    package static let maximum = 50

    /// The id. Ids aren't reused.
    package let id: Int64
    /// The account that it belongs to.
    package let account: Account.ID
    /// The name, which is unique within the account.
    package let name: String
    /// The permissions of a program that has it.
    package let scope: Scope
    /// When it was added.
    package let createdAt: Date
    /// When it was last used, to the hour; nil if never.
    package let usedAt: Date?
}
