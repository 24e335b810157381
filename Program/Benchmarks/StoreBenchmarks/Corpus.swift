import FeedStore
import Foundation
import Search

/// Made-up items with the lengths, vocabulary and repetitions of real ones, the same in each run.
struct Corpus {
    private var random = Random(seed: 42)
    private let vocabulary: Vocabulary
    private var words: [String] { vocabulary.words }

    init() {
        var random = Random(seed: 7)
        let syllables = [
            "an", "be", "co", "di", "en", "fa", "ge", "ho", "in", "ka", "lo", "me", "no", "or", "pa", "re", "st", "ti",
            "us", "ver",
        ]
        var words: [String] = [], seen: Set<String> = []
        while words.count < 60_000 {
            // Frequent words are short.
            let length = 1 + min(words.count / 400, 2) + random.below(3)
            let word = (0..<length).map { _ in syllables[random.below(syllables.count)] }.joined()
            if seen.insert(word).inserted { words.append(word) }
        }
        vocabulary = Vocabulary(words)
    }

    private mutating func word() -> String { vocabulary.word(&random) }

    /// A text of about so many characters. As in real ones, a third of the words were used before.
    private mutating func text(_ length: Int) -> [String] {
        var result: [String] = [], count = 0
        while count < length {
            let word = result.count > 5 && random.unit() < 0.33 ? result[random.below(result.count)] : word()
            result.append(word)
            count += word.utf8.count + 1
        }
        return result
    }

    /// Web entries, events, stories and earthquakes in the proportions of a reader who follows mostly sites.
    mutating func item(_ number: Int, at date: Date) -> FeedUpdate.Item {
        let title = text(50).joined(separator: " ")
        var search = SearchFields(title: title, author: text(12).joined(separator: " "), source: word() + ".example")
        var payload =
            #"{"id":"\#(number)","title":"\#(title)","author":"\#(search.author)","source":"\#(search.source)","#
        payload += #""link":"https://\#(search.source)/2026/\#(number)/\#(word())-\#(word())","published":\#(number),"#
        switch random.unit() {
        case ..<0.7:
            let body = text(min(20_000, Int(exp(6.68 + random.normal()))))
            search.kind = "entry"
            search.text = body.joined(separator: " ")
            search.tags = [word(), word()]
            payload += #""tags":\#(search.tags),"html":"\#(markup(body))"}"#
        case ..<0.85:
            search.kind = ["PushEvent", "IssuesEvent", "WatchEvent"][random.below(3)]
            search.text = text(80).joined(separator: " ")
            payload += #""type":"\#(search.kind)","message":"\#(search.text)","# + filler(400) + "}"
        case ..<0.95:
            search.kind = "story"
            search.measure = Double(random.below(1_000))
            search.measureKind = .points
            payload += #""score":\#(search.measure ?? 0),"# + filler(150) + "}"
        default:
            search.kind = "earthquake"
            search.measure = Double(random.below(90)) / 10
            search.latitude = random.unit() * 180 - 90
            search.longitude = random.unit() * 360 - 180
            payload += #""place":[\#(search.latitude ?? 0),\#(search.longitude ?? 0)],"# + filler(250) + "}"
        }
        return FeedUpdate.Item(id: "\(number)", date: date, payload: Data(payload.utf8), search: search)
    }

    /// The words as HTML within JSON, with as much markup as in real entries.
    private mutating func markup(_ words: [String]) -> String {
        var result = "<p>"
        for word in words {
            switch random.unit() {
            case ..<0.02: result += #"<a href=\"https://\#(word).example/\#(self.word())\">\#(word)</a> "#
            case ..<0.04: result += "<em>\(word)</em> "
            case ..<0.06: result += #"\#(word)</p>\n<p>"#
            case ..<0.07: result += "\(word)&#8217;s "
            default: result += word + " "
            }
        }
        return result + "</p>"
    }

    private mutating func filler(_ length: Int) -> String {
        #""more":"\#((0..<length / 4).map { _ in String(random.below(9_000) + 1_000) }.joined())""#
    }

    /// What people type: mostly a rare word or two, some phrases, beginnings and filters, and now and then a word that is
    /// everywhere.
    mutating func query(about item: FeedUpdate.Item) -> String {
        let body = (item.search.title + " " + item.search.text).split(separator: " ").map(String.init)
        let common = Set(words.prefix(150))
        let rare = body.filter { !common.contains($0) } + [words[2_000 + random.below(5_000)]]
        let one = rare[random.below(rare.count)], two = rare[random.below(rare.count)]
        let place = random.below(body.count - 1)
        switch random.below(20) {
        case 0..<7: return one
        case 7..<11: return one == two ? one : "\(one) \(two)"
        case 11..<13: return #""\#(body[place]) \#(body[place + 1])""#
        case 13: return one.prefix(4) + "*"
        case 14: return "\(one) is:unread since:30d"
        case 15: return "\(one) in:web/\(random.below(Store.feeds)) -\(words[random.below(100)])"
        case 16: return "\(one) kind:entry author:\(item.search.author.split(separator: " ")[0])"
        case 17:
            return ["points:>900", "within:300km of:48,16", "is:saved", "kind:story is:unread since:7d"][
                random.below(4)]
        case 18: return "\(words[50 + random.below(500)]) \(words[50 + random.below(500)])"
        default: return words[random.below(40)]
        }
    }
}

/// SplitMix64.
struct Random {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
    mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }

    mutating func normal() -> Double {
        (-2 * log(max(unit(), 1e-12))).squareRoot() * cos(2 * .pi * unit())
    }
}
