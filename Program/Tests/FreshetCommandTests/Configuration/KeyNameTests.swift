import Testing

@testable import FreshetCommand

@Suite("Names of keys")
struct KeyNameTests {
    @Test("Keys have the same names in the configuration as in the list of keys")
    func roundTrip() throws {
        let keys = KeyMap.standard.keys.values.flatMap { $0 }.filter { !$0.isReserved }
        for key in keys + [.backTab, .delete, .control("x"), .character("é"), .character("日")] {
            #expect(try Key(configured: key.configurationName) == key)
            #expect(try Key(configured: key.name) == key)
        }
    }

    @Test(
        "Names of keys ignore case, except a letter's",
        arguments: [
            ("SPACE", Key.character(" ")), ("ctrl-f", .control("f")), ("CTRL-F", .control("f")), ("pageup", .pageUp),
            ("escape", .escape), ("g", .character("g")), ("G", .character("G")),
        ])
    func spelling(name: String, key: Key) throws {
        #expect(try Key(configured: name) == key)
    }

    @Test(
        "Names of keys are refused if no terminal sends the key",
        arguments: ["", "F1", "ctrl-1", "ctrl-", "ab", "ctrl-i", "\u{7}"])
    func unknown(name: String) {
        #expect(throws: ConfigurationProblem.self) { try Key(configured: name) }
    }

    @Test("Remapping a command takes its standard keys away, and Ctrl-C still quits")
    func remapped() {
        let map = KeyMap.standard.remapped([.save: [.character("w")], .quit: [.character("z")], .undo: []])
        #expect(map.command(.character("w")) == .save && map.command(.character("s")) == nil)
        #expect(map.command(.character("z")) == .quit && map.command(.control("c")) == .quit)
        #expect(map.command(.character("u")) == nil && map.names(.undo).isEmpty)
        #expect(map.command(.character("m")) == .toggleRead)
    }
}
