import Testing

@testable import FreshetServer

@Suite("A compact style sheet") struct CompactStyleTests {
    @Test(
        "A compact style sheet means the same with fewer bytes",
        arguments: [
            ("/* Rows */\n.row { color: red; margin: 0 1rem; }\n", ".row{color:red;margin:0 1rem}"),
            (
                ".row :hover, a:is(b, c) > d { width: calc(1px + 2px); }",
                ".row :hover,a:is(b,c) > d{width:calc(1px + 2px)}"
            ),
            ("td::before { content: attr(name) \": ; }\"; }", "td::before{content:attr(name) \": ; }\"}"),
            (
                "@media (min-width: 60rem) and (hover: hover) {\n  a { top: 0 }\n}",
                "@media (min-width:60rem) and (hover:hover){a{top:0}}"
            ),
            ("a { b: c /* d * / e */ f; } /**/", "a{b:c f}"),
            ("", ""),
        ])
    func compact(sheet: String, result: String) {
        #expect(String(decoding: CompactStyle(Array(sheet.utf8)).bytes, as: UTF8.self) == result)
    }
}
