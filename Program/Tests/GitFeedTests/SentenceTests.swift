import Feeds
import Foundation
import GitFeed
import Testing
import UpstreamTestSupport

/// An event by its payload, the expected sentence and the expected path below `https://github.com/octo-sample/harbor`.
private struct Line {
    let type: String
    let payload: String
    let predicate: String
    let page: String

    init(_ type: String, _ payload: String, _ predicate: String, _ page: String) {
        (self.type, self.payload, self.predicate, self.page) = (type, payload, predicate, page)
    }
}

private let issue =
    #""issue":{"number":3,"title":"Tide  is\nlate","html_url":"https://github.com/octo-sample/harbor/issues/3"}"#
private let talked = #""issue":{"number":4,"title":"Moor","pull_request":{"url":"x"}}"#
private let thin = #""number":12,"pull_request":{"number":12,"id":1,"url":"x","head":{"ref":"a"},"base":{"ref":"b"}}"#
private let fat =
    #""number":12,"pull_request":{"number":12,"title":"Fix it","merged":true,"html_url":"https://github.com/octo-sample/harbor/pull/12"}"#
private let web = "https://github.com/octo-sample/harbor"

private let lines: [Line] = [
    Line(
        "PushEvent", #"{"ref":"refs/heads/main","head":"abc","before":"def","push_id":1}"#, "pushed to main",
        "/compare/def...abc"),
    Line(
        "PushEvent", #"{"ref":"refs/heads/main","head":"abc","before":"def","size":3,"distinct_size":3,"commits":[]}"#,
        "pushed 3 commits to main", "/compare/def...abc"),
    Line("PushEvent", #"{"ref":"refs/heads/a#b","size":1}"#, "pushed 1 commit to a#b", "/commits/a%23b"),
    Line("PushEvent", #"{"ref":"refs/heads/new","head":"abc","before":"0000"}"#, "pushed to new", "/commits/abc"),
    Line("PushEvent", #"{"ref":"refs/tags/v1","head":"abc"}"#, "pushed to the tag v1", "/commits/abc"),
    Line("PullRequestEvent", #"{"action":"opened",\#(thin)}"#, "opened pull request #12", "/pull/12"),
    Line("PullRequestEvent", #"{"action":"opened",\#(fat)}"#, "opened pull request #12 “Fix it”", "/pull/12"),
    Line("PullRequestEvent", #"{"action":"merged",\#(thin)}"#, "merged pull request #12", "/pull/12"),
    Line("PullRequestEvent", #"{"action":"closed",\#(fat)}"#, "merged pull request #12 “Fix it”", "/pull/12"),
    Line("PullRequestEvent", #"{"action":"closed",\#(thin)}"#, "closed pull request #12", "/pull/12"),
    Line(
        "PullRequestEvent", #"{"action":"reopened","number":7,"pull_request":{}}"#, "reopened pull request #7",
        "/pull/7"),
    Line(
        "PullRequestEvent", #"{"action":"labeled",\#(thin),"label":{"name":"bug"}}"#,
        "labeled pull request #12 with “bug”",
        "/pull/12"),
    Line(
        "PullRequestEvent", #"{"action":"assigned",\#(thin),"assignee":{"login":"u"}}"#,
        "assigned u to pull request #12",
        "/pull/12"),
    Line(
        "PullRequestEvent", #"{"action":"review_requested",\#(thin),"requested_reviewer":{"login":"u"}}"#,
        "requested a review of pull request #12 from u", "/pull/12"),
    Line("PullRequestEvent", #"{"action":"synchronize",\#(thin)}"#, "pushed to pull request #12", "/pull/12"),
    Line(
        "PullRequestEvent", #"{"action":"sprinkled_on",\#(thin)}"#, "did “sprinkled on” to pull request #12", "/pull/12"
    ),
    Line(
        "PullRequestReviewEvent", #"{"action":"created","review":{"state":"approved"},\#(thin)}"#,
        "approved pull request #12", "/pull/12"),
    Line(
        "PullRequestReviewEvent",
        #"{"action":"created","review":{"state":"changes_requested","html_url":"\#(web)/pull/12#r1"},\#(fat)}"#,
        "requested changes on pull request #12 “Fix it”", "/pull/12#r1"),
    Line(
        "PullRequestReviewEvent", #"{"action":"created","review":{"state":"commented"},\#(thin)}"#,
        "reviewed pull request #12", "/pull/12"),
    Line(
        "PullRequestReviewEvent", #"{"action":"dismissed","review":{"state":"dismissed"},\#(thin)}"#,
        "dismissed a review of pull request #12", "/pull/12"),
    Line(
        "PullRequestReviewEvent", #"{"action":"created","review":{"state":"dismissed"},\#(thin)}"#,
        "reviewed pull request #12 (dismissed since)", "/pull/12"),
    Line(
        "PullRequestReviewCommentEvent", #"{"action":"created","comment":{"path":"a/b.swift"},\#(thin)}"#,
        "commented on a/b.swift in pull request #12", "/pull/12"),
    Line(
        "PullRequestReviewThreadEvent", #"{"action":"resolved",\#(thin)}"#,
        "resolved a conversation on pull request #12", "/pull/12"),
    Line("IssuesEvent", #"{"action":"opened",\#(issue)}"#, "opened issue #3 “Tide is late”", "/issues/3"),
    Line(
        "IssuesEvent", #"{"action":"labeled",\#(issue),"label":{"name":"bug"},"labels":[]}"#,
        "labeled issue #3 “Tide is late” with “bug”", "/issues/3"),
    Line("IssuesEvent", #"{"action":"labeled",\#(issue)}"#, "labeled issue #3 “Tide is late”", "/issues/3"),
    Line(
        "IssuesEvent", #"{"action":"unassigned",\#(issue),"assignee":{"login":"u"}}"#,
        "unassigned u from issue #3 “Tide is late”", "/issues/3"),
    Line(
        "IssuesEvent", #"{"action":"closed","issue":{"number":5,"title":"x","state_reason":"not_planned"}}"#,
        "closed issue #5 “x” as not planned", "/issues/5"),
    Line(
        "IssueCommentEvent", #"{"action":"created",\#(issue),"comment":{"html_url":"\#(web)/issues/3#c1"}}"#,
        "commented on issue #3 “Tide is late”", "/issues/3#c1"),
    Line(
        "IssueCommentEvent", #"{"action":"created",\#(talked),"comment":{}}"#, "commented on pull request #4 “Moor”",
        "/pull/4"),
    Line(
        "IssueCommentEvent", #"{"action":"deleted",\#(talked)}"#, "deleted a comment on pull request #4 “Moor”",
        "/pull/4"),
    Line(
        "IssueCommentEvent",
        #"{"action":"created","issue":{"number":8,"title":"x","pull_request":{"html_url":null,"diff_url":null}}}"#,
        "commented on issue #8 “x”", "/issues/8"),
    Line("WatchEvent", #"{"action":"started"}"#, "starred the repository", "/stargazers"),
    Line(
        "CreateEvent", #"{"ref":"a/ü","ref_type":"branch","description":null}"#, "created branch a/ü", "/tree/a/%C3%BC"),
    Line("CreateEvent", #"{"ref":"v1","ref_type":"tag"}"#, "created tag v1", "/tree/v1"),
    Line("CreateEvent", #"{"ref":null,"ref_type":"repository"}"#, "created the repository", ""),
    Line("DeleteEvent", #"{"ref":"y","ref_type":"tag"}"#, "deleted tag y", "/tags"),
    Line("DeleteEvent", #"{"ref":"y","ref_type":"branch"}"#, "deleted branch y", "/branches"),
    Line(
        "ReleaseEvent", #"{"action":"published","release":{"tag_name":"v1.2","name":"Name"}}"#, "released v1.2 “Name”",
        "/releases/tag/v1.2"),
    Line(
        "ReleaseEvent", #"{"action":"published","release":{"tag_name":"v1.2","name":null}}"#, "released v1.2",
        "/releases/tag/v1.2"),
    Line(
        "ReleaseEvent", #"{"action":"published","release":{"tag_name":"v2","name":"v2","prerelease":true}}"#,
        "published the pre-release v2", "/releases/tag/v2"),
    Line(
        "ReleaseEvent", #"{"action":"edited","release":{"tag_name":"v2","name":""}}"#, "edited the release v2",
        "/releases/tag/v2"),
    Line("MemberEvent", #"{"action":"added","member":{"login":"u"}}"#, "added u as a collaborator", ""),
    Line("PublicEvent", "{}", "made the repository public", ""),
    Line(
        "GollumEvent",
        #"{"pages":[{"title":"Home","action":"edited"},{"title":"B","action":"edited"},{"title":"C","action":"edited"}]}"#,
        "edited the wiki page Home and 2 others", "/wiki"),
    Line(
        "GollumEvent",
        #"{"pages":[{"title":"Home","action":"created","summary":null,"html_url":"\#(web)/wiki/Home"}]}"#,
        "created the wiki page Home", "/wiki/Home"),
    Line(
        "CommitCommentEvent", #"{"comment":{"commit_id":"abc1234def"}}"#, "commented on commit abc1234",
        "/commit/abc1234def"),
    Line(
        "DiscussionEvent", #"{"action":"created","discussion":{"number":9,"title":"Why?"}}"#,
        "started discussion #9 “Why?”", "/discussions/9"),
    Line(
        "DiscussionEvent", #"{"action":"answered","discussion":{"number":9,"title":"Why?"}}"#,
        "marked an answer to discussion #9 “Why?”", "/discussions/9"),
    Line(
        "DiscussionCommentEvent", #"{"action":"created","discussion":{"number":9,"title":"Why?"}}"#,
        "commented on discussion #9 “Why?”", "/discussions/9"),
    Line("SponsorshipEvent", #"{"action":"created"}"#, "started a sponsorship", ""),
    Line(
        "IssuesEvent", #"{"action":"opened","issue":{"number":9,"title":"Say \"why\""}}"#,
        "opened issue #9 Say \"why\"", "/issues/9"),
    Line("MergeQueueEntryEvent", #"{"anything":[1,2]}"#, "triggered an event of type “merge queue entry”", ""),
    Line("FooEvent", #"{"anything":[1,2]}"#, "triggered an event of type “foo”", ""),
]

@Suite("Events as sentences")
struct SentenceTests {
    @Test("Each type of event, thin and fat, says what was done and links to the page that shows it")
    func sentences() async throws {
        let body = lines.enumerated().map { number, line in
            madeUpEvent(id: "\(number)", type: line.type, payload: line.payload, minute: lines.count - number)
        }.joined(separator: ",")
        try await withUpstreams { upstreams in
            let page = try await upstreams.page(of: "[\(body)]")
            #expect(page.skipped == [])
            try #require(page.events.count == lines.count)
            for (event, line) in zip(page.events, lines) {
                #expect(event.title == "mira " + line.predicate)
                #expect(event.url.absoluteString == web + line.page, "\(line.type)")
                #expect(event.type == line.type)
            }
        }
    }

    @Test("A fork links to the copy, a collaborator to the person")
    func elsewhere() async throws {
        try await withUpstreams { upstreams in
            let fork = #"{"action":"forked","forkee":{"full_name":"z/w","html_url":"https://github.com/z/w"}}"#
            let member = #"{"action":"added","member":{"login":"u","html_url":"https://github.com/u"}}"#
            let events = [
                madeUpEvent(id: "1", type: "ForkEvent", payload: fork, minute: 2),
                madeUpEvent(id: "2", type: "MemberEvent", payload: member, minute: 1),
            ]
            let page = try await upstreams.page(of: "[\(events.joined(separator: ","))]")
            #expect(
                page.events.map(\.title) == ["mira forked the repository to z/w", "mira added u as a collaborator"])
            #expect(page.events.map(\.url.absoluteString) == ["https://github.com/z/w", "https://github.com/u"])
        }
    }

    @Test(
        "The written text is included, a comment's before its issue's",
        arguments: [
            (
                "IssuesEvent", #"{"action":"opened","issue":{"number":3,"title":"x","body":"It  is late"}}"#,
                "It  is late"
            ),
            (
                "IssueCommentEvent",
                #"{"action":"created","issue":{"number":3,"title":"x","body":"an issue"},"comment":{"body":"a comment"}}"#,
                "a comment"
            ),
            ("ReleaseEvent", #"{"action":"published","release":{"tag_name":"v1","body":"* notes"}}"#, "* notes"),
            ("IssuesEvent", #"{"action":"opened","issue":{"number":3,"title":"x","body":" "}}"#, nil),
            ("WatchEvent", #"{"action":"started"}"#, nil),
        ] as [(String, String, String?)])
    func bodies(type: String, payload: String, body: String?) async throws {
        try await withUpstreams { upstreams in
            let page = try await upstreams.page(
                of: "[\(madeUpEvent(id: "1", type: type, payload: payload, minute: 0))]")
            let event = try #require(page.events.first)
            #expect(event.body == body)
            #expect(try JSONDecoder().decode(GitHubItem.self, from: JSONEncoder().encode(event)) == event)
        }
    }

    @Test("A body keeps its paragraphs, lines and code, loses a template's comments, and is truncated if long")
    func markdown() async throws {
        try await withUpstreams { upstreams in
            let body =
                "<!-- Describe\\nit -->One <b>\\ntwo\\n\\n```swift\\na < b\\n```\\n"
                + String(repeating: "é", count: 3000)
            let payload = #"{"action":"opened","issue":{"number":3,"title":"x","body":"\#(body)"}}"#
            let page = try await upstreams.page(
                of: "[\(madeUpEvent(id: "1", type: "IssuesEvent", payload: payload, minute: 0))]")
            let text = try #require(page.events.first?.entry.text)
            #expect(text.hasPrefix("<p>One &lt;b&gt;<br>two</p><pre>a &lt; b</pre><p>éé"))
            #expect(text.hasSuffix("é…</p>") && text.utf8.count < 4200)
        }
    }

    @Test("An address that isn't a web address is left out")
    func strangeAddress() async throws {
        try await withUpstreams { upstreams in
            let payload = #"{"action":"opened","issue":{"number":3,"title":"x","html_url":"javascript:alert(1)"}}"#
            let page = try await upstreams.page(
                of: "[\(madeUpEvent(id: "1", type: "IssuesEvent", payload: payload, minute: 0))]")
            #expect(page.events.first?.url.absoluteString == web + "/issues/3")
        }
    }
}

/// An event by mira in the repository `harbor`.
func madeUpEvent(id: String, type: String, payload: String, minute: Int) -> String {
    let time = "2026-05-01T\(minute < 600 ? "0" : "")\(minute / 60):\(minute % 60 < 10 ? "0" : "")\(minute % 60):00Z"
    return """
        {"id":"\(id)","type":"\(type)","actor":{"id":1,"login":"mira","avatar_url":"https://avatars.example/u/1?"},\
        "repo":{"id":2,"name":"octo-sample/harbor"},"payload":\(payload),"public":true,"created_at":"\(time)"}
        """
}
