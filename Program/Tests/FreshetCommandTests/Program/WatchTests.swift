import Foundation
import SampleUpstreams
import Testing

@testable import FreshetCommand

extension ProgramTests {
    @Suite("The option --watch on a terminal")
    struct Watching {
        static let line = "github octo-sample/harbor --limit 8 --watch"

        @Test(
            "--watch takes the whole screen, shows the freshness of the items, and restores the terminal",
            arguments: [("q", Int32(0)), ("\u{3}", 130)])
        func end(key: String, status: Int32) async throws {
            try await Scene.with { scene in
                let (text, output, ending, isRestored) = try await scene.fullScreen(Self.line) { screen in
                    screen.wait(for: "· fresh")
                    let text = screen.text
                    screen.type(key)
                    let ending = screen.end()
                    return (text, screen.output, ending, screen.isRestored)
                }
                #expect(output.contains(ScreenRenderer.enter) && output.contains(ScreenRenderer.leave))
                #expect(
                    text.contains { $0.contains("WHAT") } && text.last?.hasPrefix("octo-sample/harbor · fresh") == true)
                #expect(ending == .status(status) && isRestored)
            }
        }

        @Test("--watch refreshes with r, and new items have a dot")
        func refresh() async throws {
            try await Scene.with { scene in
                _ = try await scene.run("github octo-sample/harbor --limit 8")
                _ = try await scene.run("mark read --feed github/octo-sample/harbor")
                scene.control.resetLog()
                let (before, hasDot) = try await scene.fullScreen(Self.line) { screen in
                    screen.wait(for: "· fresh")
                    let before = screen.text
                    scene.control.advance(by: .seconds(300))
                    do { try scene.age(by: 11) } catch { Issue.record(error) }
                    screen.type("r")
                    let hasDot = screen.wait(for: "●")
                    screen.type("q")
                    _ = screen.end()
                    return (before, hasDot)
                }
                #expect(hasDot && !before.contains { $0.contains("●") })
                #expect(scene.control.requests.count == 1)
            }
        }

        @Test("Ctrl-Z suspends --watch if a shell can continue it")
        func suspend() async throws {
            try await Scene.with { scene in
                let (_, output, ending, isRestored) = try await scene.fullScreen(Self.line) { screen in
                    screen.wait(for: "· fresh")
                    screen.type("\u{1A}")
                    screen.wait { $0.output.components(separatedBy: ScreenRenderer.enter).count > 2 }
                    screen.wait(for: "WHAT")
                    screen.type("q")
                    let ending = screen.end()
                    return (screen.text, screen.output, ending, screen.isRestored)
                }
                #expect(output.contains(ScreenRenderer.leave + ScreenRenderer.enter))
                #expect(ending == .status(0) && isRestored)
            }
        }

        @Test("--watch redraws when the size changes")
        func resize() async throws {
            try await Scene.with { scene in
                let text = try await scene.fullScreen(Self.line) { screen in
                    screen.wait(for: "· fresh")
                    screen.resize(columns: 60, rows: 12)
                    screen.wait { $0.text[11].hasPrefix("octo-sample/harbor") }
                    let text = screen.text
                    screen.type("q")
                    _ = screen.end()
                    return text
                }
                #expect(text.count == 12 && text[0].contains("WHAT") && text[11].hasPrefix("octo-sample/harbor"))
            }
        }

        @Test("--watch reports an upstream's failure, with nothing stored too")
        func failure() async throws {
            try await Scene.with { scene in
                let text = try await scene.fullScreen("news --watch", ["FRESHET_NEWS_URL": "http://127.0.0.1:1"]) {
                    screen in
                    screen.wait(for: "unavailable")
                    let text = screen.text
                    screen.type("q")
                    _ = screen.end()
                    return text
                }
                #expect(text.contains { $0.contains("127.0.0.1:1") })
                #expect(!text.contains { $0.contains("This list is empty") })
            }
        }
    }
}
