/// The languages whose trending repositories can be looked at.
struct Languages {
    let current: String

    var html: HTML {
        let offered = Language.offered.contains(current) ? Language.offered : [current] + Language.offered
        let links: [HTML] = offered.map { language in
            NavigationLink("\(Language.name(of: language))", FeedAddress.trending(language).path)
                .html(FeedAddress.trending(current).path)
        }
        return """
            <nav class="chips" aria-label="Languages"><ul>\(links)</ul></nav>\
            <form class="language" method="get" action="/github/trending"><label for="language">Another language</label>\
            <div class="field"><input id="language" name="language" type="text" required maxlength="40" autocomplete="off" \
            autocapitalize="none" spellcheck="false" placeholder="haskell"><button class="button">Show</button></div></form>
            """
    }
}
