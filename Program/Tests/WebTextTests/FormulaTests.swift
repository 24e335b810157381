import Testing
import WebText

@Suite("A formula in markup") struct FormulaTests {
    private func html(_ markup: String) -> String { AllowedMarkup(markup).html.replacing(" dir=\"auto\"", with: "") }

    @Test(
        "A formula in MathML is a line of text that keeps its structure",
        arguments: [
            ("<mfrac><mn>1</mn><mn>2</mn></mfrac>", "1/2"),
            ("<mi>x</mi><mfrac><mn>1</mn><mn>2</mn></mfrac>", "x(1/2)"),
            ("<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mi>c</mi></mfrac>", "(a + b)/c"),
            ("<msup><mi>e</mi><mrow><mi>k</mi><mi>t</mi></mrow></msup>", "e^(kt)"),
            ("<msup><mi>x</mi><mn>2</mn></msup><mi>y</mi>", "x^2 y"),
            ("<mi>E</mi><mo>=</mo><mi>m</mi><msup><mi>c</mi><mn>2</mn></msup>", "E = mc^2"),
            ("<msubsup><mi>x</mi><mi>i</mi><mn>2</mn></msubsup>", "x_i^2"),
            (
                "<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>i</mi>",
                "∑_(i = 1)^n i"
            ),
            ("<msqrt><mi>x</mi></msqrt>", "√x"), ("<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>", "√(x + 1)"),
            ("<mroot><mi>x</mi><mn>3</mn></mroot>", "√[3](x)"), ("<mo>−</mo><mn>1</mn>", "−1"),
            ("<mi>f</mi><mo>&#x2061;</mo><mo>(</mo><mi>x</mi><mo>,</mo><mi>y</mi><mo>)</mo>", "f(x, y)"),
            ("<mi>sin</mi><mi>x</mi>", "sin x"), ("<mover><mi>v</mi><mo>→</mo></mover>", "v\u{20d7}"),
            ("<msup><mi>f</mi><mo>′</mo></msup>", "f′"), ("<msup><mn>90</mn><mo>∘</mo></msup>", "90°"),
            (
                "<mo>(</mo><mtable><mtr><mtd><mi>a</mi></mtd><mtd><mi>b</mi></mtd></mtr><mtr><mtd><mi>c</mi></mtd><mtd><mi>d</mi></mtd></mtr></mtable><mo>)</mo>",
                "(a, b; c, d)"
            ),
            ("<mfenced><mi>a</mi><mi>b</mi></mfenced>", "(a, b)"),
            ("<mrow>\n <mi>a</mi>\n <mo>&lt;</mo> <mi>b</mi></mrow>", "a &lt; b"),
            ("<mtext>if </mtext><mi>x</mi>", "if x"), ("<mphantom><mi>x</mi></mphantom><mi>y</mi>", "y"),
            ("x", "x"),
        ])
    func line(mathML: String, text: String) {
        #expect(html("a <math>\(mathML)</math>.") == "<p>a \(text).</p>")
        #expect(
            html("a <mml:math>\(mathML.replacing("<m", with: "<mml:m").replacing("</m", with: "</mml:m"))</mml:math>.")
                == "<p>a \(text).</p>")
    }

    @Test("A formula is its source in TeX, if it has one")
    func source() {
        let formula = "<mrow><mi>E</mi></mrow><annotation encoding='application/x-tex'>E = mc^2</annotation>"
        #expect(html("<math><semantics>\(formula)</semantics></math>") == "<p><code>E = mc^2</code></p>")
        #expect(
            html("<math><semantics><mi>x</mi><annotation encoding='x'>y</annotation></semantics></math>") == "<p>x</p>")
        #expect(html(#"<math alttext="{\displaystyle \frac{1}{2}}"></math>"#) == #"<p><code>\frac{1}{2}</code></p>"#)
        #expect(
            html("a<script type='math/tex; mode=display'>% <![CDATA[\nx<1 %]]></script>b<script>c</script>")
                == "<p>a</p><p><code>x&lt;1</code></p><p>b</p>")
    }

    @Test("A formula appears once, although the markup has it for the eye and for programs")
    func once() {
        let math =
            "<math><semantics><mi>E</mi><annotation encoding='application/x-tex'>E</annotation></semantics></math>"
        let shown = "<p>a <code>E</code>, b</p>"
        for markup in [
            "<span class=katex><span class=katex-mathml>\(math)</span><span class=katex-html aria-hidden=true><span>E<span>2</span></span></span></span>",
            "<mjx-container><mjx-math aria-hidden=true><mjx-mi>E</mjx-mi></mjx-math><mjx-assistive-mml>\(math)</mjx-assistive-mml></mjx-container>",
            "<span class=MathJax><nobr aria-hidden=true><span>E</span></nobr><span class=MJX_Assistive_MathML>\(math)</span></span><script type=math/tex>E</script>",
            "<span>\(math)</span><img src=https://a.example/E.svg alt=E aria-hidden=true>",
        ] { #expect(html("a \(markup), b") == shown, "\(markup)") }
        #expect(html("<span class=katex><span class=katex-html aria-hidden=true>E</span></span>") == "<p>E</p>")
        #expect(html("<p>\(math) a <span aria-hidden=true>b</span></p>") == "<p><code>E</code> a b</p>")
    }

    @Test("A display formula is a paragraph, and an unclosed one ends before the next block")
    func blocks() {
        #expect(html("a<math display=block><mi>x</mi></math>b") == "<p>a</p><p>x</p><p>b</p>")
        #expect(html("<p>a <math><mi>x<p>b") == "<p>a x</p><p>b</p>")
        #expect(html("<math><mi>x") == "<p>x</p>" && html("<math>") == "")
    }

    @Test("A formula is the same text in titles, in summaries and on terminals")
    func plain() {
        let markup = "Half is <math><mfrac><mn>1</mn><mn>2</mn></mfrac></math>"
        #expect(PlainText(markup: markup, keepingUnknownTags: true).text == "Half is 1/2")
        #expect(ArticleText(markup).text == "Half is 1/2")
    }

    @Test(
        "A formula is read quickly, at any depth",
        arguments: ["<mfrac>", "<msup><mi>", "<math>", "<mrow><mo>(", "<mtable><mtr>"])
    func bounded(piece: String) throws {
        let html = AllowedMarkup("<math>" + String(repeating: piece, count: 20_000)).html
        _ = try MarkupCheck(html)
        #expect(html.utf8.count < 100_000)
        let nested =
            String(repeating: "<mover>", count: 60) + "<mi>x</mi>" + String(repeating: "<mo>^</mo></mover>", count: 60)
        #expect(AllowedMarkup("<math>\(nested)</math>").html.unicodeScalars.contains("x"))
    }
}

