import Catalog
import FeedStore
import Foundation
import FreshetHTTP
import HTTPTypes
import News
import Platform
import Search
import Synchronization
import Testing

@testable import Feeds

@Suite("Notifications")
struct NotifierTests {
    /// A destination that takes notes, or fails on request.
    final class FakeDestination: Sendable {
        struct Broken: Error, CustomStringConvertible { let description = "the destination is broken" }

        private let state = Mutex<(notes: [(name: String, note: OutgoingMessage)], broken: Set<String>)>(([], []))

        var notes: [(name: String, note: OutgoingMessage)] { state.withLock { $0.notes } }

        func set(broken: Set<String>) { state.withLock { $0.broken = broken } }

        func take(_ note: OutgoingMessage, _ destination: Destination) throws {
            try state.withLock { state in
                if state.broken.contains(destination.target) { throw Broken() }
                state.notes.append((destination.target, note))
            }
        }
    }

    private func notifier(_ environment: FeedEnvironment, _ destination: FakeDestination) -> Notifier {
        Notifier(environment) { try destination.take($0, $1) }
    }

    private func add(_ rule: String, to environment: FeedEnvironment) throws {
        try environment.add([environment.rule(rule)])
    }

    @Test("Notifications of an account without administrator rights wait while its destination is paused")
    func paused() async throws {
        try await Scene.run { scene in
            let first = scene.environment(), destination = FakeDestination()
            let member = try #require(try first.store.addAccount(named: "anna", at: first.now()))
            var environment = first.of(member.id)
            let email = Destination(.email, target: "me@example.org")
            try environment.store.addDestination(
                named: "mail", settings: try JSONEncoder().encode(email), at: first.now())
            try add("notify kind:stories in:news", to: environment)
            try await Subject.news(.top, environment).last(limit: 5)
            try await notifier(first, destination).deliverDue()
            #expect(destination.notes.isEmpty)
            #expect(try environment.destinations().map(\.pause) == [.administratorsOnly(.email)])
            var allowed = first
            allowed.memberDestinations = [.email]
            environment.memberDestinations = [.email]
            try await notifier(allowed, destination).deliverDue()
            #expect(destination.notes.isEmpty)
            #expect(try environment.destinations().map(\.pause) == [.unconfirmed])
            let made = try #require(try environment.makeConfirmation(ofDestinationNamed: "mail"))
            #expect(try allowed.destination(confirmedBy: made.secret + "0") == nil)
            let confirmed = try #require(try allowed.destination(confirmedBy: made.secret))
            // Another address by the same name isn't confirmed by the link of the first one.
            try environment.store.removeDestination(named: "mail")
            let other = Destination(.email, target: "you@example.org")
            try environment.store.addDestination(
                named: "mail", settings: try JSONEncoder().encode(other), at: first.now())
            #expect(
                try !confirmed.environment.confirm(confirmed.destination)
                    && allowed.destination(confirmedBy: made.secret) == nil)
            try environment.store.removeDestination(named: "mail")
            try environment.store.addDestination(
                named: "mail", settings: try JSONEncoder().encode(email), at: first.now())
            try await Subject.news(.top, environment).last(limit: 5)
            let again = try #require(try environment.makeConfirmation(ofDestinationNamed: "mail"))
            let found = try #require(try allowed.destination(confirmedBy: again.secret))
            #expect(try found.environment.confirm(found.destination))
            #expect(try environment.destinations().map(\.pause) == [nil])
        }
    }

    @Test("Notifications of an account without administrator rights are at most 60 messages an hour")
    func rate() async throws {
        try await Scene.run { scene in
            let first = scene.environment(), destination = FakeDestination()
            let member = try #require(try first.store.addAccount(named: "anna", at: first.now()))
            let environment = first.of(member.id)
            for name in 0...Notifier.largestRate {
                _ = try environment.add(Destination(.webhook, target: "https://a.example/\(name)"), named: "\(name)")
            }
            try add("notify kind:stories in:news", to: environment)
            try await Subject.news(.top, environment).last(limit: 5)
            let notifier = notifier(first, destination)
            try await notifier.deliverDue()
            #expect(destination.notes.count == Notifier.largestRate)
            #expect(try environment.destinations().count { $0.stored.waiting > 0 } == 1)
            scene.advance(3600)
            try await notifier.deliverDue()
            #expect(destination.notes.count == Notifier.largestRate + 1)
        }
    }

    @Test("Notifications report all items of a refresh in one message, once")
    func batch() async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            #expect(try environment.add(Destination(.exec, target: "a"), named: "a"))
            try add("notify kind:stories in:news", to: environment)
            try await Subject.news(.top, environment).last(limit: 5)
            let notifier = notifier(environment, destination)
            try await notifier.deliverDue()
            try await notifier.deliverDue()
            let note = try #require(destination.notes.first?.note)
            #expect(
                destination.notes.count == 1 && note.parts.count > 1
                    && note.title == "Top stories: \(note.parts.count) items")
            #expect(note.parts.allSatisfy { $0.feed == "Top stories" && !note.body.contains("Top stories: ") })
            #expect(note.parts.allSatisfy { $0.item?.feed.key.rawValue == "news/top" && $0.url != nil })
            #expect(Set(note.parts.map(\.id)).count == note.parts.count && note.id == note.parts[0].id)
            let json = try #require(try JSONSerialization.jsonObject(with: note.json()) as? [String: Any])
            let parts = try #require(json["notifications"] as? [[String: Any]])
            #expect(parts.count == note.parts.count && (parts[0]["item"] as? [String: Any])?["title"] is String)
            #expect(try note.lines().count == note.parts.count)
        }
    }

    @Test("Notifications have the feed's name in their titles, as the reader chose it")
    func titles() async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            #expect(try environment.add(Destination(.exec, target: "a"), named: "a"))
            let (top, best) = (Subject.news(.top, environment), Subject.news(.best, environment))
            try environment.follow(top.feed, FollowSettings(name: "Front page"))
            try add("notify in:news", to: environment)
            try await top.last(limit: 5)
            try await best.last(limit: 5)
            try await notifier(environment, destination).deliverDue()
            let note = try #require(destination.notes.first?.note)
            #expect(note.title == "Front page and Best stories: \(note.parts.count) items")
            #expect(note.body.hasPrefix("Front page: \(note.parts[0].title)\nFront page: "))
        }
    }

    @Test("Notifications of a failing destination are sent again with the same ids, and delay no other destination")
    func failing() async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            for name in ["a", "b"] { _ = try environment.add(Destination(.exec, target: name), named: name) }
            try add("notify in:news", to: environment)
            try await Subject.news(.top, environment).last(limit: 3)
            let notifier = notifier(environment, destination)
            destination.set(broken: ["a"])
            try await notifier.deliverDue()
            #expect(destination.notes.map(\.name) == ["b"])
            let failed = try #require(try environment.destinations().first)
            #expect(failed.stored.error == "the destination is broken" && failed.stored.waiting > 0)
            #expect(failed.stored.retryAt == scene.now + 15)
            scene.advance(14)
            destination.set(broken: [])
            try await notifier.deliverDue()
            #expect(destination.notes.count == 1)
            scene.advance(1)
            try await notifier.deliverDue()
            #expect(destination.notes.map(\.name) == ["b", "a"])
            #expect(destination.notes[0].note.id == destination.notes[1].note.id)
            #expect(try environment.destinations().allSatisfy { $0.stored.error == nil && $0.stored.waiting == 0 })
            #expect(try LedgerReport(environment).destinations.count == 2)
        }
    }

    @Test("Notifications are retried after growing waits of at most an hour")
    func backoff() {
        #expect([1, 2, 3, 9, 100].map(Notifier.pause) == [15, 30, 60, 3600, 3600])
    }

    @Test("Notifications wait in quiet hours")
    func quiet() async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            let seconds = Int(scene.now.timeIntervalSince1970) % 86_400
            let minute = seconds / 60
            let hours = try #require(
                QuietHours(TimeOfDay.words(minute) + "-" + TimeOfDay.words((minute + 60) % 1440)))
            _ = try environment.add(Destination(.exec, target: "a", quiet: hours), named: "a")
            try add("notify in:news", to: environment)
            try await Subject.news(.top, environment).last(limit: 3)
            try await notifier(environment, destination).deliverDue()
            #expect(destination.notes.isEmpty)
            scene.advance(3600)
            try await notifier(environment, destination).deliverDue()
            #expect(destination.notes.count == 1)
        }
    }

    @Test(
        "Quiet hours are recognized, also across midnight",
        arguments: [
            ("22:00-07:00", 23 * 60, true), ("22:00-07:00", 60, true), ("22:00-07:00", 7 * 60, false),
            ("08:30-9:00", 510, true), ("08:30-9:00", 540, false),
        ])
    func quietHours(text: String, minute: Int, isQuiet: Bool) throws {
        #expect(try #require(QuietHours(text)).contains(minute) == isQuiet)
    }

    @Test(
        "Invalid quiet hours are refused",
        arguments: ["", "22", "22:00", "22:00-24:00", "7:0-8:00", "08:00-08:00", "a-b", "+1:00-2:00", "1:00-2:+5"])
    func wrongHours(text: String) { #expect(QuietHours(text) == nil) }

    @Test("A digest is sent once a day, after its time")
    func digest() async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            try await Subject.news(.top, environment).last(limit: 5)
            let minute = Int(scene.now.timeIntervalSince1970) % 86_400 / 60
            var daily = Destination(.exec, target: "a")
            daily.digest = DailyDigest(minute: (minute + 10) % 1440)
            _ = try environment.add(daily, named: "a")
            let notifier = notifier(environment, destination)
            try await notifier.deliverDue()
            #expect(destination.notes.isEmpty)
            scene.advance(660)
            try await notifier.deliverDue()
            try await notifier.deliverDue()
            #expect(destination.notes.count == 1 && destination.notes[0].note.html?.contains("<h2>") == true)
            #expect(destination.notes[0].note.body.contains("Top stories"))
        }
    }

    @Test("A digest is sent after it was requested, and includes items that a late one left out")
    func lateDigest() async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            let day = 86_400, minute = (Int(scene.now.timeIntervalSince1970) % day / 60 + 1439) % 1440
            _ = try environment.add(Destination(.exec, target: "a"), named: "a")
            scene.advance(day)
            try environment.store.updateDestination(named: "a") { settings in
                var daily = try JSONDecoder().decode(Destination.self, from: settings)
                daily.digest = DailyDigest(minute: minute, since: scene.now)
                return try JSONEncoder().encode(daily)
            }
            let notifier = notifier(environment, destination)
            try await Subject.news(.new, environment).last(limit: 5)
            // It was due a minute before it was requested.
            try await notifier.deliverDue()
            #expect(destination.notes.isEmpty)
            scene.advance(day - 660)
            try await Subject.news(.new, environment).last(limit: 5)
            scene.advance(600)
            try await notifier.deliverDue()
            #expect(destination.notes.count == 1)
            scene.advance(3600)
            try await Subject.news(.new, environment).last(limit: 5)
            let late = try #require(try Digest(environment, since: scene.now - 3600, until: scene.now).groups.first)
            // The next one is four hours late: these items are older than a day by then.
            scene.advance(day + 10_800)
            try await notifier.deliverDue()
            #expect(destination.notes.count == 2)
            let title = try #require(late.items.first).shown.entry.plainTitle
            #expect(destination.notes.last?.note.body.contains(title) == true)
        }
    }

    @Test("Notifications about one item, which several rules match, are one message about it")
    func severalRules() async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            _ = try environment.add(Destination(.exec, target: "a"), named: "a")
            try add("notify in:news", to: environment)
            try add("notify in:news/top", to: environment)
            try await Subject.news(.top, environment).last(limit: 1)
            try await notifier(environment, destination).deliverDue()
            let note = try #require(destination.notes.first?.note)
            #expect(note.parts.count == 2 && note.distinctParts.count == 1 && note.url != nil)
            #expect(note.title == note.parts[0].titleWithFeed)
            #expect(note.body == "Rule: notify in:news\nRule: notify in:news/top")
        }
    }

    @Test("One digest a day is sent from all processes together")
    func oneDigest() async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            try await Subject.news(.top, environment).last(limit: 5)
            var daily = Destination(.exec, target: "a")
            daily.digest = DailyDigest(minute: (Int(scene.now.timeIntervalSince1970) % 86_400 / 60 + 10) % 1440)
            _ = try environment.add(daily, named: "a")
            scene.advance(660)
            let stored = try #require(try environment.store.destinations().first)
            // Another process is about to send it.
            #expect(try scene.store.claimDigest(of: stored.id, due: scene.now, now: scene.now))
            try await notifier(environment, destination).deliverDue()
            #expect(destination.notes.isEmpty)
            // It was killed.
            scene.advance(121)
            try await notifier(environment, destination).deliverDue()
            #expect(destination.notes.count == 1)
            #expect(try !scene.store.claimDigest(of: stored.id, due: scene.now - 60, now: scene.now))
        }
    }

    @Test("One digest a day is sent when clocks are set back", arguments: [-3600, 3600])
    func clockChange(change: Int) async throws {
        try await Scene.run { scene in
            let environment = scene.environment(), destination = FakeDestination()
            try await Subject.news(.top, environment).last(limit: 5)
            let start = Int(scene.now.timeIntervalSince1970)
            var daily = Destination(.exec, target: "a")
            daily.digest = DailyDigest(minute: (start % 86_400 / 60 + 10) % 1440)
            _ = try environment.add(daily, named: "a")
            // The change comes twelve hours after the first digest.
            let changing = Notifier(environment, offset: { $0 < start + 43_200 ? 0 : change }) {
                try destination.take($0, $1)
            }
            scene.advance(660)
            try await changing.deliverDue()
            #expect(destination.notes.count == 1)
            for _ in 0..<22 {
                scene.advance(3600)
                try await changing.deliverDue()
            }
            #expect(destination.notes.count == 1)
            try await Subject.news(.new, environment).last(limit: 5)
            scene.advance(14_400)
            try await changing.deliverDue()
            #expect(destination.notes.count == 2)
        }
    }

    @Test("Notifications as a webhook are posted as JSON, signed with the secret")
    func webhook() throws {
        let note = OutgoingMessage(id: "7", title: "Ⓐ title", body: "text")
        let destination = Destination(.webhook, target: "https://hooks.example.org/a?b=c", secret: "key")
        let sent = try #require(try DestinationRequest(note, to: destination))
        #expect(sent.request.method == .post && sent.request.path == "/a?b=c")
        let fields = Dictionary(
            sent.request.headerFields.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { $1 })
        #expect(fields["x-freshet-id"] == "7" && fields["content-type"] == "application/json")
        #expect(fields["x-freshet-signature"]?.hasPrefix("sha256=") == true)
        #expect(fields["x-freshet-signature"]?.count == 71)
        let unsigned = try DestinationRequest(note, to: Destination(.webhook, target: "https://a.example/"))
        #expect(unsigned?.request.headerFields.count == 2)
    }

    @Test("Notifications as a message of ntfy name the topic in the body")
    func ntfy() throws {
        let note = OutgoingMessage(id: "7", title: "t", body: "b")
        let sent = try #require(
            try DestinationRequest(note, to: Destination(.ntfy, target: "https://ntfy.sh/mine", secret: "tk")))
        #expect(sent.request.path == "/" && sent.request.headerFields[.authorization] == "Bearer tk")
        let json = try JSONSerialization.jsonObject(with: sent.body) as? [String: String]
        #expect(json == ["topic": "mine", "title": "t", "message": "b"])
        #expect(try DestinationRequest(note, to: Destination(.desktop)) == nil)
    }

    @Test(
        "Notifications refuse a target that can't work",
        arguments: [
            Destination(.webhook, target: "ftp://x"), Destination(.ntfy), Destination(.ntfy, target: "https://ntfy.sh"),
            Destination(.email, target: "me"), Destination(.exec),
            Destination(.email, target: "-oQ/tmp@x"), Destination(.desktop, target: "x"),
        ])
    func problems(destination: Destination) { #expect(destination.problem != nil) }
}

@Suite("Signatures")
struct SignatureTests {
    @Test(
        "Signatures are HMAC-SHA256 (RFC 4231)",
        arguments: [
            (
                "Jefe", "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
            (
                String(repeating: "\u{0b}", count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
        ])
    func vectors(key: String, text: String, code: String) throws {
        #expect(Data(text.utf8).hmacSHA256(key: key) == code)
    }
}
