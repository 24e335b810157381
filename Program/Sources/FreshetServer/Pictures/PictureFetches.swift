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
actor PictureFetches {
    /// A request for a picture.
    struct Request: Sendable {
        /// Sends the requests that it takes.
        let load: @Sendable (any HTTPTransport) async throws -> HTTPReply
        /// The time that a reader waits for it, instead of the usual one.
        var timeout: RxTimeInterval?
        /// True if it waits for all that aren't patient, and leaves them half of the requests in flight.
        var isPatient = false
        /// The age from which it is requested again, in seconds, instead of the usual one.
        var maximumAge: TimeInterval?
        /// The time for which ``NoPicture`` is remembered, in seconds, also after a restart; nil for that of other failures.
        var absenceAge: TimeInterval?

        /// - Parameter load: fails with ``NoPicture`` if it is known that there is none.
        init(load: @escaping @Sendable (any HTTPTransport) async throws -> HTTPReply) { self.load = load }

        /// The picture at an address.
        init(url: URL, purpose: RequestPurpose) {
            load = { transport in
                let get = HTTPRequest(get: url, headers: [.accept: PictureFetches.accepted])
                return try await transport.response(for: get, purpose: purpose).value
            }
        }
    }

    private static let pauseAfterFailure: TimeInterval = 600
    private static let maximumInFlight = 4
    static let accepted = "image/avif, image/webp, image/png, image/jpeg, image/gif"

    private var folder: PictureFolder
    private let environment: FeedEnvironment
    private let maximumAge: TimeInterval
    private let timeout: RxTimeInterval
    private let timer = ConcurrentDispatchQueueScheduler(qos: .utility)
    private let logger: Logger

    private typealias FetchedPicture = ReplaySubject<Picture?>
    /// The pictures that are being fetched or wait for it.
    private var arrivals: [String: FetchedPicture] = [:]
    private var queue: [(hash: String, request: Request)] = []
    private var inFlight = 0
    /// The times from which failed pictures may be requested again.
    private var failed: [String: Date] = [:]
    /// The logged warnings, which aren't repeated for each picture.
    private var warnings: Set<String> = []

    /// - Parameters:
    ///   - maximumAge: the age from which a cached picture is requested again, in seconds.
    ///   - timeout: the time that a reader waits for a picture, which is cached even if it arrives later.
    init(
        _ folder: PictureFolder, _ environment: FeedEnvironment, maximumAge: TimeInterval = .infinity,
        timeout: RxTimeInterval, logger: Logger
    ) {
        self.folder = folder
        self.environment = environment
        self.maximumAge = maximumAge
        self.timeout = timeout
        self.logger = logger
    }

    /// The cached picture, or the one that arrives in time; nil if there is none.
    func picture(_ hash: String, _ request: Request?) async -> Picture? {
        let now = environment.now()
        if let kept = kept(hash, now) {
            let age = now.timeIntervalSince(kept.fetched)
            let limit = kept.picture == nil ? request?.absenceAge ?? 0 : request?.maximumAge ?? maximumAge
            if let request, age > limit { ask(hash, request, now) }
            return kept.picture
        }
        guard let request, let arrival = ask(hash, request, now) else { return nil }
        let picture = arrival.timeout(request.timeout ?? timeout, other: Observable.just(nil), scheduler: timer)
            .asSingle()
        // It fails only if the request is cancelled.
        return (try? await picture.value) ?? nil
    }

    /// True if there is no such picture, or none for some minutes.
    func isAbsent(_ hash: String) -> Bool {
        let now = environment.now()
        if let kept = kept(hash, now) { return kept.picture == nil }
        return failed[hash].map { $0 > now } ?? false
    }

    /// Reads the folder, so that the sizes of its pictures are known.
    func scan() {
        do { try folder.scan() } catch { warn("Cached pictures can't be read", error) }
    }

    private func kept(_ hash: String, _ now: Date) -> PictureFolder.Kept? {
        do { return try folder.picture(hash, now: now) } catch {
            warn("Cached pictures can't be read", error)
            return nil
        }
    }

    /// Requests the picture unless it is being requested; nil if a failure is too recent.
    @discardableResult private func ask(_ hash: String, _ request: Request, _ now: Date) -> FetchedPicture? {
        if let arrival = arrivals[hash] { return arrival }
        if let until = failed[hash], until > now { return nil }
        failed[hash] = nil
        let arrival = FetchedPicture.create(bufferSize: 1)
        arrivals[hash] = arrival
        queue.append((hash, request))
        next()
        return arrival
    }

    private func next() {
        while inFlight < Self.maximumInFlight, !queue.isEmpty {
            let urgent = queue.firstIndex { !$0.request.isPatient }
            if urgent == nil, inFlight >= Self.maximumInFlight / 2 { return }
            let (hash, request) = queue.remove(at: urgent ?? 0)
            inFlight += 1
            Task { await fetch(hash, request) }
        }
    }

    private func fetch(_ hash: String, _ request: Request) async {
        var picture: Picture?
        do {
            let reply = try await request.load(environment.transport)
            guard let format = Picture.Format(reply.body) else { throw NotAPicture(url: reply.url) }
            do { picture = try folder.keep(reply.body, format, for: hash, at: environment.now()) } catch {
                warn("Pictures can't be cached", error)
                picture = Picture(format, ByteBuffer(bytes: reply.body))
                // The upstream isn't to be asked again at each view.
                pause(hash)
            }
        } catch {
            logger.debug("No picture: \(error)")
            if error is NoPicture, request.absenceAge != nil {
                do { try folder.keepAbsence(of: hash, at: environment.now()) } catch {
                    warn("Pictures can't be cached", error)
                }
            }
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
}

/// It is known that there is no picture: asking again soon is of no use.
struct NoPicture: Error {}

/// The error of a response that isn't a picture: its first bytes are no format's.
struct NotAPicture: Error, CustomStringConvertible {
    let url: URL

    var description: String { "\(url.absoluteString) is no PNG, JPEG, GIF, WebP, AVIF or ICO" }
}
