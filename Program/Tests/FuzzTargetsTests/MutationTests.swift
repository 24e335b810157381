import Foundation
import FuzzTargets
import SampleUpstreams
import TestSupport
import Testing

/// The short form of the fuzz campaign: the same targets and seeds, a few thousand inputs, the same ones each time.
@Suite("Any bytes", .timeLimit(.minutes(5))) struct MutationTests {
    /// Recorded answers of the real upstreams, beside the repository; nil where there are none.
    private static let recordings: URL? = {
        let root = URL(filePath: #filePath).pathComponents.dropLast(4).joined(separator: "/").dropFirst()
        let folder = URL(filePath: String(root)).deletingLastPathComponent().appending(path: "shared/samples")
        return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
    }()

    private static let interfaces: [FuzzTarget] = [.gitHub, .eonet, .hackerNews, .usgs]
    private static let changes = runsFull ? 255 : 50

    @Test("Any bytes sent to an interface are read without a trap", arguments: interfaces)
    func interface(target: FuzzTarget) async throws { try await read(target, changes: Self.changes) }

    @Test(
        "Any bytes of a format are read without a trap",
        arguments: FuzzTarget.allCases.filter { $0 != .feedLoad && !interfaces.contains($0) })
    func other(target: FuzzTarget) async throws { try await read(target, changes: Self.changes) }

    /// A load opens the store, and takes a hundred times as long as a parser.
    @Test("Any bytes of a feed are looked at without a trap") func feedLoad() async throws {
        try await read(.feedLoad, changes: runsFull ? 2 : 1)
    }

    private func read(_ target: FuzzTarget, changes: Int) async throws {
        let upstreams = try await SampleUpstreams.start()
        let seeds: [[UInt8]]
        do { seeds = try await target.seeds(upstreams, recordings: Self.recordings) } catch {
            await upstreams.stop()
            throw error
        }
        await upstreams.stop()
        #expect(!seeds.isEmpty)
        var mutations = Mutations(seed: 1)
        // A long document isn't read as often as a short one: at most a few megabytes for each target.
        for seed in seeds {
            target.read(seed)
            for _ in 0..<min(changes, max(2, 40_000 / max(1, seed.count))) { target.read(mutations.mutated(seed)) }
        }
    }

    @Test("Any byte value and length is read without a trap", arguments: FuzzTarget.allCases)
    func short(target: FuzzTarget) {
        target.read([])
        for byte in UInt8.min...(target == .feedLoad ? 2 : 255) { target.read([byte]) }
        for byte in [0, 0x20, 0x22, 0x25, 0x28, 0x3c, 0x5b, 0x7b, 0xff] as [UInt8] {
            target.read(Array(repeating: byte, count: 2_000))
        }
    }
}
