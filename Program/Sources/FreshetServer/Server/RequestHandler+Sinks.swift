import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

extension RequestHandler {
    /// The sinks.
    func sinks(_ isForPrograms: Bool, _ asked: Asked) -> Handling {
        later(asked) { context in
            let sinks = try context.environment.sinks()
            if isForPrograms { return Content(json: try SinksDocument(sinks).json()) }
            return Content(html: sinksPage(sinks, asked).html)
        }
    }

    /// Adds a sink, or removes or tests the one whose name is in `remove` or `test`.
    func changeSinks(_ form: Form, _ asked: Asked) async throws -> Answer {
        let environment = context.environment
        if let name = form["remove"] {
            guard try await context.blocking({ try environment.store.removeSink(named: name) }) else {
                return try await missing(name, asked)
            }
            return done(form, otherwise: "/sinks", asked)
        }
        if let name = form["test"] { return try await test(name, asked) }
        let typed = TypedSink(form)
        let added: (sink: Sink, name: String)
        do throws(TypedSink.Refusal) { added = try typed.read() } catch {
            return try await refusal(error, typed, asked)
        }
        guard try await context.blocking({ try environment.add(added.sink, named: added.name) }) else {
            let reason = "A sink named “\(added.name)” already exists. Choose another name."
            return try await refusal(TypedSink.Refusal(field: "name", reason: reason), typed, asked)
        }
        return done(form, otherwise: "/sinks", asked, try SinksDocument(try await sinks()).json())
    }

    /// Sends a test notification now.
    private func test(_ name: String, _ asked: Asked) async throws -> Answer {
        let environment = context.environment
        guard let found = try await sinks().first(where: { $0.name == name }) else {
            return try await missing(name, asked)
        }
        guard let deliver = context.configuration.deliver, found.sink.kind != .exec else {
            throw BadRequest(message: "The page can't test this sink. Run freshet sinks test \(name).")
        }
        do { try await deliver(Note(testAt: environment.now()), found.sink) } catch {
            let reason = "\(name) failed: \(Notifier.reason(error))."
            if wantsDocument(asked) { return problem(.badGateway, "Not delivered", reason, asked) }
            return try await page(.failure(reason), .badGateway, asked)
        }
        if asked.request.headers.wantsJSON {
            return .content(Content(json: try AcceptedTestDocument(name: name).json()))
        }
        return try await page(.notice("\(name) accepted the test notification."), .ok, asked)
    }

    /// The reason beside the field, or a document for programs.
    private func refusal(_ refusal: TypedSink.Refusal, _ typed: TypedSink, _ asked: Asked) async throws -> Answer {
        if wantsDocument(asked) { throw BadRequest(message: refusal.reason) }
        var page = sinksPage(try await sinks(), asked)
        (page.typed, page.refusal) = (typed, refusal)
        return .content(Content(html: page.html), status: .badRequest)
    }

    private func missing(_ name: String, _ asked: Asked) async throws -> Answer {
        let reason = "There is no sink named “\(name)”. It may have been removed."
        if wantsDocument(asked) { return problem(.notFound, "Sink not found", reason, asked) }
        return try await page(.failure(reason), .notFound, asked)
    }

    private func sinks() async throws -> [NamedSink] {
        let environment = context.environment
        return try await context.blocking { try environment.sinks() }
    }

    private func sinksPage(_ sinks: [NamedSink], _ asked: Asked) -> SinksPage {
        SinksPage(sinks: sinks, canTest: context.configuration.deliver != nil, site: site(for: asked))
    }

    private func page(
        _ outcome: SinksPage.Outcome, _ status: HTTPResponse.Status, _ asked: Asked
    ) async throws -> Answer {
        var page = sinksPage(try await sinks(), asked)
        page.outcome = outcome
        return .content(Content(html: page.html), status: status)
    }
}
