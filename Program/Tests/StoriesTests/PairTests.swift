import Stories
import Testing

/// An item of a pair. Unless it names a feed, the second item has another one than the first.
private struct Voice: Sendable {
    let title: String
    var feed: Int64?
    var source = ""
    var address: String?
    var subject: String?
    var links: [String] = []

    init(
        _ title: String, feed: Int64? = nil, source: String = "", address: String? = nil, subject: String? = nil,
        links: [String] = []
    ) {
        (self.title, self.feed, self.source) = (title, feed, source)
        (self.address, self.subject, self.links) = (address, subject, links)
    }

    func add(to items: inout Arrivals, feed: Int64) -> StoryDecision {
        items.add(
            title, feed: self.feed ?? feed, source: source, address: address, subject: subject, links: links)
    }
}

private struct Pair: Sendable, CustomTestStringConvertible {
    enum Answer { case joined, apart }
    let testDescription: String
    let answer: Answer
    let voices: (Voice, Voice)

    init(_ name: String, _ answer: Answer, _ first: Voice, _ second: Voice) {
        (testDescription, self.answer, voices) = (name, answer, (first, second))
    }

    /// Titles of two feeds.
    init(_ answer: Answer, _ first: String, _ second: String) {
        self.init(first, answer, Voice(first), Voice(second))
    }

