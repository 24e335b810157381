import FeedStore
import Feeds
import HTTPTypes
import Platform

extension RequestHandler {
    /// The labels.
    func labels(_ isForPrograms: Bool, _ incoming: IncomingRequest) -> Handling {
        later(incoming) { context in
            let labels = try context.environment.labels()
            return isForPrograms
                ? Content(json: try LabelsDocument(labels).json())
                : Content(html: LabelsPage(labels: labels, site: site(for: incoming)).html)
        }
    }

    /// Gives items labels and takes others from them, or renames or removes a label.
    func changeLabels(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        do {
            if let name = form["rename"] { return try await renameLabel(name, form, incoming) }
            if let name = form["delete"] { return try await removeLabel(name, form, incoming) }
            return try await changeItemLabels(form, incoming)
        } catch let error as LabelError {
            let isUnknown = if case .unknown = error { true } else { false }
            return problem(isUnknown ? .notFound : .badRequest, "Can't change labels", error.description, incoming)
        }
    }

    private func changeItemLabels(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let (added, removed) = (form.all("add").filter { !$0.isEmpty }, form.all("remove"))
        guard !added.isEmpty || !removed.isEmpty else {
            throw BadRequest(message: "Give the labels to add in “add”, or those to remove in “remove”.")
        }
        let (keys, context) = (try itemKeys(form), context)
        let changed = try await context.blocking {
            let changed = try context.environment.changeLabels(of: keys, adding: added, removing: removed)
            try context.recheck()
            return changed
        }
        return done(form, otherwise: "/labels", incoming, try ChangedLabelsDocument(changed: changed).json())
    }

    private func renameLabel(_ name: String, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        guard let other = form["to"] else { throw BadRequest(message: "Give the new name in “to”.") }
        let context = context
        try await context.blocking {
            guard try context.environment.renameLabel(name, to: other) else { throw LabelError.unknown(name) }
            try context.recheck()
        }
        return done(form, otherwise: "/labels", incoming)
    }

    private func removeLabel(_ name: String, _ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let context = context
        try await context.blocking {
            guard try context.environment.removeLabel(name) else { throw LabelError.unknown(name) }
            try context.recheck()
        }
        return done(form, otherwise: "/labels", incoming)
    }
}

/// The items whose labels a request has changed, for programs.
private struct ChangedLabelsDocument: JSONDocument {
    let changed: [ItemKey]
}
