import Foundation
import SampleUpstreams
import Testing

@Suite("GitHub's rules") struct GitHubRulesTests {
    @Test("A 304 has no body, repeats the validators, and counts without a token")
    func anonymous304() async throws {
        try await withSample { sample in
            let first = await sample.get(harbor)
            let again = await sample.get(harbor, ["If-None-Match": first.headers["etag"] ?? ""])
            #expect(again.status == 304 && again.body.isEmpty)
            #expect(again.headers["etag"] == first.headers["etag"])
            #expect(again.headers["x-poll-interval"] == "60")
            #expect(again.headers["x-ratelimit-used"] == "2")
        }
    }

    @Test("A 304 is free with a token, and the tag belongs to that token")
    func token304() async throws {
        try await withSample { sample in
            let mine = ["Authorization": "Bearer mine"]
            let tag = await sample.get(harbor, mine).headers["etag"] ?? ""
            let again = await sample.get(harbor, mine.merging(["If-None-Match": tag]) { $1 })
            #expect(again.status == 304)
            #expect(again.headers["x-ratelimit-limit"] == "5000" && again.headers["x-ratelimit-used"] == "1")
            let other = await sample.get(harbor, ["Authorization": "token yours", "If-None-Match": tag])
            #expect(other.status == 200 && other.headers["etag"] != tag)
        }
    }

    @Test("If-Modified-Since is obeyed, unless If-None-Match is sent")
    func modifiedSince() async throws {
        try await withSample { sample in
            let date = await sample.get(harbor).headers["last-modified"] ?? ""
            #expect(await sample.get(harbor, ["If-Modified-Since": date]).status == 304)
            #expect(await sample.get(harbor, ["If-Modified-Since": date, "If-None-Match": "\"old\""]).status == 200)
        }
    }

    @Test("New events change the tag")
    func newTag() async throws {
        try await withSample { sample in
            let tag = await sample.get(harbor).headers["etag"] ?? ""
            sample.control.advance(by: .seconds(120))
            #expect(await sample.get(harbor, ["If-None-Match": tag]).status == 200)
        }
    }

