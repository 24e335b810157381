import FeedStore
import Feeds
import WebText

/// The destinations, and a form that adds one.
struct DestinationsPage: Sendable {
    /// The outcome of the last change.
    enum Outcome: Sendable {
        case none
        /// Something that a reader should know.
        case notice(String)
        /// Something that failed.
        case failure(String)
    }

    let destinations: [NamedDestination]
    /// The kinds that the account may add.
    let kinds: [Destination.Kind]
    /// The form's content.
    var typed = TypedDestination()
    var refusal: TypedDestination.Refusal?
    var outcome = Outcome.none
    /// True if the server can send tests.
    var canTest = false
    let site: PageContext

    var html: HTML {
        Layout(title: "Notifications", address: "/destinations", site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: "Notifications", status: "<p class=\"summary\">New items that match a notify <a href=\"/rules\">rule</a> are sent to every destination.</p>").html)
            \(message)\(list.html)\(addition.html)</main>
            """)
    }

    private var message: HTML? {
        switch outcome {
        case .none: nil
        case .notice(let text): "<p class=\"matches\" role=\"status\">\(SafeText(text, atMost: 400).html)</p>"
        case .failure(let text): "<p class=\"wrong\" role=\"alert\">\(SafeText(text, atMost: 400).html)</p>"
        }
    }

    private var list: PageGroup {
        let rows = destinations.map { destination in
            let test: HTML? =
                switch destination.pause {
                case .unconfirmed where canTest: button("confirm", "Send link", destination)
                case nil where canTest && destination.destination.kind != .exec: button("test", "Test", destination)
                default: nil
                }
            let target = SafeText(
                [destination.destination.kind.rawValue, destination.destination.target].joined(separator: " "),
                atMost: 300)
            let remove: HTML = """
                <form method="post" action="/destinations">\(Hidden("remove", destination.name).html)\
                \(DangerButton(path: "/destinations", title: "Remove", label: "Remove \(destination.name)").html)</form>
                """
            return GroupList.Row(
                name: SafeText(destination.name, atMost: 100).html,
                facts: "<code>\(target.text)</code> · \(state(destination))", buttons: "\(test)\(remove)")
        }
        let none = EmptyNote(
            reason: "No destinations yet.",
            advice: "Notifications aren't sent anywhere. Destinations that you add appear here.",
            action: .link("#new-destination", "Add a destination"))
        let entry = GroupList(labelledBy: "your-destinations", rows: rows).html ?? GroupEntry(content: none.html).html
        return PageGroup(id: "your-destinations", title: "Your destinations", entries: [entry])
    }

    private func button(_ action: String, _ title: HTML, _ destination: NamedDestination) -> HTML {
        """
        <form method="post" action="/destinations">\(Hidden(action, destination.name).html)\
        <button class="button quiet" aria-label="\(title) \(destination.name)">\(title)</button></form>
        """
    }

    /// The state of a destination: its pause or its last delivery, and its queue.
    private func state(_ destination: NamedDestination) -> HTML {
        let stored = destination.stored
        var parts: [HTML] = []
        if let pause = destination.pause {
            parts.append("<b class=\"bad\">Paused</b>: \(SafeText(pause.description, atMost: 300).html)")
        } else if let error = stored.error {
            let at: HTML? = stored.errorAt.map { " \(Instant($0).html(.ago, site.now))" }
            parts.append("<b class=\"bad\">Failed</b>\(at): \(SafeText(error, atMost: 200).html)")
        } else if let date = stored.deliveredAt {
            parts.append("Delivered \(Instant(date).html(.ago, site.now))")
        } else {
            parts.append("Nothing sent yet")
        }
        if stored.waiting > 0 { parts.append("\(stored.waiting) queued") }
        if let hours = destination.destination.quiet { parts.append("Quiet \(hours.words)") }
        return parts.joined(separator: " · ")
    }

    private var addition: PageGroup {
        let options: [HTML] = kinds.map { kind in
            let selected: HTML? = typed.kind == kind.rawValue ? " selected" : nil
            return "<option value=\"\(kind.rawValue)\"\(selected)>\(kind.title)</option>"
        }
        let form: HTML = """
            <form class="stacked-form" method="post" action="/destinations" aria-labelledby="new-destination">\
            <label for="destination-kind">Kind</label><div class="field"><select id="destination-kind" name="kind" autocomplete="off"\(attributes("kind"))>\(options)</select></div>\(reason("kind"))\
            \(field("target", "Address", typed.target, placeholder: "https://ntfy.sh/TOPIC", hint: "A web address or an email address. The desktop needs none."))\
            \(field("name", "Name", typed.name, hint: "Optional. The kind by default."))\
            \(field("secret", "Secret", "", type: "password", hint: "Optional. The key that signs webhooks, or ntfy's access token."))\
            \(field("quiet", "Quiet hours", typed.quiet, placeholder: "22:00-07:00", hint: "Optional. Notifications wait until they end."))\
            <button class="button strong">Add destination</button></form>
            """
        return PageGroup(
            id: "new-destination", title: "Add a destination",
            entries: [GroupEntry(content: form).html] + (kinds.contains(.desktop) ? [Self.commands] : []))
    }

    /// For accounts that may run programs on the server's machine.
    private static let commands = GroupEntry(
        content:
            "<p class=\"fine\">The page can't add commands. To run one for each notification, run <code>freshet destinations add exec</code> on the server's machine.</p>"
    ).html

    private func field(
        _ name: String, _ label: HTML, _ value: String, type: String = "text", placeholder: String = "", hint: HTML
    ) -> HTML {
        """
        <label for="destination-\(name)">\(label)</label><div class="field"><input id="destination-\(name)" name="\(name)" type="\(type)" value="\(value)" \
        placeholder="\(placeholder)" autocomplete="off" autocapitalize="none" spellcheck="false"\(attributes(name))></div>\
        \(reason(name) ?? "<p class=\"fine\">\(hint)</p>")
        """
    }

    private func attributes(_ name: String) -> HTML? {
        refusal?.field == name
            ? " aria-invalid=\"true\" aria-describedby=\"destination-\(name)-refusal\" autofocus" : nil
    }

    private func reason(_ name: String) -> HTML? {
        guard let refusal, refusal.field == name else { return nil }
        return
            "<p id=\"destination-\(name)-refusal\" class=\"wrong\" role=\"alert\">\(SafeText(refusal.reason, atMost: 400).html)</p>"
    }
}

extension Destination.Kind {
    /// The name for readers.
    fileprivate var title: HTML {
        switch self {
        case .desktop: "Desktop of the server's machine"
        case .exec: "Command"
        case .webhook: "Webhook"
        case .ntfy: "ntfy"
        case .email: "Email"
        }
    }
}

/// The form's input for a new destination.
struct TypedDestination: Sendable {
    let kind, target, name, secret, quiet: String

    /// The kinds that the page can add: `exec` would let users of the page run commands on the server's machine.
    static let kinds = Destination.Kind.allCases.filter { $0 != .exec }

    /// The refusal of a field.
    struct Refusal: Error {
        /// The name of the field.
        let field: String
        let reason: String
    }

    init(_ form: Form) {
        func text(_ name: String) -> String { form[name]?.trimmed ?? "" }
        (kind, target, name, quiet) = (text("kind"), text("target"), text("name"), text("quiet"))
        secret = form["secret"] ?? ""
    }

    /// An empty form.
    init() { (kind, target, name, secret, quiet) = ("", "", "", "", "") }

    /// The destination and its name.
    func read() throws(Refusal) -> (destination: Destination, name: String) {
        guard let kind = Destination.Kind(rawValue: kind) else {
            let names = Self.kinds.map(\.rawValue).joined(separator: ", ")
            throw Refusal(field: "kind", reason: "“\(kind)” isn't a kind of destination. Use one of \(names).")
        }
        guard Self.kinds.contains(kind) else {
            throw Refusal(
                field: "kind",
                reason:
                    "The page can't add commands. Run freshet destinations add exec COMMAND on the server's machine.")
        }
        for (field, text, length) in [("target", target, 2000), ("name", name, 100), ("secret", secret, 1000)] {
            if text.unicodeScalars.count > length {
                throw Refusal(field: field, reason: "Use at most \(length) characters.")
            }
            if text.hasControlCharacters {
                throw Refusal(field: field, reason: "Control characters aren't allowed.")
            }
        }
        let hours = quiet.isEmpty ? nil : QuietHours(quiet)
        if hours == nil, !quiet.isEmpty {
            throw Refusal(field: "quiet", reason: "“\(quiet)” isn't a time range. Use one such as 22:00-07:00.")
        }
        if !secret.isEmpty, !kind.usesSecret {
            throw Refusal(field: "secret", reason: "Only webhook and ntfy use a secret.")
        }
        let destination = Destination(kind, target: target, secret: secret.isEmpty ? nil : secret, quiet: hours)
        if let problem = destination.problem { throw Refusal(field: "target", reason: problem) }
        return (destination, name.isEmpty ? kind.rawValue : name)
    }
}

/// The form with which the owner of an email address allows notifications.
struct ConfirmationPage: Sendable {
    let address: String
    /// The page's own address, with the secret.
    let path: String
    let isConfirmed: Bool
    let site: PageContext

    var html: HTML {
        Layout(title: "Notifications", address: "/login", site: site, isBare: true).document(
            """
            <main id="main" class="card"><h1>Notifications</h1>\(isConfirmed ? done : question)</main>
            """)
    }

    private var shown: HTML { SafeText(address, atMost: 300).html }

    private var done: HTML { "<p>Notifications are sent to <b>\(shown)</b> from now on.</p>" }

    private var question: HTML {
        """
        <p>A user of this server wants to send notifications to <b>\(shown)</b>.</p>
        <form class="login" method="post" action="\(path)"><button class="button strong">Allow notifications</button></form>
        <p class="fine">If you don't expect this, close the page: nothing is sent.</p>
        """
    }
}
