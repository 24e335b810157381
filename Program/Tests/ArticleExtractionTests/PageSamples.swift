import Foundation

extension PageSample {
    /// Pages with an article, of several kinds.
    static let articles: [PageSample] = [
        blog, news, documentation, forum, breaks, tableLayout, german, japanese, form, bare, discussed, structured,
    ]

    private static let menu = """
        <nav><ul><li><a href="/">Home</a><li><a href="/about">About us</a><li><a href="/jobs">Vacancies</a></ul></nav>
        """
    private static let blogTexts = Prose.paragraphs(0..<8)

    /// A blog of WordPress's shape.
    static let blog = PageSample(
        name: "blog",
        html: """
            <!doctype html><html><head><title>The tide log &#8211; Coast Notes</title>
            <meta property="og:title" content="The tide log"><meta name="author" content="Ada Shore"></head>
            <body class="post-template-default single has-sidebar">\(menu)
            <div id="page" class="site"><header class="site-header"><p class="site-description">Notes from the shore line</p></header>
            <div id="content" class="site-content content-with-sidebar"><main id="main" class="site-main"><article class="post type-post">
            <header class="entry-header"><h1 class="entry-title">The tide log</h1>
            <div class="entry-meta">Posted on <time>3 May</time> by <a href="/ada">Ada Shore</a></div></header>
            <div class="entry-content">\(Prose.marked(Array(blogTexts[0..<4])))
            <h2>What the log says</h2><ul><li>High water at <em>six</em> in the morning</li><li>Low water at noon</li></ul>
            <figure class="wp-block-image"><img src="../img/tide.png" alt="A chart of tides" width="600"><figcaption>The chart of May</figcaption></figure>
            \(Prose.marked(Array(blogTexts[4..<8])))
            <div class="sharedaddy sd-sharing-enabled"><h3>Share this:</h3><ul><li><a href="/t">Twitterish</a></li><li><a href="/f">Facebookish</a></li></ul></div>
            <div id="jp-relatedposts" class="jp-relatedposts"><h3>Related</h3></div></div>
            <footer class="entry-footer">Tagged <a href="/tag/tide">tides</a></footer></article>
            <div id="comments" class="comments-area"><h2>2 thoughts on the log</h2><ol class="comment-list"><li><p>\(Prose.paragraph(90)) A commenter wrote this.</p></li>
            <li><p>\(Prose.paragraph(91)) Another commenter wrote that.</p></li></ol><form><textarea>Leave a reply</textarea></form></div></main>
            <aside class="widget-area"><h2>Recent posts</h2><ul><li><a href="/1">An older post</a></li></ul></aside></div>
            <footer>Proudly powered by a press</footer></div></body></html>
            """,
        article: Array(blogTexts[0..<4])
            + [
                "What the log says", "High water at six in the morning", "Low water at noon", "Image: A chart of tides",
                "The chart of May",
            ] + Array(blogTexts[4..<8]),
        rest: ["Twitterish", "commenter", "An older post", "Proudly", "Posted on", "Vacancies", "Tagged", "Related"],
        title: "The tide log")

    /// A news page with advertisements and related stories.
    static let news: PageSample = {
        let texts = Prose.paragraphs(10..<18)
        return PageSample(
            name: "news",
            html: """
                <html><head><title>Harbour reopens | The Daily Coast</title></head><body>
                <div class="cookie-banner"><p>We and our 800 partners store cookies on your device, and you can change your mind at any time in the settings.</p></div>
                <div class="top"><a href="/">The Daily Coast</a> <a href="/politics">Politics</a> <a href="/sport">Sport</a></div>
                <div class="wrapper"><div class="col-main"><h1>Harbour reopens</h1><p class="standfirst">After a year of works, ships are back in the old harbour, and so are the fishmongers of the town.</p>
                \(Prose.marked(Array(texts[0..<3])))<div class="ad-slot"><p>Advertisement: buy a boat today, with no money down and a free anchor for everybody who calls before the end of the week.</p></div>
                \(Prose.marked(Array(texts[3..<6])))<div class="inline-related"><h3>Read more</h3><ul><li><a href="/s1">Ferry strikes end after nine weeks of talks</a></li><li><a href="/s2">The price of cod has doubled</a></li></ul></div>
                \(Prose.marked(Array(texts[6..<8])))</div>
                <div class="col-right"><h3>Most read</h3><p><a href="/m1">A very long headline about a whale that was seen near the pier</a></p><p><a href="/m2">Another very long headline about the new lighthouse keeper</a></p>
                <p>Sign up for our letter about the coast, which we send to you each morning.</p></div></div>
                <div class="bottom">© The Daily Coast. All rights reserved. Terms, privacy and imprint.</div></body></html>
                """,
            article: [
                "After a year of works, ships are back in the old harbour, and so are the fishmongers of the town."
            ] + texts,
            rest: [
                "800 partners", "Advertisement", "Ferry strikes", "Most read", "whale", "rights reserved", "Politics",
            ],
            title: "Harbour reopens")
    }()

