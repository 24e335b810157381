import FeedStore
import Feeds
import WebText

/// The sinks, and a form that adds one.
struct SinksPage: Sendable {
    /// What the last change led to.
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
    /// Whether the server can send tests.
    var canTest = false
    let site: Site

    var html: HTML {
        Layout(title: "Notifications", address: "/sinks", site: site).document(
            """
            <main id="main" class="feed listing">\(PageBar(title: "Notifications", status: "<p class=\"summary\">New items that match a notify <a href=\"/rules\">rule</a> are sent to every destination.</p>").html)
            <div class="list">\(message)\(list)\(form)</div></main>
            """)
    }

    private var message: HTML? {
        switch outcome {
        case .none: nil
        case .notice(let text): "<p class=\"matches\" role=\"status\">\(SafeText(text, atMost: 400).html)</p>"
        case .failure(let text): "<p class=\"wrong\" role=\"alert\">\(SafeText(text, atMost: 400).html)</p>"
        }
    }

    private var list: HTML {
        if sinks.isEmpty {
            return EmptyNote(
                reason: "No destinations yet.",
                advice: "Notifications aren't sent anywhere. Destinations that you add below appear here."
            ).html
        }
        let items: [HTML] = sinks.map { sink in
            let test: HTML? =
                switch sink.pause {
                case .unconfirmed where canTest: button("confirm", "Send link", sink)
                case nil where canTest && sink.sink.kind != .exec: button("test", "Test", sink)
                default: nil
                }
            let target = SafeText([sink.sink.kind.rawValue, sink.sink.target].joined(separator: " "), atMost: 300)
            return """
                <li><div><b>\(SafeText(sink.name, atMost: 100).html)</b> <code>\(target.text)</code>\
                <span class="why">\(state(sink))</span></div><div class="sink-buttons">\(test)\(button("remove", "Remove", sink))</div></li>
                """
        }
        return """
            <h2 id="your-sinks">Your destinations</h2><ul class="rules sinks" aria-labelledby="your-sinks">\(items)</ul>
            """
    }

    private func button(_ action: String, _ title: HTML, _ sink: NamedSink) -> HTML {
        """
        <form method="post" action="/sinks">\(Hidden(action, sink.name).html)\
        <button class="button quiet" aria-label="\(title) \(sink.name)">\(title)</button></form>
        """
    }

    /// What was sent last, and what waits.
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

    private var form: HTML {
        let options: [HTML] = kinds.map { kind in
            let selected: HTML? = typed.kind == kind.rawValue ? " selected" : nil
            return "<option value=\"\(kind.rawValue)\"\(selected)>\(kind.title)</option>"
        }
        return """
            <h2 id="new-sink">Add a destination</h2><form class="new-sink" method="post" action="/sinks" aria-labelledby="new-sink">\
            <label for="sink-kind">Kind</label><div class="field"><select id="sink-kind" name="kind" autocomplete="off"\(attributes("kind"))>\(options)</select></div>\(reason("kind"))\
            \(field("target", "Address", typed.target, placeholder: "https://ntfy.sh/TOPIC", hint: "A web address or an email address. The desktop needs none."))\
            \(field("name", "Name", typed.name, hint: "Optional. The kind by default."))\
            \(field("secret", "Secret", "", type: "password", hint: "Optional. The key that signs webhooks, or ntfy's access token."))\
            \(field("quiet", "Quiet hours", typed.quiet, placeholder: "22:00-07:00", hint: "Optional. Notifications wait until they end."))\
            <button class="button">Add destination</button></form>
            \(commands)
            """
    }

    /// Nil for an account that may not run programs on the server's machine.
    private var commands: HTML? {
        kinds.contains(.desktop)
            ? "<p class=\"fine\">The page can't add commands. To run one for each notification, run <code>freshet sinks add exec</code> on the server's machine.</p>"
            : nil
    }

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
