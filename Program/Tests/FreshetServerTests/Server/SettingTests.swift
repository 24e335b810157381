import FeedStore
import Feeds
import Foundation
import Testing

@testable import FreshetServer

@Suite("Settings") struct SettingTests {
    private static let json = ["Accept": "application/json"]

    private func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    @Test("Settings are shown and changed by a form, without a script")
    func form() async throws {
        try await RunningServer.run { server in
            let page = await server.ask("/settings").text
            #expect(page.contains("name=\"theme\" value=\"system\" autocomplete=\"off\" checked>"))
            #expect(page.contains("id=\"setting-key-older\" name=\"key-older\" value=\"M\""))
            let reply = await server.post("/settings", "theme=dark&scroll=false&scroll=true&hidden=&hidden=news")
            #expect(reply.status == 303 && reply.headers["location"] == "/settings")
            let changed = await server.ask("/settings").text
            #expect(changed.contains("name=\"theme\" value=\"dark\" autocomplete=\"off\" checked>"))
            #expect(changed.contains("<html lang=\"en\" data-theme=\"dark\""))
            let stored = try server.scene.environment.store.settings()
            #expect(stored == ["theme": "dark", "scroll": "true", "hidden": "news"])
            _ = await server.post("/settings", "theme=system&scroll=false&hidden=")
            let reset = try server.scene.environment.store.settings()
            #expect(reset.isEmpty)
        }
    }

    @Test("Settings change every page of the account immediately, cached pages included")
    func pages() async throws {
        try await SharedServer.run { shared in
            let (anna, otto) = (try await shared.signIn("anna"), try await shared.signIn("otto"))
            func density(_ path: String, _ cookie: String) async -> Bool {
                let reply = await shared.server.ask(path, "GET", ["Cookie": cookie])
                #expect(reply.status == 200, "\(path)")
                return reply.text.contains(" data-density=\"compact\"")
            }
            let paths = ["/", "/news/top", "/unread", "/help", "/settings", "/search"]
            for path in paths {
                _ = await shared.server.ask(path, "GET", ["Cookie": anna])  // cached from now on
                #expect(await !density(path, anna), "\(path)")
            }
            let reply = await shared.server.post("/settings", "density=compact", ["Cookie": anna])
            #expect(reply.status == 303)
            for path in paths {
                #expect(await density(path, anna), "\(path)")
                #expect(await !density(path, otto), "\(path)")
            }
            // Another browser of the account.
            let phone = try await shared.signIn("anna", browser: "Phone")
            #expect(await density("/news/top", phone))
            // Nobody has signed in.
            let login = await shared.server.ask("/login").text
            #expect(login.contains("data-density=\"comfortable\"") && login.contains("data-theme=\"system\""))
        }
    }

    @Test("Settings decide which list a sign-in leads to, unless the reader wanted another page")
    func firstList() async throws {
        try await SharedServer.run { shared in
            func page(_ name: String, _ fields: String) async throws -> String? {
                let password = try #require(SharedServer.passwords[name]).replacing(" ", with: "+")
                return await shared.server.post("/login", "name=\(name)&password=\(password)\(fields)").headers[
                    "location"]
            }
            let anna = try await shared.signIn("anna")
            #expect(try await page("anna", "") == "/")
            _ = await shared.server.post("/settings", "start=unread", ["Cookie": anna])
            #expect(try await page("anna", "") == "/unread")
            #expect(try await page("anna", "&return=/") == "/unread")
            #expect(try await page("anna", "&return=/rules") == "/rules")
            #expect(try await page("otto", "") == "/")
            _ = await shared.server.post("/follow", "feed=/news/top&folder=Work+%26+play", ["Cookie": anna])
            _ = await shared.server.post("/settings", "start=folder:Work+%26+play", ["Cookie": anna])
            #expect(try await page("anna", "") == "/unread?folder=Work%20%26%20play")
        }
    }

