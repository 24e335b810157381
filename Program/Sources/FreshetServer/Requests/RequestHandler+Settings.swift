import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

extension RequestHandler {
    /// The settings of the account.
    func settings(_ isForPrograms: Bool, _ incoming: IncomingRequest) -> Handling {
        later(incoming) { context in
            isForPrograms
                ? Content(json: try context.preferences.json())
                : Content(html: SettingsPage(site: site(for: incoming)).html)
        }
    }

    /// Changes the settings that a form names. Fails with ``BadRequest``.
    func changeSettings(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let context = context
        let outcome = try await context.blocking {
            try context.recheck()
            let former = context.preferences
            let preferences = try former.changed(by: form, context.catalog.upstreams)
            // Stored keys may be used twice, because two devices changed them at the same time, or by an import.
            if preferences.shortcuts != former.shortcuts, let refused = preferences.shortcuts.refusal {
                return SettingsOutcome.refused(refused, preferences)
            }
            try context.environment.store.change(settings: preferences.changes(from: former))
            try context.recheck()
            return .stored(try context.preferences.json())
        }
        switch outcome {
        case .stored(let document): return done(form, otherwise: "/settings", incoming, document)
        case .refused(let refused, let preferences):
            if wantsDocument(incoming) { throw BadRequest(message: refused.reason) }
            var site = site(for: incoming)
            let name = "key-" + refused.shortcut.rawValue
            // The page shows what was typed, and its own keys stay as they are.
            site.refused = RefusedForm(
                field: "setting-" + name, typed: preferences.shortcuts[refused.shortcut], reason: refused.reason)
            var page = SettingsPage(site: site)
            page.typed = preferences
            return .content(Content(html: page.html), status: .badRequest)
        }
    }
}

/// What a change of settings led to.
private enum SettingsOutcome {
    /// The document with all settings.
    case stored(Data)
    /// A key that can't be used.
    case refused((shortcut: Shortcut, reason: String), Preferences)
}

extension Preferences {
    /// These with what a form changes. Fails with ``BadRequest`` for a value that a setting can't have.
    fileprivate func changed(by form: Form, _ upstreams: [Upstream]) throws -> Preferences {
        var changed = self
        switch form["reset"] {
        case nil: break
        case "keys":
            changed.shortcuts = Shortcuts()
            return changed
        case let other?: throw BadRequest(message: "“\(other)” can't be reset. Set “reset” to keys.")
        }
        for preference in Preference.all {
            guard let value = try preference.value(in: form) else { continue }
            guard preference.set(&changed, value) else { throw preference.refusal(of: value) }
        }
        let ids = upstreams.filter { !$0.menu.isEmpty }.map(\.id)
        if let unknown = changed.hiddenUpstreams.subtracting(hiddenUpstreams).subtracting(ids).min() {
            throw BadRequest(
                message: "“\(unknown)” isn't an upstream with a menu. Use \(ids.joined(separator: ", ")).")
        }
        return changed
    }

    /// All settings as a JSON document.
    fileprivate func json() throws -> Data { try JSONEncoder.documents.encode(document) }
}
