import FeedStore
import Foundation
import Search
import Testing

@Suite("An administrator")
struct AccountManagementTests {
    let folder: TemporaryFolder
    let first: FeedStore
    let anna: Account
    let password: PasswordHash

    init() throws {
        folder = try TemporaryFolder()
        first = try folder.store()
        password = try PasswordHash(of: "battery staple")
        try first.setPassword(password, keeping: nil)
        anna = try first.admit("anna", password: password, isAdministrator: false, at: day(0))
    }

    private var own: FeedStore { first.of(anna.id) }
    private func current() throws -> Account { try first.account(named: "anna") }

    // MARK: Password links

    @Test("A reset link sets a password once, ends the account's sessions, and is stored as its hash alone")
    func reset() throws {
        let (link, session) = (Secret.make(), Secret.make())
        _ = try own.startSession(secret: session, address: nil, browser: nil, at: day(1))
        #expect(try first.makeResetLink(for: anna, secret: link, at: day(1)) == day(4))
        #expect(try first.account(resetBy: link, at: day(2))?.name == "anna")
        #expect(try first.session(for: session, at: day(2)) != nil)
        let new = try PasswordHash(of: "silver lining")
        #expect(try first.resetPassword(new, by: link, at: day(2)).id == anna.id)
        #expect(try own.password() == new && first.session(for: session, at: day(2)) == nil)
        #expect(try first.account(resetBy: link, at: day(2)) == nil)
        #expect(throws: AccountError.badLink) { try first.resetPassword(password, by: link, at: day(2)) }
        #expect(try own.password() == new)
        try first.makeResetLink(for: anna, secret: link, at: day(1))
        try first.close()
        #expect(try folder.stored(["reset_link"]).firstRange(of: Data(link.text.utf8)) == nil)
    }

