/// Why an account can't be added or changed. The description also says what to do.
package enum AccountError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No account has that name.
    case unknown(String)
    /// Another account has that name.
    case taken(String)
    /// The text can't be the name of an account.
    case badName(String)
    /// The first account can't be removed.
    case firstStays(String)
    /// The first account can't be disabled, and stays an administrator.
    case firstIsAdministrator(String)
    /// No other administrator could sign in with a password.
    case lastAdministrator(String)
    /// The account is disabled.
    case disabled(String)
    /// The link that sets a password or adds an account was used, revoked or replaced, or has expired.
    case badLink
    /// The number of days for which a link is valid is out of range.
    case badLifetime
    /// No open invitation has that number.
    case unknownInvitation(Invitation.ID)
    /// The first account needs a password before others are added, because everybody signs in then.
    case firstNeedsPassword(String)
    /// The password is too short.
    case shortPassword
    /// The password is too long.
    case longPassword
    /// The account has an app password of that name.
    case takenAppPassword(String)
    /// The text can't be the name of an app password.
    case badAppPasswordName
    /// The account has as many app passwords as it may.
    case tooManyAppPasswords
    /// The text can't be a token for an upstream, which has this name.
    case badToken(String)
    /// The system has too little memory to hash a password.
    case noMemory

    /// What is wrong and what to do, in one or two sentences.
    package var description: String {
        switch self {
        case .unknown(let name): "There is no account “\(name)”. To list the accounts, run “freshet accounts list”."
        case .taken(let name): "There is already an account “\(name)”. Choose another name."
        case .badName(let name):
            "“\(name)” can't be the name of an account. Use at most \(Account.longestName) letters, digits, and any of "
                + "“.”, “-”, “_” and “@”, beginning with a letter or digit."
        case .firstStays(let name): "“\(name)” is the first account, which can't be removed."
        case .firstIsAdministrator(let name):
            "“\(name)” is the first account, which stays an administrator and can't be disabled."
        case .lastAdministrator(let name):
            "“\(name)” is the last administrator with a password. Make another account with a password an administrator first."
        case .disabled(let name): "The account “\(name)” is disabled. An administrator can enable it."
        case .badLink:
            "This link was used, revoked or replaced, or has expired. Ask an administrator for a new one."
        case .badLifetime:
            "A link is valid for \(AccountLink.days.lowerBound) to \(AccountLink.days.upperBound) days. Choose a number of days in that range."
        case .unknownInvitation(let id):
            "There is no open invitation \(id). To list them, run “freshet accounts invitations”."
        case .firstNeedsPassword(let name):
            "The account “\(name)” has no password. Once there are two accounts, everybody signs in. Set its password first: "
                + "“freshet accounts password \(name)”."
        case .shortPassword: "The password is too short. Use at least \(PasswordHash.shortest) characters."
        case .longPassword: "The password is too long. Use at most \(PasswordHash.longest) bytes."
        case .takenAppPassword(let name): "There is already an app password “\(name)”. Choose another name."
        case .badAppPasswordName:
            "The name of an app password has 1 to \(AppPassword.longestName) characters, such as “Phone”."
        case .tooManyAppPasswords:
            "An account may have \(AppPassword.maximum) app passwords. Revoke one that you don't use."
        case .badToken(let upstream):
            "This can't be a \(upstream) token. Paste it without spaces; tokens have letters, digits and signs."
        case .noMemory: "Hashing a password needs 64 MiB of memory, which the system doesn't have. Try again later."
        }
    }
}
