import Dispatch
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Platform
import Synchronization
import WebText

/// Checks once a day for a newer version of the program, at the address that the configuration names.
///
/// The request contains nothing but the address and the program's user agent. The outcome is stored in a file, so that
/// restarts cause no further requests.
final class UpdateCheck: Sendable {
    /// The result that the status page shows.
    struct News: Sendable, Hashable {
        /// The newest version, if it is newer than the program.
        var newerVersion: ReleaseNumber?
        /// The reason why the last check failed, and its time.
        var problem: Problem?

        struct Problem: Sendable, Hashable {
            let reason: String
            let date: Date
        }
    }

    /// The last check, as the file has it.
    private struct Record: Codable, Sendable {
        let address: String
        let checkedAt: Date
        /// The version that the last successful check found.
        var version: String?
        /// The reason why the check failed.
        var problem: String?
    }

    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The time between two checks, in seconds.
    static let interval: TimeInterval = 86_400
    /// The time between two looks at the clock.
    static let period = RxTimeInterval.seconds(3600)
    /// The maximum size of a response, in bytes.
    static let largestReply = 1024

    private let url: URL
    private let version: ReleaseNumber?
    private let environment: FeedEnvironment
    private let file: URL?
    // Checks write it, and requests for the status page read it.
    private let last: Mutex<Record?>

    /// - Parameters:
    ///   - version: the program's own version.
    ///   - folder: the folder of the file; nil to keep the outcome in memory only.
    init(_ url: URL, version: String, _ environment: FeedEnvironment, folder: URL?) {
        (self.url, self.version, self.environment) = (url, ReleaseNumber(version), environment)
        file = folder?.appending(path: "freshet.update.json", directoryHint: .notDirectory)
        let record = Self.record(in: file)
        last = Mutex(record?.address == url.absoluteString ? record : nil)
    }

    /// The outcome of the last check.
    var news: News {
        guard let record = last.withLock({ $0 }) else { return News() }
        let newest = record.version.flatMap { ReleaseNumber($0) }
        return News(
            newerVersion: newest.flatMap { newest in version.map { newest > $0 } == true ? newest : nil },
            problem: record.problem.map { News.Problem(reason: $0, date: record.checkedAt) })
    }

    /// Checks whenever a day has passed since the last check.
    ///
    /// - Emits: nothing.
    /// - Ends: never; a failed check is repeated on the next day.
    /// - Runs on: a scheduler of the environment.
    /// - Keeps: nothing.
    /// - Parameter delay: the seconds until the first look at the clock, so that readers come first.
    func run(after delay: Int) -> Observable<Never> {
        .deferred { [self] in
            Observable<Int>.timer(.seconds(delay), period: Self.period, scheduler: environment.makeScheduler())
                .flatMapFirst { [self] _ in check().asObservable() }
        }
    }

    private func check() -> Completable {
        Completable.deferred { [self] in
            guard begin() else { return .empty() }
            return environment.transport.response(for: request, purpose: purpose)
                .map { [self] reply in end(version: try Self.version(in: reply.body)) }
                .asCompletable()
                .catch { [self] error in
                    end(problem: "\(error)")
                    return .empty()
                }
        }
    }

    private var request: HTTPRequest { HTTPRequest(get: url, headers: [.accept: "text/plain"]) }

    /// Redirects stay on the host, and a failed request isn't retried.
    private var purpose: RequestPurpose {
        var bounds = RequestBounds(body: Self.largestReply) { [url] other in
            other.scheme?.lowercased() == url.scheme?.lowercased() && other.port == url.port
                && other.host()?.lowercased() == url.host()?.lowercased()
        }
        bounds.isRetried = false
        return RequestPurpose.update.bounded(bounds)
    }

    /// Notes that a check begins; false if it isn't due.
    ///
    /// Noted before the request, so that a server that crashes during it doesn't repeat it.
    private func begin() -> Bool {
        let now = environment.now()
        let record: Record? = last.withLock { last in
            // A clock that was set back doesn't stop the checks.
            if let last, abs(now.timeIntervalSince(last.checkedAt)) < Self.interval { return nil }
            last = Record(address: url.absoluteString, checkedAt: now, version: last?.version)
            return last
        }
        guard let record else { return false }
        store(record)
        return true
    }

    private func end(version: ReleaseNumber? = nil, problem: String? = nil) {
        let record: Record? = last.withLock { last in
            if let version { last?.version = version.description }
            last?.problem = problem
            return last
        }
        if let record { store(record) }
    }

    /// The version in a response: its first line.
    private static func version(in body: Data) throws -> ReleaseNumber {
        let line = String(decoding: body, as: UTF8.self).prefix { !$0.isNewline }
        guard let version = ReleaseNumber(line.trimmed) else {
            throw Failure(description: "The response doesn't begin with a version such as 0.2.0.")
        }
        return version
    }

    // MARK: The file

    private static func record(in file: URL?) -> Record? {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        // A file that is missing or damaged costs one request.
        return file.flatMap { try? decoder.decode(Record.self, from: Data(contentsOf: $0)) }
    }

    private func store(_ record: Record) {
        guard let file else { return }
        let encoder = JSONEncoder.documents
        encoder.dateEncodingStrategy = .secondsSince1970
        // If this fails, the next start of the server costs one request.
        try? encoder.encode(record).write(to: file, options: .atomic)
        PrivateFiles.restrict(file.path(percentEncoded: false))
    }
}

/// The number of a release, such as 0.2.0.
struct ReleaseNumber: Sendable, Hashable, Comparable, CustomStringConvertible {
    private let parts: [Int]

    /// Nil unless the text is three numbers with periods between them.
    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
            (1...6).contains(part.utf8.count) && part.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(part) : nil
        }
        let numbers = parts.compactMap { $0 }
        guard numbers.count == 3, parts.count == 3 else { return nil }
        self.parts = numbers
    }

    var description: String { parts.map(String.init).joined(separator: ".") }

    static func < (first: ReleaseNumber, second: ReleaseNumber) -> Bool {
        first.parts.lexicographicallyPrecedes(second.parts)
    }
}

extension RequestPurpose {
    /// A request for the newest version.
    fileprivate static let update = RequestPurpose(rawValue: "update")
}
