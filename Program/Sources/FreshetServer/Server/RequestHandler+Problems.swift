import HTTPTypes
import HummingbirdCore
import NIOCore

extension RequestHandler {
    /// An error: a page for readers, a document for programs.
    /// - Parameter address: the address that can't be followed, for the form to correct it.
    func problem(
        _ status: HTTPResponse.Status, _ title: String, _ message: String, address: String? = nil, _ asked: Asked
    ) -> Answer {
        var answer: Answer
        if wantsDocument(asked) {
            let problem = Problem(title: title, status: status.code, detail: message)
            answer = .content(Content(Problem.contentType, ByteBuffer(bytes: problem.json)), status: status)
        } else {
            let page = ProblemPage(
                status: status.code, title: title, message: message, address: address, site: context.site(for: asked))
            answer = .content(Content(html: page.html), status: status)
        }
        answer.headers[.cacheControl] = "no-store"
        return answer
    }

    private func wantsDocument(_ asked: Asked) -> Bool {
        asked.target.parts.first == "api" || Route(asked.target, context.catalog)?.isForPrograms == true
            || asked.request.headers.wantsJSON || asked.request.headers.wantsEvents
    }
}
