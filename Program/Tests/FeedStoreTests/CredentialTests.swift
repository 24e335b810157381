import FeedStore
import Foundation
import Testing

@Suite("Credentials of an account")
struct CredentialTests {
    let folder: TemporaryFolder
    let first: FeedStore
    let second: FeedStore

    init() throws {
        folder = try TemporaryFolder()
        first = try folder.store()
        second = first.of(try #require(try first.addAccount(named: "second", at: day(0))).id)
    }

    private func bytes() throws -> Data {
        try first.close()
        return try folder.stored(["account", "app_password", "session"])
    }

    @Test("A password is stored as an Argon2id hash that only it matches")
    func password() throws {
        let hash = try PasswordHash(of: "correct horse")
        #expect(hash.text.hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
        #expect(hash.matches("correct horse") && !hash.matches("correct horse ") && !hash.matches(""))
        #expect(try first.password() == nil && !first.accounts()[0].hasPassword)
        try first.setPassword(hash, keeping: nil)
        #expect(try first.password() == hash && first.accounts().map(\.hasPassword) == [true, false])
        #expect(try second.password() == nil)
        #expect(try PasswordHash(of: "correct horse") != hash)
        #expect(try bytes().firstRange(of: Data("correct horse".utf8)) == nil)
    }

    @Test("A password has at least 8 characters and at most 1,024 bytes")
    func length() {
        #expect(throws: AccountError.shortPassword) { try PasswordHash(of: "1234567") }
        #expect(throws: AccountError.longPassword) { try PasswordHash(of: String(repeating: "ü", count: 513)) }
    }

    @Test("App passwords are listed and revoked by name")
    func appPasswords() throws {
        let secret = try first.issueAppPassword(named: " My  phone ", at: day(1))
        #expect(try first.appPasswords().map(\.name) == ["My phone"] && second.appPasswords().isEmpty)
        #expect(throws: AccountError.takenAppPassword("My phone")) {
            try first.issueAppPassword(named: "My phone", at: day(1))
        }
        #expect(throws: AccountError.badAppPasswordName) { try first.issueAppPassword(named: " ", at: day(1)) }
        let other = try second.issueAppPassword(named: "My phone", at: day(1))
        #expect(try first.appPassword(for: other, at: day(2))?.account == second.account)
        #expect(try second.appPassword(for: secret, at: day(2))?.account == Account.first)
        #expect(
            try first.appPasswords().map(\.usedAt) == [day(2)] && first.accounts().map(\.usedAt) == [day(2), day(2)])
        #expect(try first.appPassword(for: Secret("no"), at: day(2)) == nil)
        #expect(try !second.removeAppPassword(named: "Phone") && second.removeAppPassword(named: "My phone"))
        #expect(try first.appPassword(for: other, at: day(2)) == nil)
        #expect(try first.appPassword(for: secret, at: day(2)) != nil)
        #expect(try bytes().firstRange(of: Data(secret.text.utf8)) == nil)
    }

    @Test("An app password is accepted in any case, with or without its hyphens")
    func typed() throws {
        let secret = try first.issueAppPassword(named: "Phone", at: day(1))
        #expect(secret.text.wholeMatch(of: /(?:[a-km-np-z2-9]{4}-){5}[a-km-np-z2-9]{4}/) != nil)
        for text in [
            secret.text.replacing("-", with: ""), secret.text.uppercased(), secret.text.replacing("-", with: " "),
        ] {
            #expect(try first.appPassword(for: Secret(text), at: day(1))?.name == "Phone")
        }
    }

    @Test("An account has at most 50 app passwords")
    func manyAppPasswords() throws {
        for number in 0..<AppPassword.maximum { _ = try first.issueAppPassword(named: "\(number)", at: day(1)) }
        #expect(throws: AccountError.tooManyAppPasswords) { try first.issueAppPassword(named: "more", at: day(1)) }
        _ = try second.issueAppPassword(named: "more", at: day(1))
    }

    @Test("A session lasts for 90 days after its last use")
    func sessions() throws {
        let secret = Secret.make()
        let session = try second.startSession(secret: secret, address: "::1", browser: "B", at: day(1))
        #expect(try first.session(for: secret, at: day(1)) == session && session.account == second.account)
        #expect(try first.sessions(at: day(1)).isEmpty && second.sessions(at: day(1)) == [session])
        #expect(try second.session(for: secret, at: day(90)) == session)
        #expect(try second.sessions(at: day(90)).map(\.usedAt) == [day(90)])
        #expect(try second.session(for: secret, at: day(179))?.id == session.id)
        #expect(try second.session(for: secret, at: day(270)) == nil && second.sessions(at: day(270)).isEmpty)
        #expect(try second.session(for: Secret.make(), at: day(1)) == nil)
        #expect(try bytes().firstRange(of: Data(secret.text.utf8)) == nil)
    }

    @Test("A session is ended only by its account, also with a new password")
    func ended() throws {
        let secrets = (0..<3).map { _ in Secret.make() }
        let own = try secrets.map { try second.startSession(secret: $0, address: nil, browser: nil, at: day(1)) }
        let foreign = try first.startSession(secret: .make(), address: nil, browser: nil, at: day(1))
        #expect(try !first.endSession(own[0].id) && second.endSession(own[0].id) && !second.endSession(own[0].id))
        try second.setPassword(PasswordHash(of: "new password"), keeping: own[2].id)
        #expect(try secrets.map { try first.session(for: $0, at: day(1))?.id } == [nil, nil, own[2].id])
        #expect(try second.endSessions(except: nil) == 1 && first.sessions(at: day(1)) == [foreign])
    }

    @Test("An account has at most 100 sessions, of which the least recently used end")
    func manySessions() throws {
        let oldest = Secret.make()
        _ = try second.startSession(secret: oldest, address: nil, browser: nil, at: day(1))
        let kept = try first.startSession(secret: .make(), address: nil, browser: nil, at: day(1))
        for number in 0..<AccountSession.maximum {
            _ = try second.startSession(secret: .make(), address: nil, browser: nil, at: day(2, seconds: number))
        }
        #expect(try second.sessions(at: day(3)).count == AccountSession.maximum)
        #expect(try second.session(for: oldest, at: day(3)) == nil && first.sessions(at: day(3)) == [kept])
    }

    @Test("Credentials are removed with the account")
    func removed() throws {
        _ = try second.issueAppPassword(named: "Phone", at: day(1))
        _ = try second.startSession(secret: .make(), address: nil, browser: nil, at: day(1))
        try first.removeAccount(second.account)
        #expect(try folder.count("app_password") == 0 && folder.count("session") == 0)
    }

    @Test("An account is admitted under a name in lowercase once the first one has a password")
    func admitted() throws {
        let hash = try PasswordHash(of: "correct horse")
        #expect(throws: AccountError.firstNeedsPassword("admin")) {
            try first.admit("Anna", password: hash, isAdministrator: false, at: day(1))
        }
        try first.setPassword(hash, keeping: nil)
        let anna = try first.admit("Anna", password: hash, isAdministrator: true, at: day(1))
        #expect(anna.name == "anna" && anna.isAdministrator && anna.hasPassword)
        #expect(try first.account(named: "ANNA") == anna)
        #expect(throws: AccountError.taken("anna")) {
            try first.admit("anna", password: hash, isAdministrator: false, at: day(1))
        }
        for name in ["", "-a", "a b", "a/b", String(repeating: "a", count: 41)] {
            #expect(throws: AccountError.badName(name)) {
                try first.admit(name, password: hash, isAdministrator: false, at: day(1))
            }
        }
        #expect(throws: AccountError.unknown("otto")) { try first.account(named: "otto") }
    }

    @Test("Credentials don't change that the first account is an administrator")
    func administrators() throws {
        #expect(try first.accounts().map(\.isAdministrator) == [true, false])
        #expect(try first.setAdministrator(true, second.account) && !first.setAdministrator(false, Account.first))
        #expect(try first.accounts().map(\.isAdministrator) == [true, true])
        #expect(try first.setAdministrator(false, second.account) && !first.setAdministrator(true, 9))
        #expect(try first.accounts().map(\.isAdministrator) == [true, false])
    }
}
