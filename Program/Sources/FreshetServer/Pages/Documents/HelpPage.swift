/// What this is, and its keys.
struct HelpPage: Sendable {
    let site: Site

    var html: HTML {
        Layout(title: "Help", address: "/help", site: site).document(
            """
            <main id="main" class="plain"><header class="head"><h1>Help</h1></header>
            <p>Freshet follows live public feeds: what happens in repositories on GitHub, in the natural world (NASA’s EONET) and on Hacker News. \
            What is stored is shown at once; then it is brought up to date, and stays so while you look.</p>
            <h2>What the words mean</h2><dl class="words"><dt>fresh</dt><dd>The upstream was asked, and this is what it says.</dd>\
            <dt>refreshing</dt><dd>It is being asked now. What has arrived is shown.</dd>\
            <dt>stored</dt><dd>Shown as it was kept; nothing has been asked.</dd>\
            <dt>stale</dt><dd>It could not be asked, and the line says why. What was known stays.</dd>\
            <dt>new</dt><dd>Came after your last look. New items wait behind a button at the top, so that nothing moves while you read.</dd></dl>
            <h2>Polite by design</h2><p>Upstreams are asked only as often as they wish, and <a href="/status">Status</a> tells when they are asked next. \
            However many pages are open, each feed is asked once.</p>
            <h2 id="token">More from GitHub</h2><p>Without a token GitHub answers 60 requests an hour. Start Freshet with one in <code>GH_TOKEN</code> or \
            <code>GITHUB_TOKEN</code>, and it answers 5,000; it needs no permissions for public repositories, and goes to GitHub alone.</p>
            <h2>Keys</h2>\(Keys.table)
            <h2>Elsewhere</h2><p>Every feed is there for other programs, too: its address with <code>.atom</code> or <code>.json</code> at the end for readers of feeds, \
            and below <a href="/openapi.json"><code>/api</code></a> for your own.</p>
            <p class="version">Freshet \(site.version). The coastline is made with Natural Earth.</p></main>
            """)
    }
}
