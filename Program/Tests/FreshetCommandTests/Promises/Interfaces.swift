/// An OpenAPI document, as far as programs depend on it.
struct APIDescription: Decodable {
    struct Parameter: Decodable {
        enum CodingKeys: String, CodingKey {
            case name, required
            case place = "in"
            case reference = "$ref"
        }

        let name: String?
        let place: String?
        let required: Bool?
        let reference: String?
    }

    struct Body: Decodable {
        let content: [String: Content]
    }

    struct Content: Decodable {
        let schema: Schema?
    }

    struct Schema: Decodable {
        let properties: [String: Anything]?
    }

    struct Operation: Decodable {
        let parameters: [Parameter]?
        let requestBody: Body?
        let responses: [String: Anything]
    }

    struct Components: Decodable {
        let parameters: [String: Parameter]
    }

    /// A value that isn't read.
    struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    let paths: [String: [String: Operation]]
    let components: Components

    /// The operations in the form of recordings.
    var operations: APIOperations {
        APIOperations(paths: paths.mapValues { $0.mapValues(summary) })
    }

    private func summary(of operation: Operation) -> APIOperations.Operation {
        let parameters = (operation.parameters ?? []).map { parameter -> Parameter in
            let name = parameter.reference.flatMap { $0.split(separator: "/").last }
            return name.flatMap { components.parameters[String($0)] } ?? parameter
        }
        func text(_ parameter: Parameter) -> String { "\(parameter.place ?? "") \(parameter.name ?? "")" }
        return APIOperations.Operation(
            parameters: parameters.map(text), required: parameters.filter { $0.required == true }.map(text),
            body: (operation.requestBody?.content ?? [:]).mapValues { ($0.schema?.properties ?? [:]).keys.sorted() },
            statuses: operation.responses.keys.sorted())
    }
}

/// The operations of the server's API by path and method, as `openapi.json` of a recording has them.
struct APIOperations: Decodable {
    struct Operation: Decodable {
        /// The parameters, each as `query limit`.
        var parameters: [String]
        /// The parameters that a request must have.
        var required: [String]
        /// The keys of its body, by media type.
        var body: [String: [String]]
        var statuses: [String]
    }

    var paths: [String: [String: Operation]]

    /// The parts that programs made for an earlier description would miss.
    func faults(since earlier: APIOperations) -> [String] {
        earlier.paths.sorted { $0.key < $1.key }.flatMap { path, methods in
            methods.sorted { $0.key < $1.key }.flatMap { method, recorded -> [String] in
                let place = "\(method) \(path)"
                guard let current = paths[path]?[method] else { return ["\(place) is missing"] }
                return current.faults(since: recorded).map { "\(place): \($0)" }
            }
        }
    }
}

extension APIOperations.Operation {
    fileprivate func faults(since earlier: Self) -> [String] {
        var faults = missing(earlier.parameters, from: parameters).map { "\($0) is missing" }
        faults += missing(required, from: earlier.required).map { "\($0) is required" }
        for (type, keys) in earlier.body.sorted(by: { $0.key < $1.key }) {
            let lost = body[type].map { missing(keys, from: $0) } ?? ["everything"]
            faults += lost.map { "\($0) of the body \(type) is missing" }
        }
        return faults + missing(earlier.statuses, from: statuses).map { "the status \($0) is missing" }
    }

    private func missing(_ names: [String], from others: [String]) -> [String] {
        names.filter { !others.contains($0) }
    }
}

/// The commands and their options, as `--experimental-dump-help` of ArgumentParser has them.
struct CommandTree: Decodable {
    struct Name: Decodable {
        let kind: String
        let name: String
    }

    struct Argument: Decodable {
        let names: [Name]?
    }

    struct Command: Decodable {
        let commandName: String
        let arguments: [Argument]?
        let subcommands: [Command]?
    }

    let command: Command

    /// The options of each command, by the command's words.
    var options: [String: Set<String>] { Self.options(of: command, below: []) }

    private static func options(of command: Command, below above: [String]) -> [String: Set<String>] {
        let words = above + [command.commandName]
        let names = (command.arguments ?? []).flatMap { $0.names ?? [] }.map { name in
            (name.kind == "short" ? "-" : "--") + name.name
        }
        return (command.subcommands ?? []).reduce(into: [words.joined(separator: " "): Set(names)]) { found, inner in
            found.merge(options(of: inner, below: words)) { $0.union($1) }
        }
    }
}
