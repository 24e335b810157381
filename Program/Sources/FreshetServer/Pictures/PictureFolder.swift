import FeedStore
import Logging
import NIOCore
import Platform
import Synchronization
import WebText

/// A bounded cache of pictures on disk that evicts the least recently used.
///
/// A file is named `HASH.SECONDS.640x480.png` after the time of its fetch and its size, or `HASH.SECONDS.png` if the
/// size isn't known; its modification date is its last use, to the hour. Other files
/// in the folder aren't changed. Several processes may share it; each counts the files it has seen.
struct PictureFolder {
    /// A cached picture, or nil if it is known that there is none.
    struct Kept {
        let picture: Picture?
        let fetched: Date
    }

    private struct File {
        let name: String
        /// Nil for an absent picture, whose file is empty.
        let format: Picture.Format?
        let fetched: Date
        let size: Int
        var used: Date
    }

    /// The extension of the file of an absent picture.
    private static let absent = "none"
    private let folder: URL
    private let limit: Int
    private var files: [String: File]?
    private let sizes: PictureSizes

    /// Reads the folder at the first request. Other users lose their access to it immediately.
    /// - Parameter sizes: stores the sizes of the cached pictures.
    init(_ folder: URL, limit: Int, sizes: PictureSizes = PictureSizes(), _ logger: Logger) {
        let path = folder.path(percentEncoded: false)
        if PrivateFiles.restrict(path) {
            logger.notice("The pictures in \(path) could be read by other users. Now only you can read them.")
        }
        self.folder = folder
        self.limit = limit
        self.sizes = sizes
    }

    /// The picture of this hash; nil if it isn't cached.
    mutating func picture(_ hash: String, now: Date) throws -> Kept? {
        try scan()
        guard var file = files?[hash] else { return nil }
        let path = folder.appending(path: file.name)
        guard FileManager.default.fileExists(atPath: path.path(percentEncoded: false)) else {
            files?[hash] = nil  // removed by another process
            sizes[hash] = nil
            return nil
        }
        guard let format = file.format else { return Kept(picture: nil, fetched: file.fetched) }
        let data = try Data(contentsOf: path)
        // Earlier versions stored no sizes.
        if sizes[hash] == nil { sizes[hash] = PictureHeader(data).size(format) }
        if now.timeIntervalSince(file.used) > 3600 {
            file.used = now
            files?[hash] = file
            try FileManager.default.setAttributes(
                [.modificationDate: now], ofItemAtPath: path.path(percentEncoded: false))
        }
        return Kept(picture: Picture(format, ByteBuffer(bytes: data)), fetched: file.fetched)
    }

    /// Caches a picture, replaces an earlier one, then evicts pictures beyond the limit.
    mutating func keep(_ bytes: Data, _ format: Picture.Format, for hash: String, at now: Date) throws -> Picture {
        try store(bytes, format, for: hash, at: now)
        return Picture(format, ByteBuffer(bytes: bytes))
    }

    /// Remembers that there is no picture, in place of an earlier one.
    mutating func keepAbsence(of hash: String, at now: Date) throws { try store(Data(), nil, for: hash, at: now) }

    private mutating func store(_ bytes: Data, _ format: Picture.Format?, for hash: String, at now: Date) throws {
        let seconds = Int(now.timeIntervalSince1970)
        let size = format.flatMap { PictureHeader(bytes).size($0) }
        let file = File(
            name:
                "\(hash).\(seconds)\(size.map { ".\($0.width)x\($0.height)" } ?? "").\(format?.rawValue ?? Self.absent)",
            format: format,
            fetched: Date(timeIntervalSince1970: Double(seconds)), size: bytes.count, used: now)
        try scan()
        try PrivateFiles.createFolder(folder.path(percentEncoded: false))
        let path = folder.appending(path: file.name)
        try bytes.write(to: path, options: .atomic)
        PrivateFiles.restrict(path.path(percentEncoded: false))
        sizes[hash] = size
        let earlier = files?.updateValue(file, forKey: hash)
        if let earlier, earlier.name != file.name { try remove(earlier) }
        try shrink()
    }

    private mutating func shrink() throws {
        guard let all = files else { return }
        var total = all.values.reduce(0) { $0 + $1.size }
        guard total > limit else { return }
        for (hash, file) in all.sorted(by: { $0.value.used < $1.value.used }) where total > limit {
            files?[hash] = nil
            sizes[hash] = nil
            total -= file.size
            try remove(file)
        }
    }

    private func remove(_ file: File) throws {
        do {
            try FileManager.default.removeItem(at: folder.appending(path: file.name))
        } catch let error as CocoaError where error.code == .fileNoSuchFile {
            // Another process removed it first.
        }
    }

    /// Reads the folder.
    mutating func scan() throws {
        guard files == nil else { return }
        var found: [String: File] = [:]
        let path = folder.path(percentEncoded: false)
        let names =
            FileManager.default.fileExists(atPath: path)
            ? try FileManager.default.contentsOfDirectory(atPath: path) : []
        for name in names {
            let parts = name.split(separator: ".")
            // A number of seconds that a date can have.
            guard (3...4).contains(parts.count), let seconds = Int32(parts[1]) else { continue }
            let format = Picture.Format(rawValue: String(parts[parts.count - 1]))
            guard format != nil || parts[parts.count - 1] == Self.absent else { continue }
            let attributes = try FileManager.default.attributesOfItem(
                atPath: folder.appending(path: name).path(percentEncoded: false))
            let fetched = Date(timeIntervalSince1970: Double(seconds))
            let file = File(
                name: name, format: format, fetched: fetched, size: attributes[.size] as? Int ?? 0,
                used: attributes[.modificationDate] as? Date ?? fetched)
            let hash = String(parts[0])
            PrivateFiles.restrict(folder.appending(path: name).path(percentEncoded: false))
            if let other = found[hash], other.fetched > file.fetched { continue }
            found[hash] = file
            let sides = parts.count == 4 ? parts[2].split(separator: "x").compactMap { Int($0) } : []
            sizes[hash] = sides.count == 2 ? ServedPicture.Size(width: sides[0], height: sides[1]) : nil
        }
        files = found
    }
}

/// The sizes of cached pictures in pixels, by their names; pages are made on any thread.
final class PictureSizes: Sendable {
    // Pages on many threads read them, and those that fetch pictures write them.
    private let sizes = Mutex<[String: ServedPicture.Size]>([:])

    /// Nil for a picture that isn't cached, or whose size isn't known.
    subscript(name: String) -> ServedPicture.Size? {
        get { sizes.withLock { $0[name] } }
        set { sizes.withLock { $0[name] = newValue } }
    }

    /// True if pictures have the sizes with which they were shown.
    func haveStayed(_ shown: [String: ServedPicture.Size?]) -> Bool {
        sizes.withLock { sizes in shown.allSatisfy { sizes[$0.key] == $0.value } }
    }
}

/// The pictures that a page shows, with the sizes that it gives them.
final class ShownPictures: Sendable {
    // A page is made on several threads.
    private let shown = Mutex<[String: ServedPicture.Size?]>([:])

    /// The sizes by the names of the pictures; nil where the size wasn't known.
    var sizes: [String: ServedPicture.Size?] { shown.withLock { $0 } }

    func add(_ name: String, _ size: ServedPicture.Size?) {
        shown.withLock { _ = $0.updateValue(size, forKey: name) }
    }
}
