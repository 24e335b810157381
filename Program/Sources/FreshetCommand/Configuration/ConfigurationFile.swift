import Feeds
import FreshetServer
import Platform

/// The configuration file, which need not exist.
struct ConfigurationFile {
    let path: String

    /// The maximum number of reported mistakes.
    private static let maximumOfMistakes = 10

    /// The file's settings; the standard ones if it doesn't exist.
    ///
    /// Throws a ``ConfigurationFailure``, or a ``CommandFailure`` for a file that can't be read.
    func settings() throws -> Settings {
        guard exists else { return Settings() }
        let data = try InputFile(path: path).read(atMost: 1 << 20)
        guard let text = String(validating: data, as: UTF8.self) else {
            throw ConfigurationFailure([ConfigurationMistake(line: 1, reason: "The file must be in UTF-8.")], in: path)
        }
        let (settings, mistakes) = Self.read(text)
        if !mistakes.isEmpty { throw ConfigurationFailure(mistakes, in: path) }
        return settings
    }

    /// One system call; a file that can't be reached exists.
    var exists: Bool { access(path, F_OK) == 0 || (errno != ENOENT && errno != ENOTDIR) }

    /// The settings of a text, and its mistakes in the order of their lines.
    static func read(_ text: String) -> (settings: Settings, mistakes: [ConfigurationMistake]) {
        var settings = Settings()
        let document: ConfigurationDocument
        do { document = try ConfigurationDocument(text) } catch { return (settings, [error]) }
        var problems = unknownKeys(in: document.values)
        for key in ConfigurationKey.all {
            guard let value = document.values.value(at: key.path[...]) else { continue }
            do throws(ConfigurationProblem) { try key.read(value, &settings) } catch {
                let end = error.reason.hasSuffix("?") ? "" : "."
                problems.append(WrongKeys(key.path, "\(key.name) \(error.reason)\(end)"))
            }
        }
        problems += contradictions(settings)
        let mistakes = problems.prefix(maximumOfMistakes)
            .map { problem in
                // Of keys that contradict each other, the later one.
                let lines = problem.paths.map { document.line(of: $0) }
                return ConfigurationMistake(line: lines.max() ?? 1, reason: problem.reason)
            }
        return (settings, mistakes.sorted { $0.line < $1.line })
    }

    private static func unknownKeys(in values: [String: ConfigurationValue]) -> [WrongKeys] {
        let keys = ConfigurationKey.all
        let tables = ConfigurationKey.tables
        var problems: [WrongKeys] = []
        for (name, value) in values.sorted(by: { $0.key < $1.key }) {
            if tables.contains(name) {
                guard case .table(let values) = value else {
                    problems.append(
                        WrongKeys([name], "\(name) is a table. Write [\(name)] on a line of its own."))
                    continue
                }
                let known = keys.filter { $0.table == name }.map(\.leaf)
                for leaf in values.keys.sorted() where !known.contains(leaf) {
                    problems.append(WrongKeys([name, leaf], unknown(leaf, among: known, in: name)))
                }
            } else if !keys.contains(where: { $0.path == [name] }) {
                problems.append(
                    WrongKeys(
                        [name], unknown(name, among: keys.filter { $0.table == nil }.map(\.leaf) + tables)))
            }
        }
        return problems
    }

    /// Names the nearest key, or the tables that have a key of this name.
    private static func unknown(_ leaf: String, among known: [String], in table: String? = nil) -> String {
        let others = ConfigurationKey.all.filter { $0.leaf == leaf }.map {
            $0.table.map { "[\($0)]" } ?? "the top level"
        }
        if others.isEmpty { return UnknownWord(leaf, is: "key", among: known).description }
        let place = table.map { "[\($0)] has no" } ?? "There is no"
        return "\(place) key “\(leaf)”. It belongs in \(others.joined(separator: " or "))."
    }

    /// The contradictions between keys: the same key for two commands, or panes in the wrong order.
    private static func contradictions(_ settings: Settings) -> [WrongKeys] {
        var problems: [WrongKeys] = []
        let keys = settings.keyMap.keys
        var commands = ReaderCommand.allCases[...]
        while let one = commands.popFirst() {
            for other in commands where settings.keys[one] != nil || settings.keys[other] != nil {
                for key in keys[one] ?? [] where keys[other]?.contains(key) == true {
                    let names = [one.configurationName, other.configurationName]
                    problems.append(
                        WrongKeys(
                            names.map { ["keys", $0] },
                            "“\(key.configurationName)” is the key of both \(names[0]) and \(names[1]). "
                                + "Give one of them another key."))
                }
            }
        }
        if settings.openID.issuer.isEmpty != settings.openID.clientID.isEmpty {
            problems.append(
                WrongKeys(
                    [["openid", "issuer"], ["openid", "client-id"]],
                    "openid.issuer and openid.client-id need each other. Set both."))
        }
        if settings.reader.panes.twoFrom > settings.reader.panes.threeFrom {
            problems.append(
                WrongKeys(
                    [["reader", "two-panes-from"], ["reader", "three-panes-from"]],
                    "reader.two-panes-from must not be greater than reader.three-panes-from "
                        + "(\(settings.reader.panes.threeFrom))."))
        }
        return problems
    }
}

/// A problem, and the keys that have it.
private struct WrongKeys {
    let paths: [[String]]
    let reason: String

    init(_ paths: [[String]], _ reason: String) {
        self.paths = paths
        self.reason = reason
    }

    init(_ path: [String], _ reason: String) { self.init([path], reason) }
}

/// The mistakes of a configuration file, each as `FILE:LINE: reason`.
struct ConfigurationFailure: Error {
    let lines: [String]

    init(_ mistakes: [ConfigurationMistake], in path: String) {
        lines = mistakes.map { TerminalText("\(path):\($0.line): \($0.reason)").string }
    }
}

extension [String: ConfigurationValue] {
    fileprivate func value(at path: ArraySlice<String>) -> ConfigurationValue? {
        guard let name = path.first, let value = self[name] else { return nil }
        if path.count == 1 { return value }
        guard case .table(let values) = value else { return nil }
        return values.value(at: path.dropFirst())
    }
}
