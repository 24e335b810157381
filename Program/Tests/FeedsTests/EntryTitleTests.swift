import Feeds
import Testing

@Suite("The title of an entry") struct EntryTitleTests {
    @Test(
        "The title of an entry has code where the text has backticks in pairs",
        arguments: [
            ("Fix `parse()` in `Reader`", ["Fix ", "`parse()`", " in ", "`Reader`"]), ("`x`", ["`x`"]),
            ("Plain", ["Plain"]), ("", [""]), ("An odd ` tick", ["An odd ` tick"]), ("`` fenced ``", ["`` fenced ``"]),
            ("`a` and ` b", ["`a`", " and ` b"]),
        ])
    func code(title: String, runs: [String]) {
        let found = Entry.TextRun.runs(markdown: title)
        #expect(found.map { $0.isCode ? "`\($0.text)`" : $0.text } == runs)
        let entry = Entry(id: "1", kind: Entry.Kind("note"), title: found)
        #expect(entry.plainTitle == title)
    }
}
