import Foundation
import GRDB
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("The store")
    struct Store {
        @Test("A damaged store is set aside and named, and the feed starts over")
        func damaged() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                // With its log, if one was left: the first page might be read from there.
                for log in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: scene.store.path + log) }
                try Data(repeating: 0x2A, count: 8192).write(to: scene.store)
                let run = try await scene.run("news --limit 3")
                #expect(run.status(0) && run.lines.count == 3 && run.errors.contains("was damaged"))
                let kept = try #require(run.errors.firstMatch(of: /kept as (\S+)\.\s/)?.1)
                #expect(FileManager.default.fileExists(atPath: String(kept)))
                #expect(try await scene.run("news --limit 3").errors.isEmpty)
            }
        }

        @Test("A store that can't be written fails unread --refresh once for all feeds, and items are shown")
        func refusing() async throws {
            try await Scene.with { scene in
                for feed in ["news/top", "news/new"] { _ = try await scene.run("follow \(feed)") }
                scene.control.advance(by: .seconds(600))
                let queue = try DatabaseQueue(path: scene.store.path)
                try await queue.write { db in
                    for table in ["item", "listing"] {
                        let refusal = "BEGIN SELECT RAISE(ABORT, 'refused'); END"
                        try db.execute(sql: "CREATE TRIGGER no_\(table) BEFORE INSERT ON \(table) \(refusal)")
                    }
                    try db.execute(sql: "DELETE FROM ledger")
                }
                try queue.close()
                let run = try await scene.run("unread --refresh")
                #expect(run.status(1) && !run.lines.isEmpty)
                #expect(run.errors.split(separator: "\n").count { $0.contains("The store") } == 1)
            }
        }

        @Test("A command that finds damage after it opened the store names the store")
        func damagedLedger() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                let queue = try DatabaseQueue(path: scene.store.path)
                let page = try await queue.writeWithoutTransaction { db in
                    try db.checkpoint(.truncate)
                    return try Int.fetchOne(db, sql: "SELECT rootpage FROM sqlite_master WHERE name = 'ledger'")
                }
                try queue.close()
                let handle = try FileHandle(forUpdating: scene.store)
                try handle.seek(toOffset: UInt64(try #require(page) - 1) * 4096)
                try handle.write(contentsOf: Data(repeating: 0xA5, count: 4096))
                try handle.close()
                let run = try await scene.run("status")
                #expect(run.status(0) && run.errors.contains("was damaged") && run.errors.contains("Rescued: "))
                #expect(try await scene.run("status").errors.isEmpty)
            }
        }

        @Test("Other users can't read the store; a notice reports once that an earlier version allowed it")
        func access() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                func rights(_ path: String) throws -> Int? {
                    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
                }
                #expect(try rights(scene.data.path) == 0o700 && rights(scene.store.path) == 0o600)
                let files = FileManager.default
                try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scene.data.path)
                try files.setAttributes([.posixPermissions: 0o644], ofItemAtPath: scene.store.path)
                let run = try await scene.run("news --limit 3")
                #expect(run.status(0) && run.lines.count == 3)
                #expect(run.errors.split(separator: "\n").count { $0.contains("could be read by other users") } == 1)
                #expect(try rights(scene.data.path) == 0o700 && rights(scene.store.path) == 0o600)
                #expect(try await scene.run("news --limit 3").errors.isEmpty)
            }
        }

        @Test("The store doesn't change the permissions of a folder with other files")
        func sharedFolder() async throws {
            try await Scene.with { scene in
                let files = FileManager.default
                try files.createDirectory(at: scene.data, withIntermediateDirectories: true)
                try files.setAttributes([.posixPermissions: 0o755], ofItemAtPath: scene.data.path)
                try Data().write(to: scene.data.appending(path: "notes.txt"))
                let run = try await scene.run("news --limit 3")
                #expect(run.status(0) && run.errors.isEmpty)
                #expect(try files.attributesOfItem(atPath: scene.data.path)[.posixPermissions] as? Int == 0o755)
            }
        }

        @Test("A store of a newer version isn't changed", arguments: ["news", "news --offline", "status"])
        func newer(line: String) async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                let later = try DatabaseQueue(path: scene.store.path)
                try await later.writeWithoutTransaction { try $0.execute(sql: "PRAGMA user_version = 9999") }
                try later.close()  // the last one to close a store brings all of its log into the file
                let bytes = try Data(contentsOf: scene.store)
                scene.control.resetLog()
                let run = try await scene.run(line)
                #expect(run.status(1) && run.output.isEmpty && run.errors.contains("newer version"), "\(run.errors)")
                #expect(run.errors.contains("It needs Freshet 0.1.0 or later."))
                #expect(try Data(contentsOf: scene.store) == bytes && scene.control.requests.isEmpty)
            }
        }

        @Test("A store that is a folder, or whose folder is a file, can't be opened", arguments: [true, false])
        func inTheWay(isFolder: Bool) async throws {
            try await Scene.with { scene in
                if isFolder {
                    try FileManager.default.createDirectory(at: scene.store, withIntermediateDirectories: true)
                } else {
                    try Data("x".utf8).write(to: scene.data)
                }
                let run = try await scene.run("news")
                #expect(run.status(1) && run.output.isEmpty && run.errors.hasPrefix("freshet: "))
                #expect(run.errors.contains(scene.data.path) && scene.control.requests.isEmpty)
            }
        }

        @Test(
            "A store that can only be read shows items, and reports that nothing is stored",
            .enabled(if: canDropPrivileges, "permission bits hold for no root, and setpriv is not there"))
        func readOnly() async throws {
            try await Scene.with { scene in
                let fresh = try await scene.run("news --limit 3")
                try scene.age(by: 11)
                let files = try FileManager.default.contentsOfDirectory(at: scene.data, includingPropertiesForKeys: nil)
                for file in files { chmod(file.path, 0o444) }
                chmod(scene.data.path, 0o555)
                let prefix = geteuid() == 0 ? "setpriv --reuid 65534 --regid 65534 --clear-groups " : ""
                let run = try await scene.shell(prefix + "\"$freshet\" news --limit 3 --offline --data \"$data\"")
                let refreshed = try await scene.shell(prefix + "\"$freshet\" news --limit 3 --refresh --data \"$data\"")
                chmod(scene.data.path, 0o755)
                #expect(run.status(0) && run.output == fresh.output)
                #expect(refreshed.status(0) && refreshed.lines.count == 3)
                #expect(refreshed.errors.contains("can be read but not written"))
            }
        }

        private static let canDropPrivileges =
            geteuid() != 0 || FileManager.default.isExecutableFile(atPath: "/usr/bin/setpriv")
    }

    @Suite("Closed outputs")
    struct Outputs {
        @Test("A program ends quietly when the reader of its pipe goes away", arguments: ["head -1", "true"])
        func head(reader: String) async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/busy --limit 100")
                let run = try await scene.shell(
                    "{ \"$freshet\" github octo-sample/busy --limit 100 --offline --data \"$data\"; echo $? >&2; } | "
                        + reader)
                #expect(run.errors == "0\n" && run.lines.count == (reader == "true" ? 0 : 1))
            }
        }

        @Test("A closed pipe ends a watch immediately, without another item")
        func watch() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("news --limit 3")
                // Offline nothing else ever ends it.
                let run = try await scene.shell(
                    "{ \"$freshet\" news --limit 3 --watch --offline --data \"$data\"; echo $? >&2; } | head -1")
                #expect(run.errors == "0\n" && run.lines.count == 1)
            }
        }

        @Test("A closed output changes nothing in the store", arguments: [">&-", "2>&-", ">&- 2>&- <&-"])
        func closed(redirection: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.shell("\"$freshet\" news --limit 3 --data \"$data\" " + redirection)
                #expect(run.status(0))
                #expect(try await scene.run("news --limit 3 --offline").lines.count == 3)
            }
        }

        @Test("A limit on the size of files is reported, for the output and for the store")
        func sizeLimit() async throws {
            try await Scene.with { scene in
                let output = try await scene.shell("ulimit -f 8; \"$freshet\" completion bash > \"$HOME/script\"")
                #expect(output.status(1) && output.errors.contains("the file has reached its size limit"))
                let store = try await scene.shell("ulimit -f 8; \"$freshet\" news --limit 3 --data \"$data\"")
                #expect(store.status(1) && store.errors.contains("ulimit -f"), "\(store)")
                #expect(try await scene.run("news --limit 3").status(0))
            }
        }

        @Test(
            "A full disk is reported",
            .enabled(if: FileManager.default.fileExists(atPath: "/dev/full"), "there is no /dev/full"))
        func full() async throws {
            try await Scene.with { scene in
                let run = try await scene.shell("\"$freshet\" news --limit 3 --data \"$data\" > /dev/full")
                #expect(run.status(1) && run.errors.contains("Standard output can't be written"))
            }
        }
    }
}
