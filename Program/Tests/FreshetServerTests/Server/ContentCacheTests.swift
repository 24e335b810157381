import NIOCore
import Testing
import WebText

@testable import FreshetServer

@Suite("Cached content") struct ContentCacheTests {
    private let cache = ContentCache()
    private let home = ContentCache.Key.home(isForeign: false)
    private let foreign = ContentCache.Key.home(isForeign: true)

    private func content(_ size: Int) -> EncodedBody {
        EncodedBody("text/plain", ByteBuffer(repeating: 0, count: size))
    }

    private func stamp(_ number: Int, hour: Int = 0) -> ContentCache.Stamp {
        ContentCache.Stamp(changeNumber: number, followed: 0, hour: hour)
    }

    @Test("Cached content is found until something that it was made of changes")
    func found() {
        let kept = content(10)
        cache.keep(kept, home, stamp(1))
        #expect(cache.content(home, stamp(1)) === kept)
        #expect(cache.content(home, stamp(2)) == nil)
        #expect(cache.content(home, stamp(1, hour: 1)) == nil)
        #expect(cache.content(foreign, stamp(1)) == nil)
    }

    @Test("Cached content is found while its pictures have the sizes that it shows")
    func pictures() {
        let (kept, sizes) = (content(10), PictureSizes())
        sizes["a"] = ServedPicture.Size(width: 4, height: 3)
        cache.keep(kept, home, stamp(1), pictures: ["a": sizes["a"], "b": nil])
        func found() -> EncodedBody? { cache.content(home, stamp(1), sizes.haveStayed) }
        #expect(found() === kept)
        // The icon of a feed, or a picture of another page.
        sizes["c"] = ServedPicture.Size(width: 16, height: 16)
        #expect(found() === kept)
        sizes["b"] = ServedPicture.Size(width: 4, height: 3)
        #expect(found() == nil)
    }

    @Test("Cached content replaces earlier content of the same key")
    func replaced() {
        cache.keep(content(10), home, stamp(1))
        cache.keep(content(20), home, stamp(1, hour: 1))
        #expect(cache.size == 20)
    }

    @Test("Cached content is dropped when other content is made of a later state of the store")
    func outdated() {
        cache.keep(content(10), home, stamp(1))
        let newer = content(20)
        cache.keep(newer, foreign, stamp(2))
        #expect(cache.size == 20)
        #expect(cache.content(foreign, stamp(2)) === newer)
        // Took longer to make.
        cache.keep(content(40), home, stamp(1))
        #expect(cache.size == 20)
    }

    @Test("Cached content takes at most 24 MiB")
    func bounded() {
        cache.keep(content(13 << 20), home, stamp(1))
        let last = content(12 << 20)
        cache.keep(last, foreign, stamp(1))
        #expect(cache.size == 12 << 20)
        #expect(cache.content(foreign, stamp(1)) === last)
    }
}