    /// Items that have only titles.
    static let titles: [Pair] = [
        .init(
            .joined, "Show HN: Quickpaste – an encrypted pastebin written in Rust",
            "Introducing Quickpaste, an encrypted pastebin written in Rust"),
        .init(
            .apart, "Show HN: Quickpaste – an encrypted pastebin written in Rust",
            "Show HN: Vaultbin – an encrypted pastebin written in Go"),
        .init(.apart, "Firefox 140.0 released", "Thunderbird 140.0 released"),
        .init(.apart, "Python 3.13.1 is now available", "Python 3.12.8 is now available"),
        .init(.apart, "Rust 1.82.0", "Kotlin 1.82.0"),
        .init(
            .joined, "Linux kernel 6.12 released with real-time support",
            "Linux 6.12 kernel arrives with real-time support merged"),
        .init(.apart, "Linux kernel 6.12 released", "Linux kernel 6.13 released"),
        .init(
            .apart, "Live: Germany v Spain, World Cup quarter-final", "Live: Brazil v France, World Cup quarter-final"),
        .init(
            .joined, "Live: Germany v Spain, World Cup quarter-final updates",
            "Germany v Spain live: World Cup quarter-final as it happens"),
        .init(
            .apart, "Live updates: Hurricane Milton makes landfall in Florida",
            "Live updates: Senate votes on the budget"),
        .init(
            .joined, "Hurricane Milton makes landfall in Florida near Siesta Key",
            "Milton slams ashore in Florida near Siesta Key as Category 3 hurricane"),
        .init(
            .joined, "Earthquake of magnitude 7.8 hits Nepal, hundreds feared dead",
            "Nepal earthquake: hundreds feared dead after magnitude 7.8 quake"),
        .init(
            .apart, "Magnitude 5.2 earthquake strikes off the coast of Japan",
            "Magnitude 5.9 earthquake strikes off the coast of Chile"),
        .init(
            .apart, "Severe thunderstorm warning for Dane County until 9 PM",
            "Severe thunderstorm warning for Polk County until 7 PM"),
        .init(.apart, "Dow Jones closes 120 points higher", "Dow Jones closes 85 points lower"),
        .init(.apart, "Tesla shares rise 5 percent after earnings", "Nvidia shares rise 3 percent after earnings"),
        .init(
            .joined, "Tesla shares jump after Musk announces cheaper Model 2",
            "Musk announces cheaper Model 2, Tesla stock jumps"),
        .init(.apart, "UK inflation falls to 2.1 percent in June", "Canada inflation falls to 2.4 percent in June"),
        .init(.apart, "US unemployment rate rises to 4.1% in May", "US unemployment rate rises to 4.3% in June"),
        .init(.joined, "Pope Francis dies at 88", "Pope Francis, first Latin American pontiff, dies aged 88"),
        .init(
            .joined, "Google fined 2.4 billion euros by EU over shopping search",
            "EU fines Google 2.4 billion euros for favouring its shopping service"),
        .init(
            .apart, "Google fined 2.4 billion euros by EU over shopping search",
            "Google unveils new Pixel phone with satellite messaging"),
        .init(.apart, "Apple sued by US justice department over iPhone monopoly", "Apple iPhone sales drop in China"),
        .init(
            .joined, "Apple sued by US justice department over iPhone monopoly",
            "US sues Apple for illegal monopoly over smartphones"),
        .init(.apart, "Best laptops of 2025", "Best phones of 2025"),
        .init(.apart, "The best Black Friday deals on headphones", "The best Black Friday deals on televisions"),
        .init(.apart, "How to install PostgreSQL on Ubuntu 24.04", "How to install MySQL on Ubuntu 24.04"),
        .init(.apart, "Review: Dune Part Two", "Review: Civil War"),
        .init(.apart, "Five books to read this summer", "Five films to watch this summer"),
        .init(.apart, "Man arrested after stabbing in Leeds", "Man arrested after stabbing in Cardiff"),
        .init(.apart, "Obituary: Jane Goodall", "Obituary: Robert Redford"),
        .init(.apart, "Wordle hints and answer for Monday", "Wordle hints and answer for Tuesday"),
        .init(
            .apart, "Photos of the week: floods, festivals and football",
            "Pictures of the week: floods, fashion and football"),
        .init(.apart, "CVE-2024-3094: backdoor in xz", "CVE-2024-6387: regression in OpenSSH"),
        .init(
            .joined, "Backdoor found in xz Utils puts Linux distributions at risk",
            "Linux distributions hit by backdoor in xz Utils compression library"),
        .init(.joined, "OpenAI announces GPT-5", "OpenAI announces GPT-5 with better reasoning"),
        .init(
            .apart, "Das Wetter in Berlin am Montag: Regen und Wind", "Das Wetter in Hamburg am Montag: Regen und Wind"),
        .init(
            .joined, "Bundestag beschließt Reform der Krankenhäuser nach langem Streit",
            "Krankenhäuser: Bundestag beschließt umstrittene Reform"),
        .init(
            .joined, "La NASA retrasa la misión Artemis II a la Luna hasta 2026",
            "Artemis II: la NASA retrasa su misión a la Luna"),
        .init(
            .joined, "Boeing 737 crashes shortly after takeoff in Ethiopia",
            "Ethiopian Airlines Boeing 737 crashes minutes after takeoff"),
        .init(
            .joined, "Amazon to buy Whole Foods for $13.7 billion", "Amazon to buy Whole Foods Market in $13.7bn deal"),
        .init(
            .apart, "Court blocks merger of Kroger and Albertsons", "Court approves merger of Discover and Capital One"),
        .init(.joined, "Notre-Dame cathedral in Paris on fire", "Fire engulfs Notre-Dame cathedral in Paris"),
        .init(.apart, "Fire at warehouse in Paris", "Fire at warehouse in Lyon"),
        .init(
            .joined, "Signal leaves Russia as regulator blocks the messenger",
            "Russia blocks Signal messenger, regulator cites law"),
        .init(.apart, "swift-nio 2.70.0", "swift-log 1.6.0"),
        .init(.apart, "Release notes for version 3.4.1", "Release notes for version 3.4.1"),
        .init(.apart, "This week in Rust 512", "This week in Matrix 2024-05-31"),
        .init(.apart, "Open thread: what are you reading?", "Open thread: what are you cooking?"),
        .init(.apart, "Crossword No 28,412", "Crossword No 28,413"),
        .init(.apart, "Bitcoin price today: $61,200", "Ether price today: $3,100"),
        .init(
            .joined, "Bitcoin falls below $60,000 as Mt. Gox begins repayments",
            "Mt. Gox repayments push bitcoin below $60,000"),
        .init(.apart, "Ukraine war: what we know on day 800", "Ukraine war: what we know on day 812"),
        .init(.joined, "Let us Encrypt ends support for OCSP", "OCSP support to end at Let us Encrypt"),
        .init(.apart, "Norwegian Air cancels flights because of strike", "Lufthansa cancels flights because of strike"),
        .init(
            .joined, "Voyager 1 sends readable data again after five months",
            "NASA: Voyager 1 is sending readable data again"),
        .init(
            .apart, "Voyager 1 sends readable data again after five months", "Star Trek Voyager at thirty: a look back"),
        .init(.apart, "Manchester United 2-1 Arsenal", "Manchester City 3-0 Chelsea"),
        .init(.apart, "Federal Reserve holds interest rates steady", "Bank of England holds interest rates steady"),
        .init(.apart, "Photo of a fox in the snow", "Photo of an owl in the snow"),
        .init(
            .joined, "Kendrick Lamar wins Pulitzer prize for music", "Pulitzer prize for music goes to Kendrick Lamar"),
    ]