    /// A page of documentation with code, a data table and a table of contents.
    static let documentation: PageSample = {
        let texts = Prose.paragraphs(20..<25)
        return PageSample(
            name: "documentation",
            html: """
                <html><head><title>Reading tides — Manual</title></head><body><div role="navigation" class="sphinxsidebar"><ul><li><a href="a">Chapter one</a><li><a href="b">Chapter two</a></ul></div>
                <div class="document"><div class="body" role="main"><section><h1>Reading tides<a class="headerlink" href="#reading-tides">¶</a></h1>
                <p>\(texts[0])</p><div class="contents"><ul><li><a href="#one">Install the reader</a></li><li><a href="#two">Use the reader</a></li></ul></div>
                <section id="one"><h2>Install it<a class="headerlink" href="#one">¶</a></h2><p>\(texts[1])</p>
                <div class="highlight"><table><tr><td class="linenos"><pre>1\n2</pre></td><td class="code"><pre><span class="k">let</span> tide = <span class="nf">Tide</span>(at: .noon)\n<span class="comment">// prints "low"</span>\nif a &lt; b { print(tide) }</pre></td></tr></table></div>
                <p>\(texts[2])</p></section><section id="two"><h2>Use it<a class="headerlink" href="#two">¶</a></h2><p>\(texts[3])</p>
                <table><thead><tr><th>Option</th><th>Meaning</th></tr></thead><tbody><tr><td><code>--high</code></td><td>shows high water</td></tr><tr><td><code>--low</code></td><td>shows low water</td></tr></tbody></table>
                <dl><dt>tide</dt><dd>the level of the water</dd></dl><p>\(texts[4])</p></section></section></div></div>
                <div class="footer">Created using a generator 1.2</div></body></html>
                """,
            article: [
                texts[0], "Install it", texts[1], "let tide = Tide(at: .noon)", "// prints \"low\"",
                "if a < b { print(tide) }", texts[2], "Use it", texts[3], "Option", "Meaning", "--high",
                "shows high water", "--low", "shows low water", "tide", "the level of the water", texts[4],
            ], rest: ["Chapter one", "Install the reader", "generator", "¶"], title: "Reading tides")
    }()

    /// A thread of a forum: all of its posts.
    static let forum: PageSample = {
        let texts = Prose.paragraphs(30..<36)
        let posts = texts.enumerated().map { index, text in
            """
            <div class="post" id="p\(index)"><div class="postprofile"><a href="/u\(index)"><img class="avatar" src="/u\(index).png" alt="face"></a> <a href="/u\(index)">user\(index)</a></div>
            <div class="postbody"><div class="content">\(text)<br><br>Regards from post \(index).</div></div></div>
            """
        }
        return PageSample(
            name: "forum thread",
            html: """
                <html><head><title>Where does the tide go? - Coast Forum</title></head><body id="phpbb"><div id="wrap"><div class="navbar"><a href="/">Board index</a> <a href="/search">Search</a></div>
                <h2 class="topic-title"><a href="/t1">Where does the tide go?</a></h2><div class="action-bar"><a href="/reply">Post a reply</a> <a href="/2">Next page</a></div>
                \(posts.joined())<div class="pagination"><a href="/2">2</a></div></div></body></html>
                """,
            article: texts.enumerated().flatMap { [$1, "Regards from post \($0)."] },
            rest: ["Board index", "Post a reply"], title: nil)
    }()

    /// Text between line breaks in nested boxes without names.
    static let breaks: PageSample = {
        let texts = Prose.paragraphs(40..<46)
        return PageSample(
            name: "divs and line breaks",
            html: """
                <html><head><title>A letter</title></head><body><div><div><a href="/">start</a> | <a href="/l">letters</a> | <a href="/g">guestbook</a></div>
                <div><div><b>A letter from the shore</b><br><br>\(texts.joined(separator: "<br><br>\n"))</div></div><div><a href="/next">next letter</a></div></div></body></html>
                """,
            article: ["A letter from the shore"] + texts, rest: ["guestbook", "next letter"], title: "A letter")
    }()

