import Foundation
import GRDB
import PostgreSQL
import SQL
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import FeedStore
@testable import FreshetCommand

/// The promises of `docs/compatibility-promises.md`, checked with the documents of each release.
@Suite("The promises of releases", .timeLimit(.minutes(5)))
struct PromisesTests {
    @Test("The first release is recorded")
    func recorded() { #expect(ReleaseRecording.all.first?.version == "0.1.0") }

    @Test("The documents of commands have the keys and types of a release", arguments: ReleaseRecording.all)
    func commands(recording: ReleaseRecording) async throws {
        let recorded = try recording.document(RecordedCommands.self, "commands.json")
        let runs = recorded.runs
        try #require(!runs.isEmpty)
        try await Scene.with { scene in
            try await recording.restoreStore(in: scene, recordedAt: recorded.recordedAt)
            for run in runs {
                let words = run.arguments.map { $0.replacing("{folder}", with: scene.folder.path) }
                let line = run.arguments.joined(separator: " ")
                let end = try await scene.runBare(words, scene.withoutUpstreams)
                #expect(end.status(run.status), "freshet \(line): \(end.output)\(end.errors)")
                guard let output = run.output else { continue }
                #expect(try JSONShape(end.output).faults(since: output) == [], "freshet \(line)")
            }
        }
    }

    @Test("The responses of the server have the keys and types of a release", arguments: ReleaseRecording.all)
    func requests(recording: ReleaseRecording) async throws {
        let recorded = try recording.document(RecordedRequests.self, "requests.json")
        let requests = recorded.requests
        try #require(!requests.isEmpty)
        try await Scene.with { scene in
            try await recording.restoreStore(in: scene, recordedAt: recorded.recordedAt)
            try scene.configure(recorded.configuration)
            try await serving(scene) { address in
                let session = URLSession(configuration: .ephemeral)
                for request in requests {
                    let answer = try await request.send(to: address, session)
                    let text = String(decoding: answer.body.prefix(1_000), as: UTF8.self)
                    #expect(answer.status == request.status && answer.type == request.type, "\(request): \(text)")
                    guard let shape = request.answer, answer.status == request.status else { continue }
                    let current = try JSONDecoder().decode(JSONShape.self, from: answer.body)
                    #expect(current.faults(since: shape) == [], "\(request)")
                }
            }
        }
    }

    @Test("The OpenAPI document has the paths, parameters and bodies of a release", arguments: ReleaseRecording.all)
    func description(recording: ReleaseRecording) async throws {
        let recorded = try recording.document(APIOperations.self, "openapi.json")
        try #require(!recorded.paths.isEmpty)
        try await Scene.with { scene in
            try await serving(scene) { address in
                let url = try #require(URL(string: address + "/openapi.json"))
                let (data, _) = try await URLSession(configuration: .ephemeral).data(from: url)
                let current = try JSONDecoder().decode(APIDescription.self, from: data)
                #expect(current.operations.faults(since: recorded) == [])
            }
        }
    }

    @Test("The program has the commands and options of a release", arguments: ReleaseRecording.all)
    func options(recording: ReleaseRecording) async throws {
        let recorded = try recording.document([String: Set<String>].self, "options.json")
        try #require(recorded["freshet follow"]?.contains("--folder") == true)
        try await Scene.with { scene in
            let dumped = try await scene.runBare(["--experimental-dump-help"])
            let options = try JSONDecoder().decode(CommandTree.self, from: Data(dumped.output.utf8)).options
            let missing = recorded.flatMap { command, names in
                options[command].map { names.subtracting($0).map { "\(command) \($0)" } } ?? [command]
            }
            #expect(missing.sorted() == [])
        }
    }

    @Test("The program has the environment variables of a release", arguments: ReleaseRecording.all)
    func variables(recording: ReleaseRecording) async throws {
        let names = try recording.document([String].self, "variables.json")
        try #require(names.contains("FRESHET_TOKEN"))
        try await Scene.with { scene in
            let help = try await scene.runBare(["help", "environment"]).output
            #expect(names.filter { !help.contains($0) } == [])
        }
    }

    @Test("The configuration of a release has no mistakes", arguments: ReleaseRecording.all)
    func configuration(recording: ReleaseRecording) async throws {
        try await Scene.with { scene in
            try scene.configure(recording.text("config.toml"))
            let run = try await scene.runBare(["config", "--check"])
            #expect(run.status(0) && run.output.contains("no mistakes"), "\(run.output)\(run.errors)")
        }
    }

    @Test("The export of a release is imported, and exported with its keys and types", arguments: ReleaseRecording.all)
    func export(recording: ReleaseRecording) async throws {
        try await Scene.with { scene in
            let data = ["--data", scene.data.path]
            let imported = try await scene.runBare(["import", recording.file("export.json").path, "--json"] + data)
            #expect(try imported.status(0) && imported.json["refused"] as? Int == 0, "\(imported.errors)")
            let exported = try await scene.runBare(["export"] + data)
            let recorded = try recording.document(JSONShape.self, "export.json")
            #expect(try JSONShape(exported.output).faults(since: recorded) == [])
        }
    }

    @Test(
        "The store and the export of a release move to PostgreSQL",
        .enabled(if: PromisesTests.server != nil, "no PostgreSQL server"), arguments: ReleaseRecording.all)
    func postgreSQL(recording: ReleaseRecording) async throws {
        let (imported, copied) = (try Self.database(), try Self.database())
        try await Scene.with { scene in
            let export = recording.file("export.json").path
            let run = try await scene.runBare(["import", export, "--store", imported, "--json"])
            #expect(run.status(0), "\(run.errors)")
            let time = try recording.document(RecordedCommands.self, "commands.json").recordedAt
            try await recording.restoreStore(in: scene, recordedAt: time)
            let copy = try await scene.runBare(["store", "copy", scene.data.path, copied, "--json"])
            #expect(copy.status(0), "\(copy.errors)")
            let follows = try document(recording.text("export.json"))["follows"] as? [Any]
            try #require(follows?.isEmpty == false)
            for store in [imported, copied] {
                let following = try await scene.runBare(["following", "--store", store, "--json"])
                #expect(try (following.json["feeds"] as? [Any])?.count == follows?.count, "\(following.errors)")
            }
        }
    }

    /// If this fails for the version in development, that is recorded again. For an earlier release,
    /// `Schema.requiredProgram` is to become the version in development.
    @Test("The store names the first release that has its format", arguments: ReleaseRecording.all)
    func program(recording: ReleaseRecording) async throws {
        let required = ReleaseRecording.numbers(of: Schema.requiredProgram)
        #expect(!ReleaseRecording.numbers(of: Version.current).lexicographicallyPrecedes(required))
        try await Scene.with { scene in
            let time = try recording.document(RecordedCommands.self, "commands.json").recordedAt
            try await recording.restoreStore(in: scene, recordedAt: time)
            let database = try DatabaseQueue(path: scene.store.path)
            let format = try await database.read { try Int.fetchOne($0, sql: "PRAGMA user_version") }
            try database.close()
            let isCurrent = format == Schema.version
            let precedes = recording.numbers.lexicographicallyPrecedes(required)
            #expect(isCurrent != precedes, "\(recording.version) has the format \(format ?? 0)")
        }
    }

    @Test("A document with a missing key or another type is a fault, and an addition isn't")
    func shapes() throws {
        let recorded = try JSONShape(#"{"a": 1, "b": [{"c": "x"}, {"c": null, "d": true}], "e": null}"#)
        func faults(_ text: String) throws -> [String] { try JSONShape(text).faults(since: recorded) }
        #expect(try faults(#"{"a": 2.5, "b": [{"c": "y", "d": false, "f": {}}], "e": {"g": 1}, "h": []}"#) == [])
        #expect(
            try faults(#"{"a": "1", "b": [{"c": "x"}]}"#) == [
                ".a is string, not number", ".b[].d is missing", ".e is missing",
            ])
        #expect(
            try faults(#"{"a": null, "b": [{"c": "x", "d": 1}, {"c": [], "d": true}], "e": 0}"#) == [
                ".a is null, not number", ".b[].c is array or string, not string",
                ".b[].d is boolean or number, not boolean",
            ])
    }

