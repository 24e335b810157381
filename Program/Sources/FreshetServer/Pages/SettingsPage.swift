import Feeds
import WebText

/// What an account chooses for the page on all its devices. Works without JavaScript, by a button; with it, each choice applies
/// when it is made.
struct SettingsPage: Sendable {
    let site: Site
    /// What the fields have if a form was refused; nil for what is stored.
    var typed: Preferences?

    private var shown: Preferences { typed ?? site.preferences }

    var html: HTML {
        let groups = Preference.Group.allCases.filter { $0 != .keys }
        return Layout(title: "Settings", address: "/settings", site: site).document(
            """
            <main id="main" class="plain">\(PageBar(title: "Settings").html)\
            <p class="fine">Your settings are stored with your account, so that all your devices have them.</p>\
            <form class="preferences" method="post" action="/settings">\(groups.map(section))\
            <p><button class="button strong plain">Save</button></p></form>\
            \(keys)</main>
            """)
    }

    private func section(_ group: Preference.Group) -> HTML {
        let fields = Preference.all.filter { $0.group == group }.map(field)
        return PageGroup(id: "settings-" + group.rawValue.elementID, title: "\(group.rawValue)", entries: fields).html
    }

    private func field(_ preference: Preference) -> HTML {
        let value = preference.value(shown)
        return switch preference.values {
        case .words(let words): choices(preference, words, value)
        case .flag:
            """
            <div class="preference"><label class="check">\(Hidden(preference.name, "false").html)\
            <input type="checkbox" name="\(preference.name)" value="true" autocomplete="off"\(value == "true" ? Self.checked : nil)\(describing(preference))> \
            \(preference.title)</label>\(hint(preference))</div>
            """
        case .start: start(preference, value)
        case .upstreams: upstreams(preference)
        case .key: key(preference, value)
        }
    }

    private func choices(_ preference: Preference, _ words: [Preference.Word], _ value: String) -> HTML {
        let options: [HTML] = words.map { word in
            """
            <label><input type="radio" name="\(preference.name)" value="\(word.value)" autocomplete="off"\
            \(word.value == value ? Self.checked : nil)><span>\(word.title)</span></label>
            """
        }
        return """
            <fieldset class="preference"\(describing(preference))><legend>\(preference.title)</legend><div class="options">\(options)</div>\(hint(preference))</fieldset>
            """
    }

    private func start(_ preference: Preference, _ value: String) -> HTML {
        var places = [("home", "Home"), ("unread", "Unread")]
        places += site.folders.map { (Preferences.Start.folder($0).rawValue, $0) }
        // A folder that has no feeds at present stays chosen.
        if case .folder(let path) = shown.start, !site.folders.contains(path) { places.append((value, path)) }
        let options: [HTML] = places.map { place, name in
            "<option value=\"\(place)\"\(place == value ? " selected" : nil as HTML?)>\(SafeText(name, atMost: 80).text)</option>"
        }
        return """
            <div class="preference"><label for="setting-\(preference.name)">\(preference.title)</label>\
            <select id="setting-\(preference.name)" name="\(preference.name)" autocomplete="off"\(describing(preference))>\(options)</select>\(hint(preference))</div>
            """
    }

    private func upstreams(_ preference: Preference) -> HTML {
        let boxes: [HTML] = site.upstreams.filter { !$0.menu.isEmpty }.map { upstream in
            """
            <label class="check"><input type="checkbox" name="\(preference.name)" value="\(upstream.id)" autocomplete="off"\
            \(shown.hiddenUpstreams.contains(upstream.id) ? Self.checked : nil)> \(upstream.section)</label>
            """
        }
        return """
            <fieldset class="preference"\(describing(preference))><legend>\(preference.title)</legend>\(Hidden(preference.name, "").html)\
            <div class="boxes">\(boxes)</div>\(hint(preference))</fieldset>
            """
    }

    private func key(_ preference: Preference, _ value: String) -> HTML {
        let id = "setting-" + preference.name
        let refusal = FieldRefusal(id, site)
        let title = preference.title.prefix(1).uppercased() + preference.title.dropFirst()
        return """
            <div class="key"><label for="\(id)">\(title)</label><input id="\(id)" name="\(preference.name)" \
            value="\(value)" maxlength="1" size="2" autocomplete="off" autocapitalize="none" spellcheck="false"\(refusal.attributes)>\
            \(refusal.html)</div>
            """
    }

    private var keys: HTML {
        let preferences = Preference.all.filter { $0.group == .keys }
        let (keys, others) = (preferences.filter(\.isKey), preferences.filter { !$0.isKey })
        let general: HTML = """
            <form class="preferences" method="post" action="/settings">\(others.map(field))\
            <p><button class="button plain">Save</button></p></form>
            """
        let letters: HTML = """
            <form class="key-settings" method="post" action="/settings" aria-label="Keys">\
            <p class="fine">One letter, digit or sign for each action. Leave a field empty for no key. Capital letters need Shift. <kbd>?</kbd> shows all shortcuts.</p>\
            <div class="keys-grid">\(keys.map(field))</div>\
            <p class="form-buttons"><button class="button strong">Save keys</button> <button class="button quiet" name="reset" value="keys">Reset keys to defaults</button></p></form>
            """
        return PageGroup(
            id: "keys", title: "\(Preference.Group.keys.rawValue)",
            entries: [GroupEntry(content: general).html, GroupEntry(content: letters).html]
        ).html
    }

    private func describing(_ preference: Preference) -> HTML? {
        preference.hint == nil ? nil : " aria-describedby=\"setting-\(preference.name)-hint\""
    }

    private func hint(_ preference: Preference) -> HTML? {
        preference.hint.map { "<p id=\"setting-\(preference.name)-hint\" class=\"fine\">\($0)</p>" }
    }

    private static let checked: HTML = " checked"
}

extension Preference {
    fileprivate var isKey: Bool { if case .key = values { true } else { false } }
}
