/// A made-up article with all the markup that sites use, including parts that readers must not see.
enum RichArticle {
    static func text(_ chance: inout Chance) -> String {
        let subject = NewsWords.subject(&chance)
        let high = chance.number(2..<9)
        return """
            <div class="entry" style="color:red"><p>I&rsquo;ve been thinking about <strong>\(subject)</strong>, and wrote \
            <em>everything</em> down. It&#8217;s 10<sup>\(high)</sup> words<sub>1</sub>.</p>
            <h2 onclick="alert(1)">What you need</h2>
            <ul><li>A boat<ul><li>with oars</li><li>without leaks</li></ul></li><li>Patience</li></ul>
            <ol start="3"><li>Wait for the tide.<li>Row to <a href="/harbor">the harbor</a>.</ol>
            <blockquote><p>The sea, once it casts its spell.</p><p>&mdash; <cite>A poster</cite></p></blockquote>
            <figure><img src="pictures/\(chance.hex(4)).jpg" alt="A boat at low tide" width="240" height="240" srcset="big.jpg 2x" onload="alert(1)">\
            <figcaption>Low tide, <i>yesterday</i>.</figcaption></figure>
            <table><caption>Tides</caption><thead><tr><th>Day</th><th>High</th><th>Low</th></tr></thead>
            <tbody><tr><td>Monday</td><td>\(high) m</td><td>1 m</td></tr><tr><td>Tuesday</td><td>\(high + 1) m</td><td></td></tr></tbody></table>
            <dl><dt>Ebb</dt><dd>The water leaves.</dd><dt>Flood</dt><dd>It returns.</dd></dl>
            <pre><code>if tide &gt; \(high) {\n\tmoor()\n}</code></pre><hr/>
            <p>Write to <a href="mailto:keeper@tidepool.example?subject=Tides">the keeper</a>.</p>
            <script>document.title = "taken over"</script><iframe src="https://frames.example/"></iframe>
            <svg onload="alert(1)"><text>drawing</text></svg><form action="/buy"><button>Buy</button></form>
            <img src="https://counter.example/pixel.gif" width="1" height="1" alt=""></div>
            """
    }
}
