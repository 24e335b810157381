import Foundation
import Freshet
import News
import SampleUpstreams
import UpstreamTestSupport

extension TestUpstreams {
    /// The sample server's Hacker News.
    func news(at baseURL: URL? = nil) -> HackerNews {
        HackerNews(transport: client, baseURL: baseURL ?? sample.newsURL)
    }

    /// The result of a request for this item.
    func item(_ body: String) async throws -> ItemAnswer {
        control.fail("/news/v0/item/1.json", with: .status(200, body: body))
        return try await news().item(id: 1).value
    }
}
