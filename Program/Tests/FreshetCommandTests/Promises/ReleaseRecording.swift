import Foundation
import GRDB
import SampleUpstreams
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import FreshetCommand

/// The documents of a release, which `Scripts/record-promises.py` has recorded.
struct ReleaseRecording: Sendable, CustomTestStringConvertible {
    let version: String

    var testDescription: String { version }

    /// The numbers of the version, which order versions.
    var numbers: [Int] { Self.numbers(of: version) }

    static func numbers(of version: String) -> [Int] { version.split(separator: ".").map { Int($0) ?? 0 } }

    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Promises").standardizedFileURL

    /// The recordings of all releases, oldest first.
    static let all: [ReleaseRecording] = {
        // A test reports that there are none.
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.map { ReleaseRecording(version: $0) }.sorted { $0.numbers.lexicographicallyPrecedes($1.numbers) }
    }()

    func file(_ name: String) -> URL { Self.folder.appending(path: version).appending(path: name) }

    func text(_ name: String) throws -> String { try String(contentsOf: file(name), encoding: .utf8) }

    func document<Document: Decodable>(_ type: Document.Type, _ name: String) throws -> Document {
        try JSONDecoder().decode(type, from: Data(contentsOf: file(name)))
    }

    /// Puts the store into a scene's data folder.
    ///
    /// All its times are moved as if it had been recorded now.
    /// - Parameter time: when it was recorded, in milliseconds since 1970.
    func restoreStore(in scene: Scene, recordedAt time: Int) async throws {
        let unpacked = try await scene.shell(
            #"mkdir -m 700 "$data" && gzip -dc "$recorded" > "$data/freshet.sqlite""#,
            ["recorded": file("store.sqlite.gz").path])
        try #require(unpacked.status(0), "\(unpacked.errors)")
        let passed = Int(Date().timeIntervalSince1970 * 1000) - time
        let decade = 10 * 365 * 86_400_000
        let database = try DatabaseQueue(path: scene.store.path)
        try await database.write { db in
            let columns = try Row.fetchAll(
                db,
                sql: """
                    SELECT item.name, one.name FROM sqlite_master AS item JOIN pragma_table_info(item.name) AS one
                    WHERE item.type = 'table' AND item.name NOT LIKE 'search%' AND one.type = 'INTEGER'
                    """)
            for row in columns {
                let (table, column): (String, String) = (row[0], row[1])
                // Negative at first: a moved time could be that of another row of a unique index.
                try db.execute(
                    sql: """
                        UPDATE "\(table)" SET "\(column)" = -("\(column)" + ?) WHERE "\(column)" BETWEEN ? AND ?
                        """, arguments: [passed, time - decade, time + decade])
                try db.execute(
                    sql: "UPDATE \"\(table)\" SET \"\(column)\" = -\"\(column)\" WHERE \"\(column)\" < ?",
                    arguments: [decade - time])
            }
        }
        try database.close()
    }
}

/// The recorded command lines.
struct RecordedCommands: Decodable {
    struct Run: Decodable {
        /// The words, in which `{folder}` stands for the scene's folder.
        let arguments: [String]
        let status: Int32
        let output: JSONShape?
    }

    let recordedAt: Int
    let runs: [Run]
}

/// The recorded requests to a server.
struct RecordedRequests: Decodable {
    struct Request: Decodable, CustomStringConvertible {
        let method: String
        let path: String
        let headers: [String: String]
        let body: String?
        let status: Int
        let type: String
        let answer: JSONShape?

        var description: String { "\(method) \(path)" }

        /// Sends it to a server; returns the status, the media type and the body of the response.
        func send(to address: String, _ session: URLSession) async throws -> (status: Int, type: String, body: Data) {
            var request = URLRequest(url: try #require(URL(string: address + path)))
            request.httpMethod = method
            for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
            request.httpBody = body.map { Data($0.utf8) }
            let (data, response) = try await session.data(for: request)
            let answer = try #require(response as? HTTPURLResponse)
            let type = answer.value(forHTTPHeaderField: "Content-Type") ?? ""
            return (answer.statusCode, String(type.prefix { $0 != ";" }), data)
        }
    }

    /// The server's configuration.
    let configuration: String
    let recordedAt: Int
    let requests: [Request]
}

extension Scene {
    /// The variables under which commands were recorded: upstreams refuse connections.
    var withoutUpstreams: [String: String] {
        Dictionary(uniqueKeysWithValues: upstreams.variables.map { ($0.name, "http://127.0.0.1:9/none") })
    }
}