    /// A page whose columns are cells of tables, as around 2000.
    static let tableLayout: PageSample = {
        let texts = Prose.paragraphs(50..<57)
        return PageSample(
            name: "layout of tables",
            html: """
                <html><head><title>On Tides</title></head><body bgcolor=white><table border=0><tr valign=top><td width=69><a href="index.html">Home</a><br><a href="articles.html">Essays</a><br><a href="faq.html">FAQs</a></td>
                <td width=26>&nbsp;</td><td><a href="index.html"><img src="trans_1x1.gif" width=1 height=1 border=0></a><br>
                <table width=435 cellspacing=0><tr><td><font size=2 face=verdana>March 2004<br><br>\(texts.joined(separator: "<br><br>"))</font></td></tr></table></td></tr></table></body></html>
                """,
            article: ["March 2004"] + texts, rest: ["Essays", "FAQs"], title: "On Tides")
    }()

    /// German, with umlauts and a box of facts.
    static let german: PageSample = {
        let texts = (0..<6).map {
            "Im \($0 + 1). Jahr ihrer Wache schrieben die Wärter auf, was die Flut zurückgelassen hatte: Hölzer, Tang und einmal "
                + "eine Flaschenpost. Am Abend war es still über den Dünen, und nur das Licht drehte seine \($0 + 1)00 Kreise."
        }
        return PageSample(
            name: "German",
            html: """
                <html lang=de><head><meta charset=utf-8><title>Über die Flut</title></head><body><div class="Navigation"><a href="/">Startseite</a></div>
                <main><article><h1>Über die Flut</h1>\(Prose.marked(texts))<blockquote><p>Die Flut wartet nicht.</p></blockquote></article>
                <section class="newsletter-box"><h2>Nichts verpassen</h2><p>Bestellen Sie unseren Rundbrief, der jeden Morgen kommt und den Sie jederzeit abbestellen können.</p></section></main>
                <footer>Impressum und Datenschutz</footer></body></html>
                """,
            article: texts + ["Die Flut wartet nicht."], rest: ["Startseite", "Rundbrief", "Impressum"],
            title: "Über die Flut")
    }()

    /// Japanese, whose words have no spaces between them.
    static let japanese: PageSample = {
        let texts = (1...6).map { "灯台の番人は、\($0)日目の朝も潮が残したものを静かに書き留めた。夕方には鷗も去り、灯だけが朝まで揺れずに燃えていた。誰も見ていなかったが、それでよかった。" }
        return PageSample(
            name: "Japanese",
            html: """
                <html lang=ja><head><title>潮の記録</title></head><body><div id="gnav"><a href="/">ホーム</a><a href="/b">ブログ</a></div>
                <div class="entry"><h1>潮の記録</h1>\(Prose.marked(texts))</div><div class="side"><a href="/1">最近の記事一覧</a></div></body></html>
                """,
            article: texts, rest: ["ホーム", "最近の記事一覧"], title: "潮の記録")
    }()

    /// A page that is one form, as ASP.NET makes them.
    static let form: PageSample = {
        let texts = Prose.paragraphs(60..<66)
        return PageSample(
            name: "page in a form",
            html: """
                <html><head><title>Notice</title></head><body><form id="aspnetForm" action="./"><div><input type="hidden" name="__VIEWSTATE" value="abc"></div>
                <div id="ctl00_menu"><a href="/a">Services</a><a href="/b">Contact</a></div><div id="ctl00_body">\(Prose.marked(texts))</div></form></body></html>
                """,
            article: texts, rest: ["Services"], title: "Notice")
    }()

    /// No tags of structure at all, and end tags left out.
    static let bare: PageSample = {
        let texts = Prose.paragraphs(70..<75)
        return PageSample(
            name: "no end tags",
            html: "<title>Plain</title><nav>Contents</nav><h1>Plain</h1><p>" + texts.joined(separator: "<p>")
                + "<hr><a href=/>home</a>",
            article: texts + ["home"], rest: ["Contents"], title: "Plain")
    }()

    /// A short article with many long comments.
    static let discussed: PageSample = {
        let texts = Prose.paragraphs(80..<82)
        let comments = Prose.paragraphs(200..<220).map { "<li class=\"comment\"><p>\($0) said a stranger</p></li>" }
        return PageSample(
            name: "short text, many comments",
            html: """
                <html><body><div class="story"><h1>Short news</h1>\(Prose.marked(texts))</div><section id="comments"><ol>\(comments.joined())</ol></section></body></html>
                """,
            article: texts, rest: ["stranger"], title: "Short news")
    }()

