import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import ImportExport
import NIOCore
import Platform
import WebText

/// The forms of an export.
enum ExportFormat: String, Sendable, Hashable, CaseIterable {
    case json, opml
}

extension RequestHandler {
    /// A file with what is followed, read and saved.
    func export(_ format: ExportFormat, _ incoming: IncomingRequest) -> Handling {
        .later(incoming) {
            let context = context
            let content = try await context.blocking {
                switch format {
                case .json: EncodedBody(json: try context.environment.export())
                case .opml:
                    EncodedBody(
                        "text/x-opml; charset=utf-8",
                        ByteBuffer(string: try context.environment.exportOPML().document))
                }
            }
            var response = ServerResponse.content(content)
            response.headers[.contentDisposition] = "attachment; filename=\"freshet.\(format.rawValue)\""
            return response
        }
    }

    /// Imports a file: the body itself, or a file in a form. Readers get the page of followed feeds, programs a report.
    func importFile(_ body: Data, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let type = incoming.request.headers[.contentType] ?? ""
        let isForm = type.lowercased().hasPrefix("multipart/")
        guard let document = isForm ? MultipartForm(body, contentType: type)?.file : body else {
            return try await importRefusal("Choose a file to import.", incoming)
        }
        let context = context
        let wantsJSON = incoming.request.headers.wantsJSON
        do {
            let content = try await context.blocking {
                let report = try context.environment.importing(document)
                try context.recheck()
                if wantsJSON { return EncodedBody(json: try JSONEncoder().encode(report)) }
                var page = try FollowingPage(context.environment, site(for: incoming))
                page.imported = report
                return EncodedBody(html: page.html)
            }
            var response = ServerResponse.content(content)
            response.headers[.cacheControl] = "no-store"
            return response
        } catch let error as ImportError {
            return try await importRefusal(error.description, incoming)
        } catch let error as FeedStoreError where error.isLimit {
            return try await importRefusal("Nothing was imported. " + error.description, incoming)
        }
    }

    /// The reason beside the field, or a document for programs.
    private func importRefusal(_ reason: String, _ incoming: IncomingRequest) async throws -> ServerResponse {
        if wantsDocument(incoming) { return problem(.badRequest, "Can't import this", reason, incoming) }
        let refused = RefusedForm(field: "import", typed: "", reason: reason)
        return try await page("/following", refusing: refused, .badRequest, incoming)
    }
}
