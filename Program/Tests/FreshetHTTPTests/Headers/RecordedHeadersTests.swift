import WebText
import Foundation
import FreshetHTTP
import HTTPTypes
import Testing

/// Answers that GitHub gave once; they are not part of the package.
private let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "shared/samples/github/response_headers.json")

@Suite(
    "Recorded headers",
    .enabled(if: FileManager.default.fileExists(atPath: file.path()), "there are no recorded answers here"))
struct RecordedHeadersTests {
    private struct Record: Decodable {
        let status: Int
        let headers: [String: OneOrMore]
        var fields: HTTPFields {
            var fields = HTTPFields()
            for (name, value) in headers {
                for value in value.values { fields.append(HTTPField(name: .init(name)!, value: value)) }
            }
            return fields
        }
        func has(_ name: String) -> Bool { headers.keys.contains { $0.lowercased() == name } }
    }
    private struct OneOrMore: Decodable {
        let values: [String]
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let text = try? container.decode(String.self) {
                values = [text]
            } else {
                values = try container.decode([String].self)
            }
        }
    }
    private let records: [Record]

    init() throws { records = try JSONDecoder().decode([Record].self, from: Data(contentsOf: file)) }

    @Test("Every known field of recorded headers is read") func everyField() throws {
        #expect(records.count >= 10)
        for record in records {
            let fields = record.fields
            #expect((Validators(fields)?.eTag != nil) == record.has("etag"))
            #expect((Validators(fields)?.lastModified).map { HTTPDate($0) != nil } ?? true)
            #expect((PollInterval(fields) != nil) == record.has("x-poll-interval"))
            #expect((RateLimit(fields)?.reset != nil) == record.has("x-ratelimit-reset"))
            #expect((RateLimit(fields)?.remaining != nil) == record.has("x-ratelimit-remaining"))
            #expect((CacheControl(fields) != nil) == record.has("cache-control"))
        }
    }

    @Test("The links of recorded headers contain every next page and no template") func links() {
        for record in records where record.has("link") {
            let text = record.fields[.init("Link")!] ?? ""
            let links = LinkHeader(record.fields)
            #expect((links["next"] != nil) == text.contains(#"rel="next""#))
            #expect(
                (links["first"] != nil)
                    == (text.contains(#"rel="first""#) && !text.contains("{?since}>; rel=\"first\"")))
        }
    }

    @Test("A 304 uses one request of the limit without a token") func cost() {
        let used = records.prefix(3).map { RateLimit($0.fields)?.used }
        #expect(used == [4, 5, 6] && records.prefix(3).map(\.status) == [200, 304, 304])
    }
}