    /// Items with addresses, subjects or links, or with a reason.
    static let all: [Pair] = [
        .init(
            "same address, tracked", .joined,
            Voice("Bridge closed after storm", address: "https://paper.example/bridge?utm_source=rss"),
            Voice("A storm closes the old bridge", address: "http://www.paper.example/bridge/#top")),
        .init(
            "ids in query", .apart,
            Voice("Minutes of the council", address: "https://town.example/news?id=1"),
            Voice("New playground opens", address: "https://town.example/news?id=2")),
        .init(
            "host root", .apart,
            Voice("Our new look", address: "https://app.example/"),
            Voice("Show HN: App for lists", address: "https://app.example")),
        .init(
            "HN beside blog", .joined,
            Voice("Writing a parser in a weekend", address: "https://blog.example/parser"),
            Voice(
                "Show HN: A weekend parser", address: "https://news.example/item?id=5",
                subject: "https://blog.example/parser")),
        .init(
            "two link blogs one page", .joined,
            Voice("A fine essay about maps", address: "https://links.example/1", subject: "https://essay.example/maps"),
            Voice("On maps", address: "https://more.example/9", subject: "https://essay.example/maps/")),
        .init(
            "via", .joined,
            Voice("Glacier lost a third of its ice", address: "https://paper.example/glacier"),
            Voice("Glacier keeps shrinking", address: "https://lb.example/3", links: ["https://paper.example/glacier"])),
        .init(
            "release and announcement", .joined,
            Voice("v2.4.0", address: "https://git.example/quokka/releases/v2.4.0"),
            Voice(
                "Announcing Quokka 2.4", address: "https://quokka.example/blog/24",
                subject: "https://git.example/quokka/releases/v2.4.0")),
        .init(
            "two releases", .apart,
            Voice("v1.8.0"),
            Voice("v1.8.0")),
        .init(
            "releases named", .apart,
            Voice("Release 1.8.0"),
            Voice("Release 1.8.0")),
        .init(
            "weekly links", .apart,
            Voice("Weekly links #12"),
            Voice("Weekly links #12")),
        .init(
            "weekly links long", .apart,
            Voice("Weekly links: parsers, maps and glaciers"),
            Voice("Weekly links: parsers, maps and bread")),
        .init(
            "question of the day", .apart,
            Voice("Question of the day: which editor do you use?"),
            Voice("Question of the day: which editor do you love?")),
        .init(
            "episodes", .apart,
            Voice("Episode 45: Talking about Kubernetes"),
            Voice("Episode 46: Talking about Kubernetes")),
        .init(
            "PMI two countries", .apart,
            Voice("Germany manufacturing PMI falls to 48.2 in May"),
            Voice("France manufacturing PMI falls to 49.1 in May")),
        .init(
            "PMI one country", .joined,
            Voice("German manufacturing PMI falls to 48.2 in May, Markit says"),
            Voice("German manufacturing PMI slips to 48.2 as orders fall: Markit")),
        .init(
            "aftershocks", .apart,
            Voice("Magnitude 5.1 aftershock shakes Kathmandu in Nepal"),
            Voice("Magnitude 4.6 aftershock shakes Kathmandu in Nepal")),
        .init(
            "earnings two companies", .apart,
            Voice("Boeing profit beats estimates on higher deliveries"),
            Voice("Unilever profit beats estimates on higher prices")),
        .init(
            "same event two papers", .joined,
            Voice("Volcano Eyjafjallajokull erupts in Iceland, flights cancelled"),
            Voice("Flights cancelled as Icelandic volcano Eyjafjallajokull erupts")),
        .init(
            "update of death toll", .joined,
            Voice("South Korea ferry Sewol destinations with hundreds missing off Jindo"),
            Voice("Hundreds missing after ferry Sewol destinations off Jindo in South Korea")),
        .init(
            "syndicated title", .joined,
            Voice("Astronomers find water on a distant exoplanet"),
            Voice("Astronomers find water on a distant exoplanet")),
        .init(
            "publisher at end", .joined,
            Voice("Mayor resigns after bribery trial - Daily Planet", source: "Daily Planet"),
            Voice("Mayor resigns after bribery trial")),
        .init(
            "translation linked", .joined,
            Voice("Sandbox escape in the Wasmtime runtime", address: "https://sec.example/1"),
            Voice(
                "Ausbruch aus der Sandbox von Wasmtime", address: "https://heise.example/2",
                links: ["https://sec.example/1"])),
        .init(
            "translation unlinked", .apart,
            Voice("Government wants to ban phones at schools"),
            Voice("Regierung will Handys an Schulen verbieten")),
        .init(
            "Chinese titles", .apart,
            Voice("苹果公司发布新款手机 iPhone 17 Pro"),
            Voice("苹果发布新款手机 iPhone 17 Pro 系列")),
        .init(
            "Chinese, same address", .joined,
            Voice("苹果公司发布新款手机", address: "https://cn.example/1"),
            Voice("苹果发布会", address: "https://cn.example/1/")),
        .init(
            "one feed", .apart,
            Voice("Volcano Eyjafjallajokull erupts in Iceland"),
            Voice("Icelandic volcano Eyjafjallajokull erupts again", feed: 1)),
        .init(
            "one feed, same address", .joined,
            Voice("Fire in the harbour", address: "https://a.example/fire"),
            Voice("Fire in the harbour: two hurt", feed: 1, address: "https://a.example/fire#update")),
        .init(
            "changelog page of one feed", .apart,
            Voice("Version 1.8", address: "https://a.example/changelog#1.8"),
            Voice("Version 1.9", feed: 1, address: "https://a.example/changelog#1.9")),
        .init(
            "only a name in common", .apart,
            Voice("Saudi Arabia reports two more deaths from MERS virus"),
            Voice("Saudi Arabia travel guide")),
        .init(
            "only a name in common 2", .apart,
            Voice("President Barack Obama plays soccer with a Japanese robot"),
            Voice("Barack Obama salutes Frankie Knuckles in letter")),
        .init(
            "advice", .apart,
            Voice("Ten things you should know about dreams"),
            Voice("Powdered alcohol: ten things you should know")),
        .init(
            "live blogs of one event", .joined,
            Voice("Live: Eurovision final in Malmo, minute by minute"),
            Voice("Eurovision final in Malmo: live updates minute by minute")),
        .init(
            "live blogs of two events", .apart,
            Voice("Arsenal v Chelsea: Premier League - live"),
            Voice("Everton v Liverpool: Premier League - live")),
        .init(
            "shared rare links", .joined,
            Voice(
                "Heap overflow found in libwebp",
                links: ["https://cve.example/CVE-1", "https://git.example/libwebp/c/1"]),
            Voice(
                "Chrome patches libwebp bug", links: ["https://cve.example/CVE-1", "https://git.example/libwebp/c/1"])),
        .init(
            "one shared link, other words", .apart,
            Voice(
                "What we read in the garden",
                links: ["https://wiki.example/Tomato", "https://x.example/1", "https://x.example/2"]),
            Voice(
                "Ketchup makers face lawsuit",
                links: ["https://wiki.example/Tomato", "https://y.example/1", "https://y.example/2"])),
        .init(
            "product, two stories", .apart,
            Voice("Review: Samsung Galaxy Grand 2"),
            Voice("Samsung Galaxy Grand 2 vs LG Nexus 4: price compared")),
        .init(
            "question and answer", .apart,
            Voice("Ask HN: How do you back up your photos?"),
            Voice("How I organise my photos")),
        .init(
            "same company other news", .apart,
            Voice("Facebook buys virtual reality firm Oculus for $2bn"),
            Voice("Facebook shares fall after privacy complaint in Ireland")),
        .init(
            "recall of cars", .joined,
            Voice("GM recalls 1.3 million cars over power steering"),
            Voice("General Motors recalls 1.3 million more cars for power steering")),
    ]
}

@Suite("Made-up pairs of items")
struct PairTests {
    @Test("Made-up pairs of items are joined if both tell the same story", arguments: Pair.all + Pair.titles)
    fileprivate func pair(_ pair: Pair) {
        var items = Arrivals()
        let first = pair.voices.0.add(to: &items, feed: 1)
        let second = pair.voices.1.add(to: &items, feed: 2)
        #expect((second.row == first.row) == (pair.answer == .joined), "\(second)")
    }
}
