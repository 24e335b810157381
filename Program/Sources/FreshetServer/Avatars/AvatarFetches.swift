import Dispatch
import Feeds
import Freshet
import FreshetHTTP
import HTTPTypes
import Logging
import NIOCore
import Platform
import WebText

/// Fetches and caches pictures, each once at a time and at most four together.
actor AvatarFetches {
    private static let maximumSize = 256 * 1024
    private static let maximumAge: TimeInterval = 7 * 86_400
    private static let pauseAfterFailure: TimeInterval = 600
    private static let maximumInFlight = 4

    private var folder: AvatarFolder
    private let sources: AvatarSources
    private let environment: FeedEnvironment
    private let timeout: RxTimeInterval
    private let timer = ConcurrentDispatchQueueScheduler(qos: .utility)
    private let logger: Logger

    private typealias FetchedPicture = ReplaySubject<Picture?>
    /// The pictures that are being fetched or wait for it.
    private var arrivals: [String: FetchedPicture] = [:]
    private var queue: [(hash: String, url: URL)] = []
    private var inFlight = 0
    /// When a picture that couldn't be fetched may be requested again.
    private var failed: [String: Date] = [:]
    /// The logged warnings, which aren't repeated for each picture.
    private var warnings: Set<String> = []

    init(
        _ folder: AvatarFolder, _ sources: AvatarSources, _ environment: FeedEnvironment, timeout: RxTimeInterval,
        logger: Logger
    ) {
        self.folder = folder
        self.sources = sources
        self.environment = environment
        self.timeout = timeout
        self.logger = logger
    }

    /// The cached picture, or the one that arrives in time; nil if there is none.
    func picture(_ hash: String, _ url: URL?) async -> Picture? {
        let now = environment.now()
        if let kept = kept(hash, now) {
            if let url, now.timeIntervalSince(kept.fetched) > Self.maximumAge { ask(hash, url, now) }
            return kept.picture
        }
        guard let url, let arrival = ask(hash, url, now) else { return nil }
        let picture = arrival.timeout(timeout, other: Observable.just(nil), scheduler: timer).asSingle()
        // It fails only if the request is cancelled.
        return (try? await picture.value) ?? nil
    }

    private func kept(_ hash: String, _ now: Date) -> AvatarFolder.Kept? {
        do { return try folder.picture(hash, now: now) } catch {
            warn("Cached pictures can't be read", error)
            return nil
        }
    }

    /// Requests the picture unless it is being requested; nil if a failure is too recent.
    @discardableResult private func ask(_ hash: String, _ url: URL, _ now: Date) -> FetchedPicture? {
        if let arrival = arrivals[hash] { return arrival }
        if let until = failed[hash], until > now { return nil }
        failed[hash] = nil
        let arrival = FetchedPicture.create(bufferSize: 1)
        arrivals[hash] = arrival
        queue.append((hash, url))
        next()
        return arrival
    }

    private func next() {
        while inFlight < Self.maximumInFlight, !queue.isEmpty {
            let (hash, url) = queue.removeFirst()
            inFlight += 1
            Task { await fetch(hash, url) }
        }
    }

    private func fetch(_ hash: String, _ url: URL) async {
        var picture: Picture?
        do {
            let request = HTTPRequest(get: url, headers: [.accept: "image/webp, image/png, image/jpeg, image/gif"])
            let purpose = RequestPurpose.avatar.bounded(
                RequestBounds(body: Self.maximumSize, privateOrigins: sources.bases, allows: sources.allow))
            let reply = try await environment.transport.response(for: request, purpose: purpose).value
            let format = try check(reply)
            do { picture = try folder.keep(reply.body, format, for: hash, at: environment.now()) } catch {
                warn("Pictures can't be cached", error)
                picture = Picture(format, ByteBuffer(bytes: reply.body))
                // The upstream isn't to be asked again at each view.
                pause(hash)
            }
        } catch {
            logger.debug("No picture: \(error)")
            pause(hash)
        }
        inFlight -= 1
        let arrival = arrivals.removeValue(forKey: hash)
        arrival?.onNext(picture)
        arrival?.onCompleted()
        next()
    }

    private func pause(_ hash: String) {
        if failed.count >= 10_000 { failed.removeAll() }
        failed[hash] = environment.now() + Self.pauseAfterFailure
    }

    private func warn(_ what: String, _ error: any Error) {
        let warning = "\(what) (\(SystemProblem(error)?.description ?? "\(error)"))."
        if warnings.insert(warning).inserted { logger.warning("\(warning)") }
    }

    private func check(_ reply: HTTPReply) throws(NoPicture) -> Picture.Format {
        let type = reply.headers[.contentType]?.lowercased() ?? ""
        guard type.hasPrefix("image/"), let format = Picture.Format(reply.body) else {
            throw .unfit(reply.url, type: type)
        }
        return format
    }
}

extension RequestPurpose {
    /// The picture of an author.
    fileprivate static let avatar = RequestPurpose(rawValue: "avatar")
}

/// Why a response isn't a picture.
private enum NoPicture: Error, CustomStringConvertible {
    case unfit(URL, type: String)

    var description: String {
        switch self {
        case .unfit(let url, let type):
            "\(url.absoluteString) responded with “\(type)” instead of a PNG, JPEG, GIF or WebP"
        }
    }
}
