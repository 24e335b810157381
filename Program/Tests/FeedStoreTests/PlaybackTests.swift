import FeedStore
import Foundation
import Testing

@Suite("Playback positions") struct PlaybackTests {
    private let folder: TemporaryFolder
    private let store: FeedStore
    private let key = ItemKey(scope: hello.upstream, id: "a")

    init() throws {
        folder = try TemporaryFolder()
        store = try folder.store()
    }

    private func playback(_ name: String, _ position: TimeInterval, of duration: TimeInterval? = 90) -> Playback {
        Playback(address: "https://media.example/\(name)", position: position, duration: duration, date: day(1))
    }

    @Test("A playback position is stored for each file, and the last position counts")
    func stored() throws {
        try store.commit(merge(item("a", day(0))))
        #expect(try store.playback(of: key).isEmpty)
        for playback in [playback("1", 15), playback("1", 12.345), playback("2", 0.5, of: nil)] {
            #expect(try store.store(playback, of: key))
        }
        #expect(try store.playback(of: key) == [playback("1", 12.345), playback("2", 0.5, of: nil)])
    }

    @Test("A playback position isn't stored without its item, and is removed with it")
    func removed() throws {
        #expect(try !store.store(playback("1", 15), of: key))
        try store.commit(merge(item("a", day(0))))
        try store.store(playback("1", 15), of: key)
        try store.commit(merge(item("a", day(0), payload: "new")))
        #expect(try store.playback(of: key).count == 1)
        #expect(try store.prune(now: day(60)) == [hello])
        #expect(try folder.count("playback") == 0)
    }
}
