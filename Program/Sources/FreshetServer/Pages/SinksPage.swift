import FeedStore
import Feeds
import WebText

/// The sinks, and a form that adds one.
struct SinksPage: Sendable {
    /// The outcome of the last change.
    enum Outcome: Sendable {
        case none
        /// Something that a reader should know.
        case notice(String)
        /// Something that failed.
        case failure(String)
    }

    let sinks: [NamedSink]
    /// The kinds that the account may add.
    let kinds: [Sink.Kind]
    /// The form's content.
    var typed = TypedSink()
    var refusal: TypedSink.Refusal?
    var outcome = Outcome.none
    /// True if the server can send tests.
    var canTest = false
    let site: Site

    var html: HTML {
        Layout(title: "Notifications", address: "/sinks", site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: "Notifications", status: "<p class=\"summary\">New items that match a notify <a href=\"/rules\">rule</a> are sent to every destination.</p>").html)
            \(message)\(destinations.html)\(addition.html)</main>
            """)
    }

    private var message: HTML? {
        switch outcome {
        case .none: nil
        case .notice(let text): "<p class=\"matches\" role=\"status\">\(SafeText(text, atMost: 400).html)</p>"
        case .failure(let text): "<p class=\"wrong\" role=\"alert\">\(SafeText(text, atMost: 400).html)</p>"
        }
    }

    private var destinations: PageGroup {
        let rows = sinks.map { sink in
            let test: HTML? =
                switch sink.pause {
                case .unconfirmed where canTest: button("confirm", "Send link", sink)
                case nil where canTest && sink.sink.kind != .exec: button("test", "Test", sink)
                default: nil
                }
            let target = SafeText([sink.sink.kind.rawValue, sink.sink.target].joined(separator: " "), atMost: 300)
            let remove: HTML = """
                <form method="post" action="/sinks">\(Hidden("remove", sink.name).html)\
                \(DangerButton(path: "/sinks", title: "Remove", label: "Remove \(sink.name)").html)</form>
                """
            return GroupList.Row(
                name: SafeText(sink.name, atMost: 100).html,
                facts: "<code>\(target.text)</code> · \(state(sink))", buttons: "\(test)\(remove)")
        }
        let none = EmptyNote(
            reason: "No destinations yet.",
            advice: "Notifications aren't sent anywhere. Destinations that you add appear here.",
            action: .link("#new-sink", "Add a destination"))
        let list = GroupList(labelledBy: "your-sinks", rows: rows).html ?? GroupEntry(content: none.html).html
        return PageGroup(id: "your-sinks", title: "Your destinations", entries: [list])
    }

    private func button(_ action: String, _ title: HTML, _ sink: NamedSink) -> HTML {
        """
        <form method="post" action="/sinks">\(Hidden(action, sink.name).html)\
        <button class="button quiet" aria-label="\(title) \(sink.name)">\(title)</button></form>
        """
    }

    /// The state of a sink: its pause or its last delivery, and its queue.
    private func state(_ sink: NamedSink) -> HTML {
        let stored = sink.stored
        var parts: [HTML] = []
        if let pause = sink.pause {
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
        if let hours = sink.sink.quiet { parts.append("Quiet \(hours.words)") }
        return parts.joined(separator: " · ")
    }

    private var addition: PageGroup {
        let options: [HTML] = kinds.map { kind in
            let selected: HTML? = typed.kind == kind.rawValue ? " selected" : nil
            return "<option value=\"\(kind.rawValue)\"\(selected)>\(kind.title)</option>"
        }
        let form: HTML = """
            <form class="new-sink" method="post" action="/sinks" aria-labelledby="new-sink">\
            <label for="sink-kind">Kind</label><div class="field"><select id="sink-kind" name="kind" autocomplete="off"\(attributes("kind"))>\(options)</select></div>\(reason("kind"))\
            \(field("target", "Address", typed.target, placeholder: "https://ntfy.sh/TOPIC", hint: "A web address or an email address. The desktop needs none."))\
            \(field("name", "Name", typed.name, hint: "Optional. The kind by default."))\
            \(field("secret", "Secret", "", type: "password", hint: "Optional. The key that signs webhooks, or ntfy's access token."))\
            \(field("quiet", "Quiet hours", typed.quiet, placeholder: "22:00-07:00", hint: "Optional. Notifications wait until they end."))\
            <button class="button strong">Add destination</button></form>
            """
        return PageGroup(
            id: "new-sink", title: "Add a destination",
            entries: [GroupEntry(content: form).html] + (kinds.contains(.desktop) ? [Self.commands] : []))
    }

    /// For accounts that may run programs on the server's machine.
    private static let commands = GroupEntry(
        content:
            "<p class=\"fine\">The page can't add commands. To run one for each notification, run <code>freshet sinks add exec</code> on the server's machine.</p>"
    ).html

    private func field(
        _ name: String, _ label: HTML, _ value: String, type: String = "text", placeholder: String = "", hint: HTML
    ) -> HTML {
        """
        <label for="sink-\(name)">\(label)</label><div class="field"><input id="sink-\(name)" name="\(name)" type="\(type)" value="\(value)" \
        placeholder="\(placeholder)" autocomplete="off" autocapitalize="none" spellcheck="false"\(attributes(name))></div>\
        \(reason(name) ?? "<p class=\"fine\">\(hint)</p>")
        """
    }

    private func attributes(_ name: String) -> HTML? {
        refusal?.field == name ? " aria-invalid=\"true\" aria-describedby=\"sink-\(name)-refusal\" autofocus" : nil
    }

    private func reason(_ name: String) -> HTML? {
        guard let refusal, refusal.field == name else { return nil }
        return
            "<p id=\"sink-\(name)-refusal\" class=\"wrong\" role=\"alert\">\(SafeText(refusal.reason, atMost: 400).html)</p>"
    }
}

extension Sink.Kind {
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

/// The form's input for a new sink.
struct TypedSink: Sendable {
    let kind, target, name, secret, quiet: String

    /// The kinds that the page can add: `exec` would let users of the page run commands on the server's machine.
    static let kinds = Sink.Kind.allCases.filter { $0 != .exec }

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

    /// The sink and its name.
    func read() throws(Refusal) -> (sink: Sink, name: String) {
        guard let kind = Sink.Kind(rawValue: kind) else {
            let names = Self.kinds.map(\.rawValue).joined(separator: ", ")
            throw Refusal(field: "kind", reason: "“\(kind)” isn't a kind of destination. Use one of \(names).")
        }
        guard Self.kinds.contains(kind) else {
            throw Refusal(
                field: "kind",
                reason: "The page can't add commands. Run freshet sinks add exec COMMAND on the server's machine.")
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
        let sink = Sink(kind, target: target, secret: secret.isEmpty ? nil : secret, quiet: hours)
        if let problem = sink.problem { throw Refusal(field: "target", reason: problem) }
        return (sink, name.isEmpty ? kind.rawValue : name)
    }
}

/// The form with which the owner of an email address allows notifications.
struct ConfirmationPage: Sendable {
    let address: String
    /// The page's own address, with the secret.
    let path: String
    let isConfirmed: Bool
    let site: Site

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
