import Feeds
import WebText

/// What a reader types to add a sink.
struct TypedSink: Sendable {
    let kind, target, name, secret, quiet: String

    /// The kinds that the page can add: `exec` would let anyone who can open the page run commands on the server's machine.
    static let kinds = Sink.Kind.allCases.filter { $0 != .exec }

    /// Why a field was refused.
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