    @Test("Settings of the first account don't change the sign-in page")
    func signIn() async throws {
        try await SharedServer.run { shared in
            let admin = try await shared.signIn("admin")
            _ = await shared.server.post("/settings", "theme=dark", ["Cookie": admin])
            #expect(await shared.server.ask("/help", "GET", ["Cookie": admin]).text.contains("data-theme=\"dark\""))
            #expect(await shared.server.ask("/login").text.contains("data-theme=\"system\""))
        }
    }

    @Test("Settings that another process changes are on the next page")
    func otherProcess() async throws {
        try await RunningServer.run { server in
            for path in ["/", "/help", "/news/top"] { _ = await server.ask(path) }
            let other = try FeedStore(at: server.scene.folder.appending(path: "freshet.sqlite"))
            try other.change(settings: ["theme": "sepia"])
            try other.close()
            for path in ["/", "/help", "/news/top"] {
                #expect(await server.ask(path).text.contains(" data-theme=\"sepia\""), "\(path)")
            }
        }
    }

    @Test("Settings are read and changed by programs, which learn the reason for a refusal")
    func programs() async throws {
        try await RunningServer.run { server in
            let settings = await server.ask("/api/settings").json
            #expect(settings["theme"] as? String == "system" && settings["scroll"] as? Bool == false)
            #expect(settings["hidden"] as? [String] == [] && settings["key-save"] as? String == "s")
            #expect(settings.count == AccountSetting.all.count)
            let body = #"{"theme": "dark", "scroll": true, "hidden": ["news", "planet"], "key-save": "x"}"#
            let reply = await server.ask(
                "/api/settings", "POST", Self.json.merging(["Content-Type": "application/json"]) { $1 }, body: body)
            #expect(reply.status == 200 && reply.json["theme"] as? String == "dark")
            #expect(
                reply.json["hidden"] as? [String] == ["news", "planet"] && reply.json["key-save"] as? String == "x")
            for (form, word) in [
                ("theme=plaid", "sepia"), ("scroll=perhaps", "true"), ("hidden=radio", "news"), ("start=там", "unread"),
                ("key-save=Enter", "letter"), ("key-save=r", "“refresh”"), ("key-go=" + encoded("?"), "reserved"),
                ("reset=all", "keys"),
            ] {
                let refused = await server.post("/api/settings", form, Self.json)
                #expect(refused.status == 400, "\(form)")
                #expect((refused.json["detail"] as? String)?.contains(word) == true, "\(form)")
            }
            #expect(await server.ask("/api/settings").json["theme"] as? String == "dark")
            #expect(await server.post("/api/settings", "reset=keys", Self.json).json["key-save"] as? String == "s")
        }
    }

    @Test("Settings refuse a repeated key beside its field, which keeps what was typed")
    func keys() async throws {
        try await RunningServer.run { server in
            let reply = await server.post("/settings", "key-save=r&key-next=n")
            #expect(reply.status == 400)
            #expect(reply.text.contains("name=\"key-save\" value=\"r\"") && reply.text.contains("value=\"n\""))
            #expect(reply.text.contains("aria-describedby=\"setting-key-save-refusal\""))
            let unchanged = try server.scene.environment.store.settings()
            #expect(unchanged.isEmpty)
            #expect(await server.post("/settings", "key-save=r&key-refresh=s").status == 303)
            let page = await server.ask("/help").text
            #expect(page.contains("<tr data-action=\"save\" data-key=\"r\"><th scope=\"row\"><kbd>r</kbd></th>"))
            #expect(await server.post("/settings", "reset=keys&key-save=q").status == 303)
            let restored = try server.scene.environment.store.settings()
            #expect(restored.isEmpty)
        }
    }

    @Test("Settings can be changed if two stored keys are the same, as an import may leave them")
    func sameKeys() async throws {
        try await RunningServer.run { server in
            try server.scene.environment.store.change(settings: ["key-save": "r", "start": "folder:Gone"])
            #expect(await server.post("/settings", "theme=dark").status == 303)
            let page = await server.ask("/settings").text
            #expect(page.contains("data-theme=\"dark\""))
            #expect(page.contains("<option value=\"folder:Gone\" selected>"))
            #expect(await server.post("/settings", "key-next=n").status == 400)
            #expect(await server.post("/settings", "key-save=x").status == 303)
        }
    }

    @Test("Settings list services that items are sent to, and change them by a form without a script")
    func services() async throws {
        try await RunningServer.run { server in
            let example = await server.ask("/settings?example=Readwise%20Reader").text
            #expect(example.contains("value=\"https://readwise.io/save?title={title}&amp;url={url}\""))
            #expect(await server.ask("/settings?example=Plaid").status == 400)
            let wiki = "send-name=My+wiki&send-address=" + encoded("https://wiki.example/?t={title}&u={url}")
            let mail = "send-name=Mail&send-address=" + encoded("mailto:?body={url}")
            let added = await server.post(
                "/settings", "\(wiki)&send-name=&send-address=&\(mail)&return=/settings%23send-to")
            #expect(added.status == 303 && added.headers["location"] == "/settings#send-to")
            #expect(
                await server.ask("/api/settings").json["send-to"] as? [String]
                    == ["My wiki https://wiki.example/?t={title}&u={url}", "Mail mailto:?body={url}"])
            let id = try #require(await server.newsIDs().first)
            let item = await server.ask("/news/top?item=\(id)&part=item").text
            let link =
                #/<a class="send" href="https://wiki.example/\?t=[^"]+&amp;u=http[^"]+" target="_blank" rel="noopener/#
            #expect(item.contains(link) && item.contains(" noreferrer\">Send to <bdi>My wiki</bdi></a>"))
            // Refused beside its field, with everything that was typed.
            let wrong = "\(wiki)&send-name=Wrong&send-address=" + encoded("javascript:alert({url})")
            let refused = await server.post("/settings", wrong)
            #expect(refused.status == 400 && refused.text.contains("value=\"javascript:alert({url})\""))
            #expect(refused.text.contains("aria-describedby=\"send-address-1-refusal\""))
            #expect(refused.text.contains("value=\"My wiki\""))
            #expect(await server.ask("/settings").text.contains("value=\"mailto:?body={url}\""))
            let remove = encoded("My wiki https://wiki.example/?t={title}&u={url}")
            #expect(await server.post("/settings", "send-remove=\(remove)").status == 303)
            let stored = try server.scene.environment.store.settings()
            #expect(stored == ["send-to": "Mail mailto:?body={url}"])
            #expect(await server.post("/settings", "send-name=&send-address=").status == 303)
            let emptied = try server.scene.environment.store.settings()
            #expect(emptied.isEmpty)
        }
    }

    @Test("Settings list services for programs, which learn the mistake in an address")
    func servicesOfPrograms() async throws {
        try await RunningServer.run { server in
            let headers = Self.json.merging(["Content-Type": "application/json"]) { $1 }
            func post(_ body: String) async -> Reply {
                await server.ask("/api/settings", "POST", headers, body: body)
            }
            let reply = await post(#"{"send-to": ["A b https://a.example/{url}", "C mailto:?body={text}"]}"#)
            #expect(reply.json["send-to"] as? [String] == ["A b https://a.example/{url}", "C mailto:?body={text}"])
            let refused = await post(#"{"send-to": ["A https://a.example/{url}", "B https://b.example/{link}"]}"#)
            #expect(refused.status == 400)
            #expect(
                refused.json["detail"] as? String
                    == "Number 2 of “send-to” can't be used: “{link}” isn't a placeholder. Use {url}, {title} or {text}."
            )
            #expect(await post(#"{"send-to": []}"#).json["send-to"] as? [String] == [])
        }
    }

    @Test("Settings name their keys on the buttons of rows and items")
    func titles() async throws {
        try await RunningServer.run { server in
            let id = try #require(await server.newsIDs().first)
            _ = await server.post("/settings", "key-save=x&key-older=Z")
            let page = await server.ask("/news/top?item=\(id)").text
            #expect(page.contains("title=\"Save (x)\"") && !page.contains("title=\"Save (s)\""))
            // Those of rows are set by the script, from the table of shortcuts.
            #expect(page.contains(/data-action="older"[^>]* data-key="Z"/))
            _ = await server.post("/settings", "keys=false")
            #expect(await server.ask("/news/top?item=\(id)").text.contains("title=\"Save\""))
        }
    }

    @Test("Settings leave upstreams out of the menu and the home page, but not their followed feeds")
    func hidden() async throws {
        try await RunningServer.run { server in
            func isOnHome(_ path: String) async -> Bool {
                await server.ask("/").text.contains("class=\"button\" href=\"\(path)\"")
            }
            func isInMenu(_ path: String) async -> Bool {
                await server.ask("/help").text.contains("<a href=\"\(path)\"")
            }
            #expect(await isOnHome("/news/top"))
            #expect(await isInMenu("/news/top"))
            _ = await server.post("/settings", "hidden=&hidden=news")
            #expect(await !isOnHome("/news/top"))
            #expect(await !isInMenu("/news/top"))
            #expect(await isOnHome("/planet"))
            _ = await server.post("/follow", "feed=/news/top")
            #expect(await server.ask("/following?part=menu").text.contains("<a href=\"/news/top\""))
            // The page that chooses them still has them all.
            #expect(await server.ask("/settings").text.contains("name=\"hidden\" value=\"news\""))
        }
    }

    @Test("Settings choose the list that a bookmark or a typed address opens, but not that of “Home”")
    func start() async throws {
        try await RunningServer.run { server in
            let page = ["Accept": "text/html"]
            func home(_ site: String?) async -> Reply {
                await server.ask("/", "GET", page.merging(site.map { ["Sec-Fetch-Site": $0] } ?? [:]) { $1 })
            }
            #expect(await home("none").status == 200)
            _ = await server.post("/settings", "start=unread")
            let opened = await home("none")
            #expect(opened.status == 303 && opened.headers["location"] == "/unread")
            #expect(await home("same-origin").status == 200)
            #expect(await server.ask("/").status == 200)
            _ = await server.post("/follow", "feed=/news/top&folder=News/Tech")
            _ = await server.post("/settings", "start=" + encoded("folder:News/Tech"))
            #expect(await home("none").headers["location"] == "/unread?folder=News%2FTech")
            #expect(await server.ask("/settings").text.contains("<option value=\"folder:News/Tech\" selected>"))
        }
    }

    @Test("Settings choose the order of unread and saved items, unless the address does")
    func order() async throws {
        try await RunningServer.run { server in
            _ = await server.newsIDs()
            _ = await server.post("/follow", "feed=/news/top")
            func rows(_ path: String) async -> [Substring] {
                await server.ask(path).text.matches(of: #/ id="row-([^"]*)"/#).map(\.output.1)
            }
            let newest = await rows("/unread")
            #expect(newest.count > 5)
            #expect(await rows("/unread?order=oldest") == newest.reversed())
            _ = await server.post("/settings", "order=oldest")
            #expect(await rows("/unread") == newest.reversed())
            #expect(await rows("/unread?order=newest") == newest)
            let page = await server.ask("/unread").text
            #expect(page.contains("<a href=\"/unread?order=newest\">Newest</a>"))
            #expect(page.contains("<a href=\"/unread\" aria-current=\"true\">Oldest</a>"))
            #expect(await server.ask("/unread?order=best").status == 400)
        }
    }

    @Test("Settings have a document that /openapi.json describes")
    func schema() async throws {
        try await RunningServer.run { server in
            let document = await server.ask("/openapi.json").json
            let schemas = (document["components"] as? [String: Any])?["schemas"] as? [String: Any]
            let properties = (schemas?["Settings"] as? [String: Any])?["properties"] as? [String: Any]
            #expect(properties.map { Set($0.keys) } == Set(AccountSetting.all.map(\.name)))
        }
    }
}
