import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("freshet label and labels")
    struct Labels {
        private static func with(_ body: (Scene, _ ids: [String]) async throws -> Void) async throws {
            try await Scene.with { scene in
                _ = try await scene.run("follow news/top")
                let ids = try await scene.run("unread --format {id}").lines
                try #require(ids.count > 3)
                try await body(scene, ids)
            }
        }

        @Test("freshet label and labels label items, and list, rename and remove labels")
        func changes() async throws {
            try await Self.with { scene, ids in
                let none = try await scene.run("labels")
                #expect(none.status(0) && none.output.isEmpty && none.errors.contains("freshet label ID --add NAME"))
                let added = try await scene.run("label \(ids[0]) \(ids[1]) --add Recipes --add Tea")
                #expect(added.output == "Changed the labels of 2 items.\n")
                #expect(try await scene.run("labels").fields == [["Recipes", "2"], ["Tea", "2"]])
                let items = try await scene.run("search label:recipes --json").json["items"] as? [[String: Any]]
                #expect(items?.map { $0["labels"] as? [String] } == [["Recipes", "Tea"], ["Recipes", "Tea"]])
                #expect(
                    try await scene.run("search label:Tea --format {labels}").lines == ["Recipes,Tea", "Recipes,Tea"])
                #expect(try await scene.run("label \(ids[0]) --remove recipes --json").json["changed"] as? Int == 1)
                #expect(try await scene.run("labels rename tea Coffee").output == "Renamed: Coffee\n")
                #expect(try await scene.run("labels remove recipes --json").json["removed"] as? String == "recipes")
                let labels = try await scene.run("labels list --json").json["labels"] as? [[String: Any]]
                #expect(labels?.map { $0["name"] as? String } == ["Coffee"])
                #expect(labels?.map { $0["items"] as? Int } == [2])
            }
        }

        private func total(_ scene: Scene) async throws -> Int? {
            try await scene.run("search in:news/top --json").json["total"] as? Int
        }

        @Test("freshet label labels what a search finds, and the items of lines on standard input")
        func selections() async throws {
            try await Self.with { scene, ids in
                let all = try await scene.run("label --search in:news/top --add All --json").json["changed"] as? Int
                #expect(try await all == total(scene))
                let piped = try await scene.shell(
                    "$freshet unread --data $data --limit 2 | $freshet label - --remove All --data $data")
                #expect(piped.output == "Changed the labels of 2 items.\n")
                let none = try await scene.run("search label:Nothing")
                #expect(none.errors.contains("There is no label “Nothing”."))
            }
        }

        @Test("Rules label items")
        func rules() async throws {
            try await Self.with { scene, ids in
                let added = try await scene.runBare(
                    ["rules", "add", "label \"To read\" in:news/top", "--data", scene.data.path])
                #expect(added.output.hasPrefix("Added: label \"To read\" in:news/top\nIt matches "))
                let total = try #require(try await total(scene))
                #expect(try await scene.run("labels").fields == [["To read", "\(total)"]])
            }
        }

        @Test(
            "freshet label and labels report a mistake and the correct form",
            arguments: [
                ("label 1", "Give --add NAME or --remove NAME."), ("label --add x", "Give item ids or --search QUERY."),
                ("label nothing --add x", "No item has the id “nothing”. Nothing was changed."),
                ("labels rename a b", "There is no label “a”."), ("labels remove a", "There is no label “a”."),
                ("rules add label x", "a label and a search after it"), ("label 1 --search x --add y", "Choose one."),
            ])
        func mistakes(line: String, message: String) async throws {
            try await Scene.with { scene in
                let run = try await scene.run(line)
                #expect(!run.status(0) && run.output.isEmpty && run.errors.contains(message), "\(run.errors)")
            }
        }
    }
}
