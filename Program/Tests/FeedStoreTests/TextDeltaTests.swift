@testable import FeedStore
import Foundation
import Testing

@Suite("Texts as pieces of payloads")
struct TextDeltaTests {
    private func expectSame(_ text: String, _ payload: String) -> Int {
        let payload = Data(payload.utf8)
        let delta = TextDelta.encode(text, against: payload)
        #expect(TextDelta.decode(delta, against: payload) == text)
        return delta.count
    }

    @Test(
        "A text in pieces is restored unchanged",
        arguments: ["", "a", "short", String(repeating: "ab", count: 500), "Grüße, 世界 🌍", "\0\u{1}"])
    func same(text: String) {
        for payload in ["", "x", "{\"text\":\"\(text)\"}", "\(text)\(text)", String(text.reversed())] {
            _ = expectSame(text, payload)
        }
    }

    @Test("A text in pieces takes a few bytes if the payload contains the text, even in separate parts")
    func small() {
        let sentences = (0..<40).map { "This is sentence number \($0) of a longer article about something." }
        let payload = #"{"title":"x","text":""# + sentences.map { "<p>\($0)</p>\\n" }.joined() + #""}"#
        let text = sentences.joined(separator: " ")
        #expect(expectSame(text, payload) < text.utf8.count / 5)
    }

    @Test("A text in pieces is restored from any mixture of pieces")
    func random() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<300 {
            let words = (0..<60).map { _ in String(Int.random(in: 0..<99_999, using: &generator), radix: 36) }
            let payload = words.joined(separator: Bool.random(using: &generator) ? " " : "\\n")
            let text = words.filter { _ in Bool.random(using: &generator) }.joined(separator: " ")
            _ = expectSame(text, payload)
        }
    }

    @Test("A text in pieces isn't read beyond a payload that it doesn't belong to")
    func damage() {
        let payload = Data(String(repeating: "some text in the payload ", count: 20).utf8)
        let delta = TextDelta.encode(String(decoding: payload.prefix(300), as: UTF8.self), against: payload)
        for length in 0..<delta.count { _ = TextDelta.decode(delta.prefix(length), against: payload.prefix(10)) }
        #expect(TextDelta.decode(delta, against: Data()) == nil)
        #expect(TextDelta.decode(Data([0, 255, 255, 255, 255, 255, 255, 255, 255, 127, 0]), against: payload) == nil)
    }
}