@Suite("Readings beside characters") struct RubyTests {
    @Test(
        "Readings are in parentheses, those of the author if there are any",
        arguments: [
            ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>", "漢字(かんじ)"),
            ("<ruby>漢字<rp>（</rp><rt>かんじ</rt><rp>）</rp></ruby>", "漢字（かんじ）"),
            ("<ruby>漢字<rt>かんじ</rt></ruby>", "漢字(かんじ)"), ("<ruby>漢字<rt>かんじ</ruby>です", "漢字(かんじ)です"),
            ("<ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby>", "漢(かん)字(じ)"),
            ("<ruby>漢<rp>(<rt>かん<rp>)</rp>字<rp>(<rt>じ<rp>)</ruby>", "漢(かん)字(じ)"),
            ("<ruby><rb>漢字</rb><rp></rp><rt>かんじ</rt><rp></rp></ruby>", "漢字(かんじ)"),
            ("<ruby><rb>漢字<rt>かんじ</rt><rtc><rt>kanji</rt></rtc></ruby>", "漢字(かんじ)(kanji)"),
            ("<ruby><rb>漢字</rb><rtc>kanji</rtc></ruby>", "漢字(kanji)"), ("<ruby>漢字<rt></rt></ruby>", "漢字"),
        ])
    func readings(markup: String, text: String) {
        #expect(PlainText(markup: markup).text == text)
        #expect(ArticleText(markup).text == text)
        #expect(AllowedMarkup(markup).html == "<p dir=\"auto\">\(text)</p>")
    }
}
