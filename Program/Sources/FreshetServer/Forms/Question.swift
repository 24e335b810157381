import FeedStore
import Feeds
import Platform
import WebText

/// The question of a form before it removes something: a dialog of the script or, without it, a page.
struct Question: JSONDocument {
    /// The change, as a question.
    let title: String
    /// The things that are removed with it, and the things that stay.
    let consequence: String
    /// The words of the button.
    let action: String
}

extension Question {
    static func signingOut(of browser: String) -> Question {
        Question(
            title: "Sign out \(browser)?", consequence: "That browser has to sign in again.",
            action: "Sign out browser")
    }

    static func signingOut(others count: Int) -> Question {
        Question(
            title: "Sign out \(counted(count, "other browser"))?",
            consequence:
                "\(count == 1 ? "It has" : "They have") to sign in again. This browser and your apps stay signed in.",
            action: count == 1 ? "Sign out browser" : "Sign out browsers")
    }

    static func revoking(_ password: AppPassword) -> Question {
        Question(
            title: "Revoke the app password “\(password.name)”?",
            consequence: password.usedAt == nil
                ? "No app has used it yet."
                : "The app that uses it stops synchronizing until you give it another one. What you read and saved stays.",
            action: "Revoke app password")
    }

    static func forgettingToken(of upstream: String) -> Question {
        Question(
            title: "Remove your \(upstream) token?",
            consequence:
                "Your notifications, your dashboard and private repositories aren't refreshed any more. You go on following them.",
            action: "Remove token")
    }

    static func unlinking(_ identity: Identity, from provider: String) -> Question {
        Question(
            title: "Unlink \(identity.name ?? "the identity")?",
            consequence: "\(provider) no longer signs in to this account. You can link it again.",
            action: "Unlink identity")
    }

    static let renewingFeedAddresses = Question(
        title: "Renew the addresses of your feeds?",
        consequence: "The present ones stop working immediately, in every program that uses them.",
        action: "Renew addresses")

    static func removing(_ account: Account, _ usage: AccountUsage) -> Question {
        let things = [
            usage.follows > 0 ? "follows \(counted(usage.follows, "feed"))" : nil,
            usage.saved > 0 ? "has saved \(counted(usage.saved, "item"))" : nil,
            usage.marks > 0 ? "has marked \(counted(usage.marks, "item"))" : nil,
        ].compactMap(\.self)
        let usage = things.isEmpty ? "It follows nothing. " : "It \(things.joined(separator: ", ")). "
        return Question(
            title: "Remove the account “\(account.name)”?",
            consequence: usage
                + "All that it has is removed, with its rules, labels and app passwords. This can't be undone.",
            action: "Remove account")
    }

    static func revoking(_ invitation: Invitation) -> Question {
        Question(
            title: "Revoke “\(invitation.shownName)”?", consequence: "The link that you sent stops working.",
            action: "Revoke invitation")
    }

    /// - Parameters:
    ///   - others: the number of other destinations.
    ///   - rules: the number of rules that notify.
    static func removing(_ destination: NamedDestination, others: Int, rules: Int) -> Question {
        let waiting =
            destination.stored.waiting == 0
            ? "" : "\(counted(destination.stored.waiting, "notification")) in its queue won't be sent. "
        let staying =
            switch (rules, others) {
            case (0, _): "No rule sends to it."
            case (_, 0):
                "\(counted(rules, "rule")) \(rules == 1 ? "sends" : "send") to it, and nowhere else then; the rules stay."
            default:
                "\(counted(rules, "rule")) \(rules == 1 ? "sends" : "send") to it and to \(counted(others, "other destination")); the rules stay."
            }
        return Question(
            title: "Remove the destination “\(destination.name)”?", consequence: waiting + staying,
            action: "Remove destination")
    }

    static func removing(_ label: Label) -> Question {
        let losing =
            label.count == 1
            ? "1 item loses it. It then stays only if it is saved, has another label, or as long as its feed keeps it."
            : "\(label.count.grouped) items lose it. They then stay only if they are saved, have another label, or as long as their feeds keep them."
        return Question(
            title: "Remove the label “\(label.name)”?", consequence: label.count == 0 ? "No item has it." : losing,
            action: "Remove label")
    }

    /// Names the folders of the feeds.
    static func unfollowing(_ feeds: [FollowedFeed]) -> Question {
        let folders = Dictionary(grouping: feeds) { $0.settings.folder ?? "" }.sorted { $0.key < $1.key }
        let places = folders.map { path, feeds in
            "\(feeds.count.grouped) \(path.isEmpty ? "in no folder" : "in “\(path)”")"
        }
        let names =
            feeds.count <= 5 ? feeds.map { "“\($0.title)”" }.joined(separator: ", ") : places.joined(separator: ", ")
        return Question(
            title: "Unfollow \(counted(feeds.count, "feed"))\(feeds.count <= 5 ? Self.place(folders.map(\.key)) : "")?",
            consequence: "\(names). Saved items stay, and you can undo this.",
            action: feeds.count == 1 ? "Unfollow feed" : "Unfollow feeds")
    }

    /// The folder of feeds that have the same one.
    private static func place(_ folders: [String]) -> String {
        folders.count == 1 && !folders[0].isEmpty ? " in “\(folders[0])”" : ""
    }

    private static func counted(_ count: Int, _ noun: String) -> String {
        "\(count.grouped) \(noun)\(count == 1 ? "" : "s")"
    }
}

/// The page of a ``Question`` that no script shows in a dialog, with its form.
struct QuestionPage: Sendable {
    let question: Question
    /// The form that was sent.
    let form: Form
    /// The path to which it was sent, which is also the path of its page.
    let path: String
    let site: PageContext

    var html: HTML {
        let fields: [HTML] = form.pairs.map { Hidden($0.name, $0.value).html }
        return Layout(title: question.title, address: path, site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: SafeText(question.title, atMost: 300).html).html)
            <p class="lede">\(SafeText(question.consequence, atMost: 1000).html)</p>
            <form method="post" action="\(path)">\(fields)<div class="form-buttons"><a class="button" href="\(path)">Cancel</a> \
            <button class="button danger strong">\(question.action)</button></div></form></main>
            """)
    }
}

/// The button of a form that removes something.
///
/// It asks before, by a ``Question``: the script in a dialog, and without it a page.
struct DangerButton: Sendable {
    /// The query of addresses that answer a form with the question.
    static let query = "ask"

    /// The path to which the form is sent.
    let path: String
    let title: HTML
    /// The name for screen readers, if several buttons have the same title. The button is then one of a row, and quiet.
    var label: String?
    /// The field of the form that the button has.
    var name: String?
    var value = ""

    var html: HTML {
        let field: HTML? = name.map { " name=\"\($0)\" value=\"\(value)\"" }
        let label: HTML? = label.map { " aria-label=\"\($0)\"" }
        return """
            <button class="button danger\(label == nil ? nil : " quiet" as HTML?)" formaction="\(path)?\(Self.query)=1"\(field)\(label)>\(title)</button>
            """
    }
}
