import HTTPTypes
import HummingbirdCore
import NIOCore

extension RequestHandler {
    /// An error: a page for readers, a document for programs.
    func problem(_ status: HTTPResponse.Status, _ title: String, _ message: String, _ asked: Asked) -> Answer {
        var answer: Answer
        if wantsDocument(asked) {
            let problem = Problem(title: title, status: status.code, detail: message)
            answer = .content(Content(Problem.contentType, ByteBuffer(bytes: problem.json)), status: status)
        } else {
            let page = ProblemPage(
                status: status.code, title: title, message: message, site: site(for: asked),
                isBare: context.tokens.isSet && !asked.isAdmitted)
            answer = .content(Content(html: page.html), status: status)
        }
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    /// Whether the answer is for a program.
    func wantsDocument(_ asked: Asked) -> Bool {
        asked.target.parts.first == "api" || Route(asked.target, context.catalog)?.isForPrograms == true
            || asked.request.headers.wantsJSON || asked.request.headers.wantsEvents
    }
}
