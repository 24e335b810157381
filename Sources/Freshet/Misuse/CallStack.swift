#if DEBUG
#if os(Linux) && canImport(Glibc) && canImport(Runtime)
import FreshetPlatform
import Runtime

/// The call stack of a thread at one instant.
///
/// It stores addresses, which take a microsecond to collect; symbols are looked up on demand. `#fileID` and `#line` as
/// default arguments would break `sources.map(Observable.merge)` and `flatMap(Observable.create)`.
struct CallStack: Sendable {
    /// A call into this module from outside, and the function called.
    struct Site {
        let name: String
        let location: String
    }

    private typealias Unwind = @convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>, Int32) -> Int32

    // The C library's function, which Swift's overlay doesn't export.
    private static let unwind = dlsym(nil, "backtrace").map { unsafeBitCast($0, to: Unwind.self) }
    private static let depth = 40

    /// The program's loaded images.
    private static let images = Mutex<ImageMap?>(nil)
    #if arch(arm64)
    private static let architecture = "arm64"
    #else
    private static let architecture = "x86_64"
    #endif

    private let addresses: [UInt]

    init() {
        guard let unwind = Self.unwind else {
            addresses = []
            return
        }
        addresses = withUnsafeTemporaryAllocation(of: UnsafeMutableRawPointer?.self, capacity: Self.depth) { buffer in
            guard let base = buffer.baseAddress else { return [] }
            base.initialize(repeating: nil, count: Self.depth)
            return (0..<Int(unwind(base, Int32(Self.depth)))).map { UInt(bitPattern: base[$0]) }
        }
    }

    /// Equal for call stacks with the same innermost calls.
    var key: String? { addresses.isEmpty ? nil : "\(addresses.prefix(16))" }

    /// The innermost call into this module; nil without debug information.
    var site: Site? {
        var called: String?
        for (address, frame) in zip(addresses, Self.frames(of: addresses, withLocations: false)) {
            guard let symbol = frame.symbol, !symbol.rawName.isEmpty else { continue }
            if symbol.rawName.hasPrefix("$s7Freshet") {
                called = symbol.name
            } else if let called, let location = Self.location(of: address) {
                let file = location.path.split(separator: "/").suffix(2).joined(separator: "/")
                return Site(name: Self.short(called), location: "\(file):\(location.line)")
            }
        }
        return nil
    }

    /// The place in the sources, for which the runtime reads line tables: 30 ms in the program of this module's tests.
    private static func location(of address: UInt) -> SymbolicatedBacktrace.SourceLocation? {
        let location = frames(of: [address], withLocations: true).first?.symbol?.sourceLocation
        return location.flatMap { $0.path.hasSuffix("<compiler-generated>") ? nil : $0 }
    }

    /// The calls at return addresses, with symbols; none without debug information.
    private static func frames(of addresses: [UInt], withLocations: Bool) -> [SymbolicatedBacktrace.Frame] {
        // One thread at a time: the runtime crashes if another thread unmaps the files that it reads.
        images.withLock { images -> [SymbolicatedBacktrace.Frame]? in
            let loaded = images ?? ImageMap.capture()
            images = loaded
            let options: Backtrace.SymbolicationOptions =
                withLocations ? [.useSymbolCache, .showSourceLocations] : .useSymbolCache
            // Without symbols, the misuse is reported without its location.
            return try? Self.backtrace(addresses).symbolicated(with: loaded, options: options)?.frames
        } ?? []
    }

    /// `static ObservableType<>.create<A>(_:)` → `create`, `PublishSubject.__allocating_init()` → `PublishSubject`.
    private static func short(_ name: String) -> String {
        var (plain, depth) = ("", 0)
        for character in name {
            if character == "<" { depth += 1 }
            if depth == 0, character == "(" { break }
            if depth == 0 { plain.append(character) }
            if character == ">" { depth -= 1 }
        }
        var words = plain.split { $0 == " " || $0 == "." }
        if words.last == "getter" || words.last?.hasSuffix("init") == true { words.removeLast() }
        return words.last.map { String($0) } ?? name
    }

    /// Creates a backtrace from addresses, by decoding the runtime's JSON format.
    ///
    /// The format is a byte for the word size, then the difference of each return address from the previous one. The
    /// runtime's only other public way to a backtrace is to capture one, which takes 200 µs: too long for each stream
    /// that a program creates. If another runtime rejects the format, reports have no location, and `MisuseTests` fail.
    private static func backtrace(_ addresses: [UInt]) throws -> Backtrace {
        var bytes: [UInt8] = [0x02]
        var former: UInt = 0
        for address in addresses {
            bytes.append(0x27)
            withUnsafeBytes(of: (address &- former).bigEndian) { bytes.append(contentsOf: $0) }
            former = address
        }
        let json = #"{"architecture":"\#(architecture)","backtrace":"\#(Data(bytes).base64EncodedString())"}"#
        return try JSONDecoder().decode(Backtrace.self, from: Data(json.utf8))
    }
}
#else
/// The call stack of a thread, which is available on Linux with glibc only.
struct CallStack: Sendable {
    struct Site {
        let name: String
        let location: String
    }

    var key: String? { nil }
    var site: Site? { nil }
}
#endif
#endif