    @Test("A reset link expires, and a new link or a new password voids it")
    func resetEnds() throws {
        let (former, link) = (Secret.make(), Secret.make())
        try first.makeResetLink(for: anna, secret: former, at: day(1))
        try first.makeResetLink(for: anna, secret: link, days: 1, at: day(1))
        #expect(try first.account(resetBy: former, at: day(1)) == nil)
        #expect(try first.account(resetBy: link, at: day(1)) != nil && first.account(resetBy: link, at: day(2)) == nil)
        #expect(throws: AccountError.badLink) { try first.resetPassword(password, by: link, at: day(2)) }
        try own.setPassword(password, keeping: nil)
        #expect(try first.account(resetBy: link, at: day(1)) == nil)
        for days in [0, 366] {
            #expect(throws: AccountError.badLifetime) {
                try first.makeResetLink(for: anna, secret: link, days: days, at: day(1))
            }
        }
    }

    @Test("The first sign-in to a store is with a link until that expires, then with a password")
    func waysToSignIn() throws {
        let folder = try TemporaryFolder()
        let store = try folder.store()
        #expect(try store.waysToSignIn(at: day(1)) == .none)
        let (admin, link) = (try #require(try store.accounts().first), Secret.make())
        try store.makeResetLink(for: admin, secret: link, at: day(1))
        #expect(try store.waysToSignIn(at: day(3)) == .link && store.waysToSignIn(at: day(4)) == .none)
        _ = try store.resetPassword(password, by: link, at: day(2))
        #expect(try store.waysToSignIn(at: day(2)) == .password)
    }

    // MARK: Invitations

    @Test("An administrator makes invitations that add one account each, with the role that they give")
    func invitation() throws {
        let (link, other) = (Secret.make(), Secret.make())
        let made = try first.invite(named: "Otto", isAdministrator: true, secret: link, at: day(1))
        _ = try own.invite(named: nil, isAdministrator: false, secret: other, days: 1, at: day(1))
        #expect(made.name == "otto" && made.expiresAt == day(8))
        #expect(try first.invitations(at: day(1)).map(\.account) == [Account.first, anna.id])
        #expect(try first.invitations(at: day(2)).map(\.id) == [made.id])
        #expect(throws: AccountError.taken("anna")) {
            try first.accept(link, name: "Anna", password: password, at: day(2))
        }
        #expect(throws: AccountError.badName("a/b")) {
            try first.accept(link, name: "a/b", password: password, at: day(2))
        }
        let account = try first.accept(link, name: "Ole", password: password, at: day(2))
        #expect(account.name == "ole" && account.isAdministrator && account.hasPassword)
        #expect(throws: AccountError.badLink) { try first.accept(link, name: "eve", password: password, at: day(2)) }
        #expect(throws: AccountError.badLink) { try first.accept(other, name: "eve", password: password, at: day(2)) }
        #expect(try first.accounts().map(\.name) == ["admin", "anna", "ole"])
    }

    @Test("An administrator revokes invitations, which end with the rights of the administrator who made them")
    func invitationEnds() throws {
        let link = Secret.make()
        let made = try first.invite(named: nil, isAdministrator: false, secret: link, at: day(1))
        try first.revokeInvitation(made.id, at: day(1))
        #expect(throws: AccountError.unknownInvitation(made.id)) { try first.revokeInvitation(made.id, at: day(1)) }
        #expect(try first.invitation(for: link, at: day(1)) == nil)
        for end in [
            { try first.changeRole(isAdministrator: false, of: anna) }, { try first.disable(anna, at: day(1)) },
        ] {
            try first.changeRole(isAdministrator: true, of: anna)
            _ = try own.invite(named: nil, isAdministrator: true, secret: link, at: day(1))
            #expect(try first.invitation(for: link, at: day(1)) != nil)
            try end()
            #expect(try first.invitation(for: link, at: day(1)) == nil)
        }
    }

    @Test("An administrator invites nobody to a taken or bad name, or before the first account has a password")
    func refusedInvitation() throws {
        let link = Secret.make()
        func invite(_ name: String?, days: Int = 7) throws {
            _ = try first.invite(named: name, isAdministrator: false, secret: link, days: days, at: day(1))
        }
        #expect(throws: AccountError.taken("anna")) { try invite("ANNA") }
        #expect(throws: AccountError.badName(" ")) { try invite(" ") }
        #expect(throws: AccountError.badLifetime) { try invite(nil, days: 0) }
        let alone = try TemporaryFolder().store()
        #expect(throws: AccountError.firstNeedsPassword("admin")) {
            _ = try alone.invite(named: nil, isAdministrator: false, secret: link, at: day(1))
        }
    }

    @Test("An administrator sees the follows, marks and saved items of each account, and what it alone keeps")
    func usage() throws {
        let own = FeedKey("web/own")
        try first.follow(top)
        for feed in [top, own] { try self.own.follow(feed) }
        try first.commit(merge(item("a", day(1)), item("b", day(1)), on: 1, into: top))
        try first.commit(
            FeedUpdate(feed: own, scope: own.rawValue, items: [item("c", day(1))], mode: .merge, fetchedAt: day(1)))
        func sizes() throws -> [Int] {
            let usage = try first.accountUsage()
            return [usage[Account.first]?.bytes ?? 0, usage[anna.id]?.bytes ?? 0]
        }
        let before = try sizes()
        #expect(before[0] == 0 && before[1] > 0)
        try self.own.mark(keys(top, "a"), as: .saved, at: day(2))
        try first.mark(keys(top, "b"), as: .read, at: day(2))
        let usage = try first.accountUsage()
        #expect(usage[Account.first] == AccountUsage(follows: 1, saved: 0, marks: 1, bytes: 64))
        #expect(usage[anna.id] == AccountUsage(follows: 2, saved: 1, marks: 1, bytes: before[1] + 64))
        try first.unfollow(top)
        try first.mark(keys(top, "b"), as: .saved, at: day(2))
        let after = try sizes()
        #expect(after[0] == 64 && after[1] > before[1] + 64)
    }

    // MARK: Roles, names and states

    @Test("An administrator changes roles and names; a taken or bad name is refused")
    func changes() throws {
        try first.changeRole(isAdministrator: true, of: anna)
        #expect(try current().isAdministrator)
        try first.changeRole(isAdministrator: false, of: anna)
        #expect(try !current().isAdministrator)
        #expect(throws: AccountError.taken("admin")) { try first.rename(anna, to: "Admin") }
        #expect(throws: AccountError.badName("")) { try first.rename(anna, to: "") }
        #expect(try first.rename(anna, to: "Anna.B") == "anna.b" && first.rename(anna, to: "ANNA") == "anna")
    }

    @Test("A disabled account's secrets stop immediately, and all that it has is kept")
    func disabled() throws {
        let (session, link, feeds) = (Secret.make(), Secret.make(), Secret.make())
        _ = try own.startSession(secret: session, address: nil, browser: nil, at: day(1))
        let app = try own.issueAppPassword(named: "Phone", at: day(1))
        _ = try own.addFeedSecret(feeds, at: day(1))
        try first.makeResetLink(for: anna, secret: link, at: day(1))
        try own.follow(top)
        try first.disable(anna, at: day(1))
        let disabled = try current()
        #expect(disabled.isDisabled && disabled.disabledAt == day(1))
        #expect(try first.session(for: session, at: day(1)) == nil && first.appPassword(for: app, at: day(1)) == nil)
        #expect(try first.feedSecret(feeds) == nil && first.account(resetBy: link, at: day(1)) == nil)
        #expect(throws: AccountError.disabled("anna")) {
            _ = try own.startSession(secret: session, address: nil, browser: nil, at: day(1))
        }
        #expect(throws: AccountError.disabled("anna")) {
            try first.makeResetLink(for: disabled, secret: link, at: day(1))
        }
        #expect(try own.followed().map(\.feed) == [top] && own.appPasswords().count == 1)
        try first.enable(disabled)
        #expect(try first.appPassword(for: app, at: day(1)) != nil && first.feedSecret(feeds) != nil)
        #expect(try first.session(for: session, at: day(1)) == nil && own.password() == password)
    }

    @Test("A disabled account counts for no intervals and pushed feeds, and gets no notifications")
    func quiet() throws {
        let fields = SearchFields(title: "Quiet harbor")
        try first.commit(merge(item("a", day(1)), on: 1, into: top))
        try own.follow(top, path: "news/Top", FollowSettings(interval: .seconds(900)), at: day(1))
        try own.addDestination(named: "desk", settings: Data(), at: day(1))
        try own.addRules([Rule(parsing: "notify harbor")], at: day(1))
        try first.commit(merge(item("b", day(2), search: fields), on: 2, into: top))
        let destination = try #require(try own.destinations().first)
        #expect(destination.waiting == 1)
        #expect(try first.followers()[top]?.account == anna.id && first.follower(of: top)?.account == anna.id)
        try first.disable(anna, at: day(2))
        try first.commit(merge(item("c", day(3), search: fields), on: 3, into: top))
        #expect(try own.destinations().first?.waiting == 1)
        #expect(try first.takeBatch(for: destination.id, limit: 9, now: day(3)) == nil)
        #expect(try !first.claimDigest(of: destination.id, due: day(3), now: day(3)))
        #expect(try first.followers().isEmpty && first.follower(of: top) == nil)
        try first.enable(anna)
        #expect(try first.takeBatch(for: destination.id, limit: 9, now: day(3))?.notifications.map(\.item?.id) == ["b"])
        #expect(try first.followers().count == 1)
    }

    @Test("The first account and the last administrator with a password can't be demoted, disabled or removed")
    func last() throws {
        let admin = try first.account(named: "admin")
        #expect(throws: AccountError.firstIsAdministrator("admin")) {
            try first.changeRole(isAdministrator: false, of: admin)
        }
        #expect(throws: AccountError.firstIsAdministrator("admin")) { try first.disable(admin, at: day(1)) }
        #expect(try !first.removeAccount(admin.id))
        try first.changeRole(isAdministrator: true, of: anna)
        try folder.execute("UPDATE account SET password_hash = NULL WHERE id = 1")
        let error = AccountError.lastAdministrator("anna")
        #expect(throws: error) { try first.changeRole(isAdministrator: false, of: anna) }
        #expect(throws: error) { try first.disable(anna, at: day(1)) }
        #expect(throws: error) { try first.removeAccount(anna.id) }
        #expect(try current().isAdministrator && !current().isDisabled)
        let otto = try #require(
            try first.addAccount(named: "otto", password: password, isAdministrator: true, at: day(1)))
        try first.disable(anna, at: day(1))
        #expect(throws: AccountError.lastAdministrator("otto")) { try first.removeAccount(otto.id) }
        #expect(try first.removeAccount(anna.id))
    }
}
