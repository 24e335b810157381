import Feeds
import ImportExport
import Platform

extension Library {
    /// The followed feeds as OPML.
    func export() throws -> AppResponse {
        AppResponse(type: "text/x-opml; charset=utf-8", Data(try environment.exportOPML().document.utf8))
    }

    /// Follows the feeds of an OPML document. Exports of Freshet, which have rules, too, are refused.
    func importing(_ document: Data) throws {
        do {
            _ = try environment.importing(document, isOPMLAlone: true)
        } catch let error as ImportError {
            throw AppRequestError.invalid(error.description)
        }
        try apply()
    }
}