    @Test("An operation that misses a parameter, or needs a further one, is a fault")
    func operations() throws {
        let operation = APIOperations.Operation(
            parameters: ["query a"], required: [], body: ["application/json": ["b"]], statuses: ["200"])
        let recorded = APIOperations(paths: ["/x": ["get": operation], "/y": ["post": operation]])
        var changed = operation
        (changed.parameters, changed.required) = (["query c"], ["query c"])
        (changed.body, changed.statuses) = (["application/json": ["d"]], ["200", "204"])
        #expect(recorded.faults(since: recorded) == [])
        #expect(
            APIOperations(paths: ["/x": ["get": changed]]).faults(since: recorded) == [
                "get /x: query a is missing", "get /x: query c is required",
                "get /x: b of the body application/json is missing", "post /y is missing",
            ])
    }

    /// The PostgreSQL server of the tests, which `Scripts/with-postgresql.sh` starts.
    static let server = ProcessInfo.processInfo.environment["FRESHET_TEST_POSTGRES"]

    /// Makes an empty database; returns its address.
    private static func database() throws -> String {
        let schema = "promises_" + UUID().uuidString.lowercased().replacing("-", with: "")
        let address = try #require(server) + "&options=-csearch_path%3D\(schema)"
        try PostgreSQLPool(PostgreSQLAddress(address), size: 1).write(after: nil) {
            _ = try $0.execute("CREATE SCHEMA \(schema)")
        }
        return address
    }

    /// Runs a server on the scene's store, and `body` with its address.
    private func serving(_ scene: Scene, _ body: (_ address: String) async throws -> Void) async throws {
        let program = try scene.start("serve --port 0", scene.withoutUpstreams)
        #expect(await eventually { program.outputSoFar.contains(#/http://127\.0\.0\.1:\d+/\n/#) })
        let output = program.outputSoFar
        let start = try #require(output.range(of: "http://127.0.0.1:"))
        try await body(String(output[start.lowerBound...].prefix { !$0.isNewline }.dropLast()))
        program.send(SIGTERM)
        #expect(await program.end().status(0))
    }
}
