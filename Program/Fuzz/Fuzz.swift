import FuzzTargets
import Platform
import SampleUpstreams

/// Runs libFuzzer with a target of this project; `Scripts/campaign-fuzz.sh` builds and calls it.
///
/// - `fuzz --list` prints the targets.
/// - `fuzz --seeds FOLDER [RECORDINGS]` writes the documents that each target begins with.
/// - `fuzz TARGET …` passes the other arguments to libFuzzer.
@main
enum Fuzz {
    /// The target of this process.
    private static let target = CommandLine.arguments.dropFirst().first.flatMap { FuzzTarget(rawValue: $0) }

    static func main() async throws {
        switch CommandLine.arguments.dropFirst().first {
        case "--list": for target in FuzzTarget.allCases { print(target.rawValue) }
        case "--seeds": try await writeSeeds(Array(CommandLine.arguments.dropFirst(2)))
        default: exit(target == nil ? usage() : fuzz())
        }
    }

    private static func usage() -> Int32 {
        print("Name a target: \(FuzzTarget.allCases.map(\.rawValue).joined(separator: ", "))")
        return 64
    }

    private static func fuzz() -> Int32 {
        // libFuzzer gets the arguments without the target's name.
        var words = ([CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)).map { strdup($0) } + [nil]
        var count = Int32(words.count - 1)
        return words.withUnsafeMutableBufferPointer { words in
            var pointer = words.baseAddress
            return runFuzzer(&count, &pointer) { bytes, count in
                Fuzz.target?.read(Array(UnsafeBufferPointer(start: bytes, count: count)))
                return 0
            }
        }
    }

    private static func writeSeeds(_ words: [String]) async throws {
        guard let folder = words.first.map({ URL(filePath: $0, directoryHint: .isDirectory) }) else { exit(usage()) }
        let recordings = words.dropFirst().first.map { URL(filePath: $0, directoryHint: .isDirectory) }
        let upstreams = try await SampleUpstreams.start()
        for target in FuzzTarget.allCases {
            let place = folder.appending(path: target.rawValue, directoryHint: .isDirectory)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
            for (number, seed) in try await target.seeds(upstreams, recordings: recordings).enumerated() {
                try Data(seed).write(to: place.appending(path: "seed-\(number)"))
            }
        }
        await upstreams.stop()
    }
}

/// libFuzzer's own driver (FuzzerInterface.h).
@_silgen_name("LLVMFuzzerRunDriver")
private func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ read: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32
