import Foundation
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("A copy of the store")
    struct Copying {
        /// Stores three items of a followed feed in the scene's data folder.
        private func fill(_ scene: Scene) async throws {
            #expect(try await scene.run("follow news/top --folder Daily").status(0))
            #expect(try await scene.run("news --limit 3").status(0))
        }

        /// The followed feeds and the unread items of a data folder.
        private func contents(_ folder: URL, _ scene: Scene) async throws -> [String] {
            let following = try await scene.runBare(["following", "--data", folder.path])
            let unread = try await scene.runBare(["unread", "--data", folder.path])
            #expect(following.status(0) && unread.status(0))
            return [following.output, unread.output]
        }

        /// Puts a backup into a data folder of its own, as the documentation says.
        private func restored(_ backup: URL, _ scene: Scene) throws -> URL {
            let folder = scene.folder.appending(path: "restored")
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            try FileManager.default.copyItem(at: backup, to: folder.appending(path: "freshet.sqlite"))
            return folder
        }

        @Test("freshet backup makes a file that only its owner can read and that works as a store")
        func backup() async throws {
            try await Scene.with { scene in
                try await fill(scene)
                let file = scene.folder.appending(path: "copy.sqlite")
                let run = try await scene.run("backup \(file.path)")
                try #require(run.status(0) && run.errors.isEmpty)
                #expect(run.lines[0].hasPrefix("Copied to \(file.path) in "))
                #expect(run.lines.contains("  1 account") && run.lines.contains("  1 follow"))
                #expect(
                    run.lines.last
                        == "Not copied: sign-ins with the server's token; cached pictures; the configuration.")
                let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                #expect(attributes[.posixPermissions] as? Int == 0o600)
                let restored = try restored(file, scene)
                #expect(try await contents(restored, scene) == contents(scene.data, scene))
            }
        }

        @Test("freshet backup --json has the path, the size and the rows of each table")
        func report() async throws {
            try await Scene.with { scene in
                try await fill(scene)
                let file = scene.folder.appending(path: "copy.sqlite")
                let document = try await scene.run("backup \(file.path) --json").json
                let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
                #expect(document["path"] as? String == file.path)
                #expect(document["bytes"] as? Int == attributes[.size] as? Int)
                let rows = try #require(document["rows"] as? [String: Int])
                #expect(rows["account"] == 1 && rows["followed"] == 1 && rows["item"] ?? 0 >= 3)
                #expect((document["omitted"] as? [String])?.count == 3 && document["seconds"] is Double)
            }
        }

        @Test("freshet backup of a folder without a store fails, and makes neither")
        func missing() async throws {
            try await Scene.with { scene in
                let file = scene.folder.appending(path: "copy.sqlite")
                let run = try await scene.run("backup \(file.path)")
                #expect(run.status(1) && run.errors.contains("There is no store in \(scene.data.path)"))
                for path in [file.path, scene.store.path] { #expect(!FileManager.default.fileExists(atPath: path)) }
            }
        }

        @Test("freshet backup replaces a file only with --overwrite, and leaves no partial file")
        func existing() async throws {
            try await Scene.with { scene in
                try await fill(scene)
                let file = scene.folder.appending(path: "copy.sqlite")
                try Data("mine".utf8).write(to: file)
                let refused = try await scene.run("backup \(file.path)")
                #expect(refused.status(1) && refused.output.isEmpty)
                #expect(
                    refused.errors.contains("\(file.path) exists already") && refused.errors.contains("--overwrite"))
                #expect(try Data(contentsOf: file) == Data("mine".utf8))
                #expect(try await scene.run("backup \(file.path) --overwrite").status(0))
                #expect(try Data(contentsOf: file).starts(with: Data("SQLite format 3".utf8)))
                let names = try FileManager.default.contentsOfDirectory(atPath: scene.folder.path)
                #expect(names.filter { $0.contains("copy.sqlite") } == ["copy.sqlite"])
            }
        }

        @Test("freshet backup needs an existing folder, and a file's name")
        func unwritable() async throws {
            try await Scene.with { scene in
                try await fill(scene)
                let missing = try await scene.run("backup \(scene.folder.path)/missing/copy.sqlite")
                #expect(missing.status(1) && missing.errors.contains("there is no folder"))
                let folder = try await scene.run("backup \(scene.folder.path) --overwrite")
                #expect(folder.status(1) && folder.errors.contains("it is a folder"))
                #expect(try await scene.run("backup").status(64))
            }
        }

        @Test("freshet store copy copies everything of a folder or a backup to a usable store")
        func copy() async throws {
            try await Scene.with { scene in
                try await fill(scene)
                let file = scene.folder.appending(path: "copy.sqlite")
                #expect(try await scene.run("backup \(file.path)").status(0))
                for source in [scene.data.path, file.path] {
                    let target = scene.folder.appending(path: UUID().uuidString)
                    let run = try await scene.runBare(["store", "copy", source, target.path])
                    try #require(run.status(0) && run.errors.isEmpty)
                    #expect(run.lines[0].hasPrefix("Copied to \(target.path)") && run.lines.contains("  1 follow"))
                    #expect(run.lines.last?.hasPrefix("Next: use it with --data \(target.path)") == true)
                    #expect(try await contents(target, scene) == contents(scene.data, scene))
                }
            }
        }

        @Test("freshet store copy --json has the rows of each table")
        func copyReport() async throws {
            try await Scene.with { scene in
                try await fill(scene)
                let target = scene.folder.appending(path: "other")
                let document = try await scene.runBare(["store", "copy", scene.data.path, target.path, "--json"]).json
                let rows = try #require(document["rows"] as? [String: Int])
                #expect(rows["account"] == 1 && rows["followed"] == 1 && rows["item"] ?? 0 >= 3)
                #expect(document["bytes"] as? Int ?? 0 > 0 && (document["omitted"] as? [String])?.count == 2)
            }
        }

        @Test("freshet store copy needs a store to copy, and an empty one to copy to")
        func refused() async throws {
            try await Scene.with { scene in
                try await fill(scene)
                let missing = scene.folder.appending(path: "missing").path
                let none = try await scene.runBare(["store", "copy", missing, scene.folder.path + "/other"])
                #expect(none.status(1) && none.errors.contains("There is no store in \(missing)."))
                #expect(!FileManager.default.fileExists(atPath: scene.folder.path + "/other"))
                let before = try await contents(scene.data, scene)
                let same = try await scene.runBare(["store", "copy", scene.data.path, scene.data.path])
                #expect(same.status(1) && same.output.isEmpty && same.errors.contains(scene.data.path))
                #expect(try await contents(scene.data, scene) == before)
                let words = try await scene.runBare(["store", "copy", scene.data.path])
                #expect(words.status(64))
            }
        }
    }
}