    @Test("The 61st request of an hour is refused with 403, and the next hour is free again")
    func primaryLimit() async throws {
        try await withSample({ $0.gitHubLimit = 3 }) { sample in
            for _ in 0..<3 { #expect(await sample.get(harbor).status == 200) }
            let refused = await sample.get(harbor)
            #expect(refused.status == 403)
            #expect(refused.headers["x-ratelimit-remaining"] == "0")
            #expect((refused.object["message"] as? String)?.hasPrefix("API rate limit exceeded") == true)
            #expect(await sample.get(harbor, ["Authorization": "Bearer mine"]).status == 200)
            sample.control.advance(by: .seconds(3601))
            #expect(await sample.get(harbor).status == 200)
        }
    }

    @Test("Searches have a budget of their own, by the minute")
    func searchLimit() async throws {
        try await withSample({ $0.gitHubSearchLimit = 1 }) { sample in
            let path = "/github/search/repositories?q=language:swift"
            #expect(await sample.get(path).headers["x-ratelimit-resource"] == "search")
            #expect(await sample.get(path).status == 403)
            #expect(await sample.get(harbor).status == 200)
            sample.control.advance(by: .seconds(61))
            #expect(await sample.get(path).status == 200)
        }
    }

    @Test("Reading the rate limit costs nothing; the newer version has no `rate`")
    func rateLimit() async throws {
        try await withSample { sample in
            _ = await sample.get(harbor)
            for _ in 0..<2 {
                let object = await sample.get("/github/rate_limit").object
                let core = (object["resources"] as? [String: [String: Int]])?["core"]
                #expect(core?["used"] == 1 && core?["remaining"] == 59)
                #expect(object["rate"] != nil)
            }
            let newer = await sample.get("/github/rate_limit", ["X-GitHub-Api-Version": "2026-03-10"])
            #expect(newer.object["rate"] == nil)
        }
    }

    @Test(
        "A wrong request is refused",
        arguments: [
            (["User-Agent": ""], 403), (["Authorization": "Bearer expired"], 401),
            (["Authorization": "Bearer bad-one"], 401),
            (["X-GitHub-Api-Version": "1999-01-01"], 400), (["Authorization": "Bearer fine"], 200),
        ])
    func refused(headers: [String: String], status: Int) async throws {
        try await withSample { sample in
            let heard = await sample.get(harbor, headers)
            #expect(heard.status == status)
            if status == 401 { #expect(heard.object["message"] as? String == "Bad credentials") }
        }
    }

    @Test("A path that ends in a slash is a 404")
    func trailingSlash() async throws {
        try await withSample { sample in
            #expect(await sample.get(harbor + "/").status == 404)
        }
    }
}

@Suite("GitHub's repositories") struct GitHubRepositoriesTests {
    @Test("A search finds a language's repositories, the most stars first, without a validator")
    func search() async throws {
        try await withSample { sample in
            let heard = await sample.get(
                "/github/search/repositories?q=language:swift&sort=stars&order=desc&per_page=5")
            #expect(heard.headers["cache-control"] == "no-cache")
            #expect(heard.headers["etag"] == nil && heard.headers["last-modified"] == nil)
            #expect(heard.object["total_count"] as? Int == 41 && heard.object["incomplete_results"] as? Bool == false)
            let items = heard.objects("items")
            let stars = items.compactMap { $0["stargazers_count"] as? Int }
            #expect(stars.count == 5 && stars == stars.sorted(by: >))
            #expect(items.allSatisfy { $0["language"] as? String == "Swift" })
            #expect(heard.links["next"]?.contains("q=language:swift") == true)
        }
    }

    @Test("The repositories that a search finds have events")
    func eventsOfFound() async throws {
        try await withSample { sample in
            let items = await sample.get("/github/search/repositories?q=language%3Arust&per_page=5").objects("items")
            for name in items.compactMap({ $0["full_name"] as? String }) {
                #expect(await sample.get("/github/repos/\(name)/events?per_page=5").list.count == 5)
            }
            #expect(items.count == 5)
        }
    }

    @Test("A search narrows by date of creation and by words, and reports when it was cut short")
    func qualifiers() async throws {
        try await withSample { sample in
            let recent = await sample.get(
                "/github/search/repositories?q=language:go+created:%3E2026-07-01&per_page=100")
            let dates = recent.objects("items").compactMap { $0["created_at"] as? String }
            #expect(!dates.isEmpty && dates.count < 40 && dates.allSatisfy { $0 > "2026-07-01" })
            let cut = await sample.get("/github/search/repositories?q=language:cobol")
            #expect(cut.object["incomplete_results"] as? Bool == true)
            #expect(
                await sample.get("/github/search/repositories?q=language:nonsense").object["total_count"] as? Int == 0)
            #expect(await sample.get("/github/search/repositories").status == 422)
        }
    }

    @Test("The public list has 100 a page and leads to its end by Link, whose `first` is a template")
    func list() async throws {
        try await withSample { sample in
            var heard = await sample.get("/github/repositories", ["Authorization": "Bearer fine"])
            #expect(heard.links["first"] == sample.gitHubURL.absoluteString + "/repositories{?since}")
            #expect(heard.headers["etag"] != nil && heard.headers["last-modified"] == nil)
            var ids = heard.list.compactMap { $0["id"] as? Int }
            #expect(ids.count == 100 && heard.list.allSatisfy { $0.count == 46 })
            while let next = heard.links["next"] {
                heard = await sample.get(link: next, ["Authorization": "Bearer fine"])
                ids += heard.list.compactMap { $0["id"] as? Int }
            }
            #expect(ids.count > 800 && ids == Array(Set(ids)).sorted())
        }
    }

    @Test("An avatar is a picture that doesn't count against the limit")
    func avatar() async throws {
        try await withSample({ $0.gitHubLimit = 1 }) { sample in
            let event = await sample.get(harbor).list[0]
            let address = (event["actor"] as? [String: Any])?["avatar_url"] as? String ?? ""
            #expect(address.hasSuffix("?"))
            let heard = await sample.get(link: address + "&s=64", ["User-Agent": ""])
            #expect(heard.status == 200 && heard.headers["content-type"] == "image/png")
            #expect(Array(heard.body).prefix(4) == [0x89, 0x50, 0x4e, 0x47])
            #expect(Array(heard.body)[16..<24] == [0, 0, 0, 64, 0, 0, 0, 64])
        }
    }
}
