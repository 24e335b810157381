import Platform

/// What the system counts of this process.
struct ProcessUsage: Sendable {
    let residentBytes: Int
    let virtualBytes: Int
    let threads: Int
    /// In user and kernel mode together.
    let processorSeconds: Double
    let openFiles: Int

    /// Reads the numbers from `/proc`; nil on systems without it.
    init?() {
        // Without the file, there are no numbers.
        guard let data = try? Data(contentsOf: URL(filePath: "/proc/self/stat")),
            // The same.
            let files = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count
        else { return nil }
        // The name of the program comes second, in parentheses, and may contain anything.
        let text = String(decoding: data, as: UTF8.self)
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ").dropFirst().map {
            Int($0) ?? 0
        }
        guard fields.count > 21 else { return nil }
        // proc(5) counts from 1; these begin with the third.
        func field(_ number: Int) -> Int { fields[number - 3] }
        processorSeconds = Double(field(14) + field(15)) / Double(max(1, sysconf(Int32(_SC_CLK_TCK))))
        threads = field(20)
        virtualBytes = field(23)
        residentBytes = field(24) * sysconf(Int32(_SC_PAGESIZE))
        openFiles = files
    }
}
