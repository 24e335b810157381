import FeedStore
import Feeds
import GitFeed
import HTTPTypes
import HummingbirdCore
import NIOCore

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension FrontDoor {
    /// As many bytes a form may have.
    private static let largestForm = 64 << 10
    /// How long a form may take to arrive.
    private static let patience = TimeAmount.seconds(15)
    private static let upstreams = ["github", "planet", "news"]

    /// Whether it is clear before the body has come that it is no form.
    func isTooLarge(_ request: Request) -> Bool {
        request.headers[.contentLength].flatMap(Int.init).map { $0 > Self.largestForm } ?? false
    }

    /// Refuses a body, and does not listen to the rest of it.
    func tooLarge(_ asked: Asked) -> Answer {
        let channel = asked.visit.channel
        channel.eventLoop.scheduleTask(in: .seconds(2)) { channel.close(promise: nil) }
        var answer = problem(
            .contentTooLarge, "Too large", "Nothing here takes more than a form of \(Self.largestForm) bytes.", asked)
        answer.headers[.connection] = "close"
        return answer
    }

    /// Answers what changes something.
    func change(_ asked: Asked, _ route: Route) async throws -> Answer {
        let form: Form
        switch try await read(asked) {
        case .form(let read): form = read
        case .answer(let answer): return answer
        }
        switch route {
        case .login: return try await signIn(form, asked)
        case .action(.logout):
            var answer = done(form, otherwise: "/login", asked)
            answer.headers[.setCookie] = backstage.tokens.noCookie
            return answer
        case .action(let action): return try await act(action, form, asked)
        default: return problem(.notFound, "There is nothing here", "Nothing can be changed here.", asked)
        }
    }

    private func act(_ action: Route.Action, _ form: Form, _ asked: Asked) async throws -> Answer {
        var destination = "/"
        let environment = backstage.environment
        switch action {
        case .follow, .unfollow:
            guard let text = form["repository"], let name = RepositoryName(text) else {
                let typed = form["repository"] ?? ""
                return problem(
                    .badRequest, "That is no repository", GitHubError.invalidRepositoryName(typed).description,
                    repository: typed, asked)
            }
            if action == .follow { destination = FeedAddress.repository(name).path }
            try await backstage.blocking {
                try action == .follow ? environment.follow(name) : environment.unfollow(name)
            }
            try await backstage.reread()
        case .marks:
            let (keys, mark) = try marks(form)
            try await backstage.blocking { try environment.mark(keys, as: mark) }
        case .seen:
            let (address, target) = try feed(form)
            let channel = try PageQuery(target, for: address).channel(of: address)
            let ids = form.all("id")
            let key = LiveFeed(address, days: channel.days, environment).key
            try await backstage.blocking {
                if ids.isEmpty { try environment.markAllShown(key) } else { try environment.markShown(key, ids: ids) }
            }
            destination = address.path
        case .refresh:
            let (address, target) = try feed(form)
            backstage.channels.touch(try PageQuery(target, for: address).channel(of: address), insisting: true)
            destination = target.local
        case .logout: break
        }
        await backstage.recheck()
        return done(form, otherwise: destination, asked)
    }

    /// Throws ``WrongQuestion``.
    private func marks(_ form: Form) throws -> ([ItemKey], Mark) {
        guard let mark = form["mark"].flatMap(Mark.init) else {
            let marks = Mark.allCases.map(\.rawValue).joined(separator: ", ")
            throw WrongQuestion(message: "“\(form["mark"] ?? "")” is no mark: give one of \(marks) as “mark”")
        }
        guard let upstream = form["upstream"], Self.upstreams.contains(upstream) else {
            let upstreams = Self.upstreams.joined(separator: ", ")
            throw WrongQuestion(message: "“\(form["upstream"] ?? "")” is no upstream: give one of \(upstreams)")
        }
        let ids = form.all("id").filter { !$0.isEmpty }
        guard (1...1000).contains(ids.count) else {
            throw WrongQuestion(message: "give the ids of 1 to 1000 items as “id”")
        }
        return (ids.map { ItemKey(upstream: upstream, id: $0) }, mark)
    }

    /// The feed that a form names by the path of its page. Throws ``WrongQuestion``.
    private func feed(_ form: Form) throws -> (FeedAddress, Target) {
        guard let text = form["feed"], let target = Target(text),
            case .feed(let address) = Route(target)
        else {
            throw WrongQuestion(message: "“\(form["feed"] ?? "")” is no feed: give its path, such as /news/top")
        }
        return (address, target)
    }

    private func signIn(_ form: Form, _ asked: Asked) async throws -> Answer {
        switch backstage.tokens.attempt(form["token"] ?? "") {
        case nil:
            return problem(
                .tooManyRequests, "Too many wrong tokens", "Wait a minute before you try again.", asked)
        case false?:
            return login(asked, returning: form["return"], wasRefused: true)
        case true?:
            var answer = done(form, otherwise: "/", asked)
            if let token = form["token"], backstage.tokens.isSet {
                answer.headers[.setCookie] = backstage.tokens.cookie(for: token, isSecure: isSecure(asked))
            }
            return answer
        }
    }

    /// Whether nobody on the way to the reader can read along.
    private func isSecure(_ asked: Asked) -> Bool {
        if asked.scheme == "https" { return true }
        guard let publicURL = backstage.publicURL, publicURL.isSecure else { return false }
        return publicURL.isMeant(by: asked.authority)
            || asked.request.headers[.origin]?.lowercased() == publicURL.origin
    }

    /// What somebody hears whose wish was granted: a page to go to, or nothing for a program.
    private func done(_ form: Form, otherwise path: String, _ asked: Asked) -> Answer {
        if asked.request.headers.wantsJSON { return .empty(.noContent) }
        return .seeOther(LocalPath(form["return"])?.text ?? path)
    }

    private enum Read {
        case form(Form)
        case answer(Answer)
    }

    private func read(_ asked: Asked) async throws -> Read {
        let channel = asked.visit.channel
        let limit = channel.eventLoop.scheduleTask(in: Self.patience) { channel.close(promise: nil) }
        defer { limit.cancel() }
        let body: ByteBuffer
        do {
            body = try await asked.request.body.collect(upTo: Self.largestForm)
        } catch is NIOTooManyBytesError {
            return .answer(tooLarge(asked))
        }
        let type = asked.request.headers[.contentType]?.prefix { $0 != ";" }.lowercased() ?? ""
        let form: Form?
        switch type {
        case "application/json": form = Form(json: Data(body.readableBytesView))
        case "application/x-www-form-urlencoded": form = Form(encoded: String(buffer: body))
        case "" where body.readableBytes == 0: form = Form(encoded: "")
        default:
            return .answer(
                problem(
                    .unsupportedMediaType, "Neither a form nor JSON",
                    "Send application/x-www-form-urlencoded or application/json.", asked))
        }
        guard let form else { throw WrongQuestion(message: "the form cannot be read") }
        return .form(form)
    }
}
