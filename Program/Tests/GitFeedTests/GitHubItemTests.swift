import Foundation
import GitFeed
import Testing

@Suite("A GitHub item")
struct GitHubItemTests {
    private let item = GitHubItem(
        id: "WatchEvent-7", type: "WatchEvent", title: "mira starred the repository",
        url: URL(string: "https://github.com/octo-sample/harbor/stargazers")!, repository: "octo-sample/harbor",
        date: Date(timeIntervalSince1970: 1_780_000_000),
        author: Author(name: "mira", avatarURL: URL(string: "https://avatars.example/u/1?")))

    @Test("A GitHub item has an encoded form whose names are fixed, since it is stored")
    func golden() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .secondsSince1970
        let data = try encoder.encode(item)
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {"author":{"avatarURL":"https://avatars.example/u/1?","name":"mira"},"date":1780000000,"id":"WatchEvent-7",\
                "repository":"octo-sample/harbor","title":"mira starred the repository","type":"WatchEvent",\
                "url":"https://github.com/octo-sample/harbor/stargazers"}
                """)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        #expect(try decoder.decode(GitHubItem.self, from: data) == item)
    }

    @Test("A GitHub item without date and author is decoded")
    func sparse() throws {
        let text =
            #"{"id":"Repository-1","type":"Repository","title":"t","url":"https://github.com/a/b","repository":"a/b"}"#
        let item = try JSONDecoder().decode(GitHubItem.self, from: Data(text.utf8))
        #expect(item.date == nil && item.author == nil)
    }

    @Test(
        "A GitHub item requests its author's picture in a size, regardless of the address's query",
        arguments: [
            ("https://avatars.example/u/1?", "https://avatars.example/u/1?s=64"),
            ("https://avatars.example/u/1?v=4", "https://avatars.example/u/1?v=4&s=64"),
            ("https://avatars.example/u/1", "https://avatars.example/u/1?s=64"),
            ("https://avatars.example/u/1?s=400&v=4", "https://avatars.example/u/1?v=4&s=64"),
        ])
    func avatar(address: String, sized: String) {
        let author = Author(name: "mira", avatarURL: URL(string: address))
        #expect(author.avatarURL(size: 64)?.absoluteString == sized)
    }
}
