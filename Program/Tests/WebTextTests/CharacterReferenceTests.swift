import Testing
import WebText

@Suite("A character reference") struct CharacterReferenceTests {
    @Test(
        "A character reference is a number or a name",
        arguments: [
            ("Tides &amp; moons: &quot;why &#x27;2 &lt; 3&#x27;&quot;", "Tides & moons: \"why '2 < 3'\""),
            ("&#8217;tis&hellip;", "’tis…"), ("&#x1F30A;&#X1f30a;", "🌊🌊"), ("&#0000000039;", "'"), ("&apos;", "'"),
            ("&nbsp;&iexcl;&yuml;&eacute;&Eacute;&szlig;", "\u{a0}¡ÿéÉß"), ("&Alpha;&omega;&thetasym;", "Αωϑ"),
            ("&OElig;&euro;&zwj;&hearts;&rArr;&lang;", "Œ€\u{200d}♥⇒\u{2329}"),
        ])
    func decoded(text: String, result: String) { #expect(CharacterReferences.decoded(text) == result) }

    @Test(
        "A reference to a C1 control means the character of Windows-1252",
        arguments: [("&#146;", "’"), ("&#x80;", "€"), ("&#159;", "Ÿ")])
    func windows(text: String, result: String) { #expect(CharacterReferences.decoded(text) == result) }

    @Test(
        "An invalid character reference is unchanged",
        arguments: [
            "a &amp", "A&B", "&unheard;", "&#0;", "&#x110000;", "&#xD800;", "&;&#;&#x;", "&", "&&&", "& amp;",
            "&#-1;", "&#99999999999999;", "&#xé;", "&counterclockwisecontourintegral;",
        ])
    func kept(text: String) { #expect(CharacterReferences.decoded(text) == text) }

    @Test("A character reference is decoded once")
    func once() { #expect(CharacterReferences.decoded("&amp;amp;&amp;#65;") == "&amp;&#65;") }

    @Test("Character references have the 252 names of HTML 4, and apos")
    func names() {
        #expect(CharacterReferences.character(named: "eacute") == "é")
        #expect(CharacterReferences.character(named: "Eacute") == "É")
        #expect(CharacterReferences.character(named: "hearts") == "♥")
        #expect(CharacterReferences.character(named: "lt") == "<")
        #expect(CharacterReferences.character(named: "LT") == nil)
    }
}
