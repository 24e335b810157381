import Catalog
import FeedStore
import Feeds
import Foundation
import FreshetHTTP
import ImportExport
import Testing
import WebFeeds

@Suite("Passwords and other secrets in exports and imports") struct PasswordTests {
    private let one = try! Reader()
    private let other = try! Reader()

    private static let quay = "web/https%3A%2F%2Fquay.example%2Ffeed"

    private func list(_ outlines: String) -> Data {
        Data("<opml version='2.0'><body>\(outlines)</body></opml>".utf8)
    }

    /// Follows a feed with a password, named Quay, and one without.
    private func followBoth(_ reader: Reader) throws {
        let quay = "<outline text='Quay' xmlUrl='https://reader:s3cret@quay.example/feed'/>"
        let moon = "<outline text='Moon' xmlUrl='https://moon.example/feed'/>"
        #expect(try reader.environment.importing(list(quay + moon)).passwordsNeeded.isEmpty)
    }

    private func text(_ data: Data) -> String { String(decoding: data, as: UTF8.self) }

    @Test("An export as JSON marks the feeds whose passwords it lacks, and an import names them")
    func json() throws {
        try followBoth(one)
        let export = try one.environment.export()
        #expect(!text(export).contains("s3cret") && text(export).components(separatedBy: "needsPassword").count == 2)
        let needed = try other.environment.importing(export).passwordsNeeded
        #expect(needed.map(\.feed) == [Self.quay] && needed.map(\.title) == ["Quay"])
        #expect(needed.first?.addressToFollow == "https://USER:PASSWORD@quay.example/feed")
        // They are named until they have their passwords.
        #expect(try other.environment.importing(export).passwordsNeeded == needed)
        let third = try Reader()
        try followBoth(third)
        #expect(try third.environment.importing(export).passwordsNeeded.isEmpty)
    }

    @Test("An export as OPML marks the feeds whose passwords it lacks, and an import names them")
    func opml() throws {
        try followBoth(one)
        let document = try one.environment.exportOPML().document
        #expect(!document.contains("s3cret") && document.contains("xmlns:freshet="))
        #expect(try OPML(parsing: Data(document.utf8)).feeds.filter(\.needsPassword).map(\.title) == ["Quay"])
        #expect(try other.environment.importing(Data(document.utf8)).passwordsNeeded.map(\.feed) == [Self.quay])
    }

    @Test("OPML without feeds with passwords has no attributes of Freshet's own")
    func plainOPML() throws {
        _ = try one.environment.importing(list("<outline text='Moon' xmlUrl='https://moon.example/feed'/>"))
        #expect(try !one.environment.exportOPML().document.contains("freshet:"))
    }

    @Test("A feed with a password is in OPML beside other accounts, too")
    func accounts() throws {
        _ = try one.store.addAccount(named: "anna", at: Date())
        try followBoth(one)
        let followed = try one.environment.followed().map(\.feed.key.rawValue)
        #expect(followed.contains { $0.hasPrefix("web/accounts/") })
        let export = try one.environment.exportOPML()
        #expect(export.omitted.isEmpty)
        #expect(try OPML(parsing: Data(export.document.utf8)).feeds.filter(\.needsPassword).map(\.title) == ["Quay"])
        #expect(try one.environment.importing(Data(export.document.utf8)).known == 2)
        #expect(try one.environment.importing(one.environment.export()).passwordsNeeded.isEmpty)
        // Following the address with the password then changes this feed.
        _ = try other.store.addAccount(named: "anna", at: Date())
        let needed = try other.environment.importing(Data(export.document.utf8)).passwordsNeeded
        #expect(needed.map { $0.feed.hasPrefix("web/accounts/") } == [true])
    }

    @Test("Parts that exports leave out are named, up to ten names")
    func omissions() throws {
        #expect(try one.environment.exportOmissions().passwordSentence == nil)
        #expect(try one.environment.exportOmissions().settingsSentence == nil)
        try followBoth(one)
        #expect(
            try one.environment.exportOmissions().passwordSentence
                == "Passwords aren't exported. After an import, 1 feed needs its password again: Quay.")
        let many = (1...12).map { "<outline text='Feed \($0)' xmlUrl='https://a:b@f\($0).example/feed'/>" }.joined()
        _ = try one.environment.importing(list(many))
        let sentence = try #require(try one.environment.exportOmissions().passwordSentence)
        #expect(sentence.contains("13 feeds need theirs again: Quay, Feed 1,") && sentence.hasSuffix("and 3 more."))
        try one.store.addDestination(named: "team", settings: Data("{}".utf8), at: Date())
        try one.store.setOwnToken("ghp_secret", for: "github")
        #expect(
            try one.environment.exportOmissions().settingsSentence
                == "Not exported, because of the secrets: the destination team, your GitHub token.")
    }
}
