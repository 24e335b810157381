import Feeds
import ReaderApps

/// The path of a route: fixed parts, and variables in braces, each of which is one part.
///
/// Some variables are special. At the end, `.{format}` is the suffix of any format for feed readers. A variable named
/// `secret` is left out of logs and messages.
struct PathTemplate: Sendable {
    /// A variable at the end that isn't one part.
    enum Rest: String, Sendable, CaseIterable {
        /// The path of a feed in the catalog.
        case feed = "{feed}"
        /// The path of a form that names an item of a feed's path, such as `/…/trending?language=swift`.
        case form = "{form}"
        /// The name of a file, with a suffix that a format may have, too.
        case file = "{file}"
        /// The base of a reader app's API, and what follows it.
        case app = "{app}"
    }

    private enum Part: Sendable, Hashable {
        case fixed(String)
        case variable(String)
    }

    /// Identifies a path without variables.
    struct Fixed: Sendable, Hashable {
        let parts: [String]
        let suffix: Target.Suffix?
    }

    /// `/feeds/{secret}/unread.{format}`
    let text: String
    /// True if it ends with the suffix of any format.
    let hasFormat: Bool
    let rest: Rest?
    private let parts: [Part]
    private let suffix: Target.Suffix?

    init(_ text: String) {
        self.text = text
        hasFormat = text.hasSuffix(Self.format)
        let path = hasFormat ? String(text.dropLast(Self.format.count)) : text
        rest = Rest.allCases.first { path.hasSuffix($0.rawValue) }
        // A path is always a target.
        let target = Target(path)
        suffix = target?.suffix
        parts = (target?.parts ?? []).dropLast(rest == nil ? 0 : 1).map { part in
            part.first == "{" && part.last == "}" ? .variable(String(part.dropFirst().dropLast())) : .fixed(part)
        }
    }

    private static let format = ".{format}"

    /// The identity of the path; nil if it has variables.
    var fixed: Fixed? {
        var names: [String] = []
        for part in parts {
            guard case .fixed(let name) = part else { return nil }
            names.append(name)
        }
        return rest == nil && !hasFormat ? Fixed(parts: names, suffix: suffix) : nil
    }

    /// The names of the variables that are one part, in order.
    var variables: [String] { parts.compactMap { if case .variable(let name) = $0 { name } else { nil } } }

    /// The first part of a path whose second part is a secret.
    var secretRoot: String? {
        guard parts.count > 1, case .fixed(let root) = parts[0], parts[1] == .variable("secret") else { return nil }
        return root
    }

    /// The values of the path's variables in a target; nil if the target isn't at this path.
    func values(in target: Target, _ catalog: FeedCatalog) -> PathValues? {
        var values = PathValues()
        if rest == .app {
            values.app = ReaderAPI.find(target.path)
            return values.app == nil ? nil : values
        }
        let end = target.parts.dropFirst(parts.count)
        guard target.parts.count >= parts.count, rest != nil || end.isEmpty, allows(target) else { return nil }
        for (part, value) in zip(parts, target.parts) {
            switch part {
            case .fixed(let name): if name != value { return nil }
            case .variable(let name): values.named[name] = value
            }
        }
        switch rest {
        case .feed: values.feed = catalog.feed(path: Array(end))
        case .form: values.form = catalog.parameters.first { $0.path == Array(end) }
        case .file: values.named["file"] = end.count == 1 ? end.joined() + (target.suffix?.rawValue ?? "") : nil
        case .app, nil: return values
        }
        return values.isFound ? values : nil
    }

    /// True if a path may end as the target does. A format follows a name.
    private func allows(_ target: Target) -> Bool {
        if rest == .file { return true }
        return hasFormat ? target.suffix != nil && target.parts.last != "" : target.suffix == suffix
    }
}

/// The values of a path's variables.
struct PathValues: Sendable {
    /// The values of variables that are one part, decoded.
    var named: [String: String] = [:]
    var feed: Feed?
    var form: FeedControls.Parameter?
    var app: (api: ReaderAPI, rest: String)?

    /// True if the end of the path leads to something.
    fileprivate var isFound: Bool { feed != nil || form != nil || named["file"] != nil }

    /// The value of a variable that is one part; empty if the path has no such variable.
    subscript(name: String) -> String { named[name] ?? "" }
}

extension FeedCatalog {
    /// The typed path components of the feeds in menus.
    var parameters: [FeedControls.Parameter] {
        upstreams.flatMap(\.menu).compactMap(\.feed.controls.parameter)
    }
}
