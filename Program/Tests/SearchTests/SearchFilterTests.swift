import Search
import TestSupport
import Testing

@Suite("The table of filters")
struct SearchFilterTests {
    @Test("The table of filters has each name once")
    func names() {
        let names = SearchFilter.all.flatMap { $0.names + $0.aliases }
        #expect(Set(names).count == names.count)
    }

    @Test(
        "The table of filters has examples that searches accept, with each alias",
        arguments: SearchFilter.all.map(\.name))
    func examples(name: String) throws {
        let filter = try #require(SearchFilter.all.first { $0.name == name })
        try #require(!filter.examples.isEmpty)
        #expect(!filter.places.isEmpty)
        for example in filter.examples {
            #expect(example.hasPrefix(name + ":"))
            let terms = try SearchQuery(parsing: example).terms
            #expect(terms.count == 1)
            for alias in filter.aliases {
                #expect(try SearchQuery(parsing: alias + example.dropFirst(name.count)).terms == terms)
            }
        }
    }

    @Test("The table of filters says which filters rules accept", arguments: SearchFilter.all.map(\.name))
    func rules(name: String) throws {
        let filter = try #require(SearchFilter.all.first { $0.name == name })
        try #require(!filter.examples.isEmpty)
        for example in filter.examples {
            if filter.examples(in: .rule).contains(example) {
                #expect(try Rule(parsing: "mute " + example).query.terms == SearchQuery(parsing: example).terms)
            } else {
                let error = #expect(throws: SearchSyntaxError.self) { try Rule(parsing: "mute " + example) }
                let reason = error?.description ?? ""
                let refused = filter.places.contains(.rule) ? example : name + ":"
                #expect(reason.hasPrefix("\(refused) can't be used in rules. Use one of author:, "))
                #expect(!reason.contains(" \(name):,"))
            }
        }
    }

    @Test("The error about a wrong value has an example of the filter", arguments: SearchFilter.all.map(\.name))
    func mistakes(name: String) throws {
        let filter = try #require(SearchFilter.all.first { $0.name == name })
        let partner = filter.names.count > 1 ? " of:1,2" : ""
        let error = #expect(throws: SearchSyntaxError.self) { try SearchQuery(parsing: "x \(name):\(partner)") }
        let example = try #require(filter.examples[0].split(separator: " ").first)
        #expect(error?.word == name + ":" && error?.expected.contains(example) == true)
    }

    @Test("An error about an unknown filter lists the filters of a search, or those of a rule")
    func unknown() {
        let search = #expect(throws: SearchSyntaxError.self) { try SearchQuery(parsing: "nosuchfield:x") }
        let rule = #expect(throws: SearchSyntaxError.self) { try Rule(parsing: "mute nosuchfield:x") }
        for filter in SearchFilter.all {
            #expect(search?.expected.contains(filter.name + ":") == true)
            #expect(rule?.expected.contains(" \(filter.name):") == filter.places.contains(.rule))
        }
        let other = #expect(throws: SearchSyntaxError.self) { try Rule(parsing: "mute has:x") }
        #expect(other?.expected.contains("is:unread") == false && other?.expected.contains("is:story") == true)
    }

    @Test("The table of filters names the filters that rules can't use, and the values that they can")
    func exceptions() {
        #expect(SearchFilter.exceptions(in: .rule) == "is: other than is:story and label:")
        #expect(SearchFilter.exceptions(in: .search).isEmpty)
    }

    @Test(
        "An error about a regular expression in a filter says where one can be used",
        arguments: ["title:/x/", "-author:/a.b/", "kind:/x/", "points:/3/"])
    func patterns(word: String) {
        for parse in [{ try SearchQuery(parsing: $0) as Any }, { try Rule(parsing: "mute " + $0) as Any }] {
            let error = #expect(throws: SearchSyntaxError.self) { try parse(word) }
            let pattern = word.drop { $0 != "/" }
            #expect(
                error?.description.hasSuffix(
                    ". A regular expression is a term of its own, for all texts of an item: \(pattern).") == true)
        }
    }

    @Test(
        "A filter takes values with slashes that aren't regular expressions",
        arguments: ["title:\"/x/\"", "author:/u/ann", "in:/github/", "folder:/a/", "title:/", "/x/"])
    func slashes(word: String) throws {
        #expect(try SearchQuery(parsing: word).terms.count == 1)
    }

    /// `FRESHET_WRITE_TABLES=1` writes it there.
    @Test("The table of filters is documented filter by filter")
    func documented() throws {
        #expect(try documentedTable("filters", in: "rules.md", writing: SearchFilter.table) == SearchFilter.table)
    }
}
