import HTTPTypes
import HummingbirdCore
import NIOCore

extension FrontDoor {
    /// What went wrong: a page for readers, a document for programs.
    func problem(
        _ status: HTTPResponse.Status, _ title: String, _ message: String, repository: String? = nil, _ asked: Asked
    ) -> Answer {
        let isForPrograms = asked.target.parts.first == "api" || Route(asked.target)?.isForPrograms == true
        var answer: Answer
        if isForPrograms || asked.request.headers.wantsJSON || asked.request.headers.wantsEvents {
            let problem = Problem(title: title, status: status.code, detail: message)
            answer = .content(Content(Problem.contentType, ByteBuffer(bytes: problem.json)), status: status)
        } else {
            let page = Page.problem(
                ProblemPage(
                    status: status.code, title: title, message: message, repository: repository, site: backstage.site))
            answer = .content(Content(html: page.html), status: status)
        }
        answer.headers[.cacheControl] = "no-store"
        return answer
    }
}
