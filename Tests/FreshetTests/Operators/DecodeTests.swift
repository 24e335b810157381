import Foundation
import Freshet
import FreshetTest
import Testing

@Suite("decode") struct DecodeTests {
    private struct Point: Codable, Equatable { var x, y: Int }

    @Test("decode delivers the decoded values") func decodes() throws {
        let log = Log<Point>()
        let json = Data(#"{"x":1,"y":2}"#.utf8)
        let list = try PropertyListEncoder().encode(Point(x: 3, y: 4))
        _ = Observable.just(json).decode(type: Point.self, decoder: JSONDecoder()).subscribe(onNext: { log($0) })
        _ = Observable.just(list).decode(type: Point.self, decoder: PropertyListDecoder()).subscribe(onNext: { log($0) }
        )
        #expect(log.entries == [Point(x: 1, y: 2), Point(x: 3, y: 4)])
    }

    @Test("decode fails with the decoder's error") func fails() {
        let log = Log<String>()
        _ = Observable.just(Data("[]".utf8)).decode(type: Point.self, decoder: JSONDecoder())
            .subscribe(onError: { log("\(type(of: $0))") })
        #expect(log.entries == ["DecodingError"])
    }
}