    /// A page that a script fills; the text is in JSON-LD only.
    static let structured: PageSample = {
        let texts = Prose.paragraphs(100..<105)
        let body = texts.joined(separator: "\\n\\n")
        return PageSample(
            name: "text in JSON-LD",
            html: """
                <html><head><title>App</title><script type="application/ld+json">{"@context":"https://schema.org","@graph":[{"@type":"WebSite","name":"x"},
                {"@type":["NewsArticle"],"headline":"App","author":{"@type":"Person","name":"Ada Shore"},"articleBody":"\(body)"}]}</script></head><body><div id="root"></div><noscript>You need to enable JavaScript to run this app.</noscript></body></html>
                """,
            article: texts, rest: ["JavaScript"], title: "App")
    }()

    /// Pages without a certain article, and why.
    static let doubtful: [(PageSample, ExtractionDoubtName)] = [
        (home, "list"), (bylines, "list"), (archive, "list"), (linkTable, "list"), (signIn, "signIn"),
        (paywall, "paywall"),
        (restricted, "paywall"), (script, "tooShort"),
        (PageSample(name: "nothing", html: "", article: [], rest: []), "tooShort"),
    ]

    typealias ExtractionDoubtName = String

    /// A home page: teasers of articles.
    static let home: PageSample = {
        let cards = (0..<8).map {
            "<div class=card><h2><a href=\"/story\($0)\">Story number \($0)</a></h2><p>\(Prose.paragraph($0))</p><a href=\"/story\($0)\">Continue reading</a></div>"
        }
        return PageSample(
            name: "home page", html: "<html><body><main><h1>Coast Notes</h1>\(cards.joined())</main></body></html>",
            article: [], rest: [])
    }()

    /// A home page whose bylines are headings too.
    static let bylines: PageSample = {
        let posts = (0..<5).map {
            "<h3>Linked by Ada</h3><h1><a href=\"/\($0)\">Story number \($0)</a></h1>\(Prose.marked(Prose.paragraphs($0..<($0 + 2))))"
        }
        return PageSample(
            name: "home page with bylines", html: "<html><body><div>\(posts.joined())</div></body></html>", article: [],
            rest: [])
    }()

    /// An archive whose entries are articles.
    static let archive: PageSample = {
        let entries = (0..<6).map {
            "<article><header><h3><a href=\"/\($0)\">Entry \($0)</a></h3></header>\(Prose.marked(Prose.paragraphs($0..<($0 + 2))))</article>"
        }
        return PageSample(
            name: "archive", html: "<html><body>\(entries.joined())</body></html>", article: [], rest: [])
    }()

    /// A front page of ranked links in a table.
    static let linkTable: PageSample = {
        let rows = (1...30).map {
            "<tr class=athing><td class=title>\($0).</td><td class=title><span class=titleline><a href=\"https://e\($0).example/\">A fairly long title of a story number \($0) about boats</a> (<a href=\"from?s\">e\($0).example</a>)</span></td></tr>"
                + "<tr><td colspan=2></td><td class=subtext>\($0)5 points by <a href=user>u\($0)</a> <a href=item>3 hours ago</a> | <a href=hide>hide</a> | <a href=item>12 comments</a></td></tr>"
        }
        return PageSample(
            name: "table of links",
            html:
                "<html><body><center><table id=hnmain><tr><td><table>\(rows.joined())</table></td></tr></table></center></body></html>",
            article: [], rest: [])
    }()

    static let signIn = PageSample(
        name: "sign-in",
        html: """
            <html><body><h1>Sign in</h1><p>To read on, sign in with the address that you gave when you became a member of our club, or ask for a new password if you have forgotten yours.</p>
            <p>Members read everything, on all of their devices, and get our letter each morning before anybody else does, with all of the news.</p>
            <form><input name=u><input type=password name=p><button>Go</button></form></body></html>
            """, article: [], rest: [])

    static let paywall = PageSample(
        name: "paywall",
        html: """
            <html><body><article><h1>Whales</h1>\(Prose.marked(Prose.paragraphs(0..<2)))</article><div class="paywall-offer"><p>Subscribe now to read on.</p></div></body></html>
            """, article: [], rest: [])

    static let restricted = PageSample(
        name: "restricted by its metadata",
        html: """
            <html><head><script type="application/ld+json">[{"@type":"NewsArticle","isAccessibleForFree":"False"}]</script></head><body><article><h1>Whales</h1>\(Prose.marked(Prose.paragraphs(0..<3)))</article></body></html>
            """, article: [], rest: [])

    static let script = PageSample(
        name: "empty application", html: "<html><body><div id=app>Loading…</div></body></html>", article: [], rest: [])
}
