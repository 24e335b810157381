import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("--watch on a terminal")
    struct Watching {
        static let line = "github octo-sample/harbor --limit 8 --watch"

        struct Seen: Sendable {
            var texts: [String] = []
            var ending = TerminalProgram.Ending.status(-1)
            var isRestored = false
        }

        /// A key or a deed, and what is then waited for.
        struct Step: Sendable {
            let until: String
            let deed: @Sendable (TerminalProgram) -> Void

            init(until: String, _ deed: @escaping @Sendable (TerminalProgram) -> Void) {
                self.until = until
                self.deed = deed
            }
        }

        /// Waits for the list, goes through the steps, and ends with the last key.
        static func watch(
            _ scene: Scene, _ steps: [Step], ending: String
        ) async throws -> Seen {
            try await scene.terminal(line, columns: 100) { program in
                var seen = Seen()
                let untouched = program.terminal.settings
                seen.texts.append(program.terminal.output(until: "just now"))
                for step in steps {
                    step.deed(program)
                    seen.texts.append(program.terminal.output(until: step.until))
                }
                program.terminal.type(ending)
                seen.ending = program.ending()
                seen.texts.append(program.terminal.rest)
                seen.isRestored = program.terminal.settings == untouched
                return seen
            }
        }

        @Test(
            "takes the whole screen, says how fresh the items are, and restores the terminal",
            arguments: [("q", Int32(0)), ("\u{3}", 130)])
        func end(key: String, status: Int32) async throws {
            try await Scene.with { scene in
                let seen = try await Self.watch(scene, [], ending: key)
                #expect(seen.texts[0].contains(ScreenRenderer.enter) && seen.texts[0].contains("WHAT"))
                #expect(seen.texts[0].contains("octo-sample/harbor"))
                #expect(seen.texts[1].contains(ScreenRenderer.leave))
                #expect(seen.ending == .status(status) && seen.isRestored)
            }
        }

        @Test("r refreshes, and new items have a dot")
        func refresh() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/harbor --limit 8")
                _ = try await scene.run("mark read --feed github/octo-sample/harbor")
                scene.control.resetLog()
                let seen = try await Self.watch(
                    scene,
                    [
                        Step(until: "●") { program in
                            scene.control.advance(by: .seconds(300))
                            do { try scene.age(by: 11) } catch { Issue.record(error) }
                            program.terminal.type("r")
                        }
                    ], ending: "q")
                #expect(seen.texts[1].contains("●") && !seen.texts[1].contains(ScreenRenderer.enter))
                #expect(!seen.texts[0].contains("●"))
                #expect(scene.control.requests.count == 1)
            }
        }

        @Test("is suspended by Ctrl-Z if a shell can continue it")
        func suspend() async throws {
            try await Scene.with { scene in
                let seen = try await Self.watch(
                    scene, [Step(until: ScreenRenderer.enter) { $0.terminal.type("\u{1A}") }], ending: "q")
                #expect(seen.texts[1].contains(ScreenRenderer.leave) && seen.ending == .status(0) && seen.isRestored)
            }
        }

        @Test("redraws when the size changes")
        func resize() async throws {
            try await Scene.with { scene in
                let seen = try await Self.watch(
                    scene,
                    [
                        Step(until: "just now") { program in
                            program.terminal.resize(columns: 60, rows: 12)
                            program.send(SIGWINCH)
                        }
                    ], ending: "q")
                #expect(seen.texts[1].contains("WHAT"))
            }
        }

        @Test("reports an upstream's failure, with nothing stored too")
        func failure() async throws {
            try await Scene.with { scene in
                let text = try await scene.terminal("news --watch", ["FRESHET_NEWS_URL": "http://127.0.0.1:1"]) {
                    program in
                    let text = program.terminal.output(until: "failed")
                    program.terminal.type("q")
                    _ = program.ending()
                    return text
                }
                #expect(text.contains("127.0.0.1:1") && !text.contains("This list is empty"))
            }
        }
    }
}
