import FeedStore
import Feeds
import HTTPTypes
import HummingbirdCore
import Platform

extension RequestHandler {
    /// The settings of the account.
    func settings(_ isForPrograms: Bool, _ incoming: IncomingRequest) throws -> Handling {
        let name = incoming.target["example"]
        let example = SendTemplate.examples.first { $0.name == name }
        if let name, example == nil {
            let names = SendTemplate.examples.map(\.name).joined(separator: ", ")
            throw BadRequest(message: "“\(name)” isn't an example. Use one of \(names).")
        }
        return later(incoming) { context in
            if isForPrograms { return EncodedBody(json: try context.preferences.json()) }
            var page = SettingsPage(site: site(for: incoming))
            page.example = example
            return EncodedBody(html: page.html)
        }
    }

    /// Changes the settings that a form names. Fails with ``BadRequest``.
    func changeSettings(_ form: Form, _ incoming: IncomingRequest) async throws -> ServerResponse {
        let context = context
        let outcome = try await context.blocking {
            try context.recheck()
            let former = context.preferences
            let preferences = try former.changed(by: form, context.catalog.upstreams)
            if let refused = preferences.refusal(after: former) { return SettingsOutcome.refused(refused, preferences) }
            try context.environment.store.change(settings: preferences.changes(from: former))
            try context.recheck()
            return .stored(try context.preferences.json())
        }
        switch outcome {
        case .stored(let document): return done(form, otherwise: "/settings", incoming, document)
        case .refused(let refused, let preferences):
            if wantsDocument(incoming) { throw BadRequest(message: refused.reason) }
            var site = site(for: incoming)
            // The page shows what was typed, and its own keys stay as they are.
            site.refused = refused
            var page = SettingsPage(site: site)
            page.typed = preferences
            return .content(EncodedBody(html: page.html), status: .badRequest)
        }
    }
}

/// The outcome of a change of settings.
private enum SettingsOutcome {
    /// The document with all settings.
    case stored(Data)
    /// A key or an address that can't be used.
    case refused(RefusedForm, AccountSettings)
}

extension AccountSettings {
    /// These with what a form changes. Fails with ``BadRequest`` for a value that a setting can't have.
    fileprivate func changed(by form: Form, _ upstreams: [Upstream]) throws -> AccountSettings {
        var changed = self
        switch form["reset"] {
        case nil: break
        case "keys":
            changed.shortcuts = Shortcuts()
            return changed
        case let other?: throw BadRequest(message: "“\(other)” can't be reset. Set “reset” to keys.")
        }
        if let line = form["send-remove"] { changed.sendTemplates.removeAll { $0.line == line } }
        if let templates = [SendTemplate](in: form) { changed.sendTemplates = templates }
        for preference in AccountSetting.all {
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

    /// The first key or address that can't be used, if it was changed.
    fileprivate func refusal(after former: AccountSettings) -> RefusedForm? {
        // Stored keys may be used twice, because two devices changed them at the same time, or by an import.
        if shortcuts != former.shortcuts, let (shortcut, reason) = shortcuts.refusal {
            return RefusedForm(
                field: "setting-key-" + shortcut.rawValue, typed: shortcuts[shortcut], reason: reason)
        }
        if sendTemplates != former.sendTemplates, let (index, field, reason) = sendTemplates.refusal {
            return RefusedForm(
                field: SettingsPage.id(of: field, index), typed: sendTemplates[index].address, reason: reason)
        }
        return nil
    }

    /// All settings as a JSON document.
    fileprivate func json() throws -> Data { try JSONEncoder.documents.encode(document) }
}
