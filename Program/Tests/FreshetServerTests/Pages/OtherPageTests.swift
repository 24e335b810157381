import Foundation
import GitFeed
import News
import Testing

@testable import FreshetServer

@Suite("Other pages") struct OtherPageTests {
    @Test("have a language, a title, one heading of the first order, and a way past the navigation")
    func frame() {
        let site = SampleStates.site
        for page in [
            Page.home(HomePage(digests: [], site: site)), .help(HelpPage(site: site)),
            .saved(SavedPage(items: [], unreadable: 0, site: site)),
            .login(LoginPage(destination: "/", wasRefused: false, site: site)),
            .problem(ProblemPage(status: 404, title: "There is nothing here", message: "No.", site: site)),
        ] {
            let html = page.html.description
            #expect(
                html.contains("<html lang=\"en\">") && html.contains("</title>")
                    && html.contains("<a class=\"skip\" href=\"#main\">"))
            #expect(
                html.components(separatedBy: "<h1").count == 2
                    && html.components(separatedBy: "<main id=\"main\"").count == 2)
        }
    }

    @Test("ask who follows nothing to begin")
    func welcome() {
        let html = HomePage(digests: [], site: Site()).html.description
        #expect(html.contains("Follow a repository, and what happens in it stands here."))
        #expect(html.contains("name=\"repository\" type=\"text\""))
    }

    @Test("show the start of each feed, all of them live on one connection")
    func digests() throws {
        var digests = SampleStates.site.followed.map {
            HomePage.Digest(address: .repository($0), state: SampleStates.repository())
        }
        digests.append(HomePage.Digest(address: .planet, state: try SampleStates.categories()))
        digests.append(HomePage.Digest(address: .news(.top), state: SampleStates.stories()))
        let html = HomePage(digests: digests, site: SampleStates.site).html.description
        #expect(html.components(separatedBy: " data-live=\"/\"").count == 2)
        #expect(html.components(separatedBy: " data-feed=").count == digests.count + 1)
        #expect(html.components(separatedBy: "data-upstream=\"news\"").count == 8)
    }

    @Test("give back what was typed, escaped")
    func typed() {
        let page = ProblemPage(
            status: 400, title: "That is no repository", message: "\"<x>\" is none", repository: "\"><script>",
            site: Site())
        let html = page.html.description
        #expect(html.contains("value=\"&quot;&gt;&lt;script&gt;\"") && html.contains("aria-describedby=\"problem\""))
    }
}
