extension FuzzTarget {
    /// Short documents of this project, for what the upstreams' answers don't have.
    var own: [String] {
        switch self {
        case .gitHub:
            [
                #"{"message":"Not Found","documentation_url":"https://a.example"}"#,
                #"{"total_count":1,"incomplete_results":false,"items":[{"id":1,"full_name":"a/b","stargazers_count":2}]}"#,
            ]
        case .hackerNews:
            [#"{"id":1,"type":"story","by":"ann","time":1,"title":"a","kids":[2],"score":3}"#, "null", "[1,2]"]
        case .usgs:
            [
                #"{"type":"FeatureCollection","metadata":{"generated":1,"title":"a","count":1},"features":[{"type":"Feature","#
                    + #""id":"a","properties":{"mag":1.5,"place":"b","time":1,"updated":2,"url":"https://a.example","alert":"green","#
                    + #""tsunami":0,"sig":3,"type":"earthquake","magType":"ml","title":"c"},"geometry":{"type":"Point","coordinates":[1,2,3]}}]}"#
            ]
        case .eonet: []
        case .webFeed: Self.feeds
        case .webPage:
            [
                #"<html><head><base href="/x"><link rel="alternate" type="application/rss+xml" href="a"><title>&eacute;</title>"#
            ]
        case .subscriptions: [Self.list]
        case .markup:
            [
                "<p>a <b>b <i>c</b></i><ul><li>d<ol start=3><li>e</ul><table><tr><td>f<th>g</table><pre>  h\n</pre>",
                "<a href=\"https://a.example/?b&amp;c\">d</a><img src=e alt='f'><video src=g></video>&#x41;&hellip;<svg><p>",
            ]
        case .text: ["A naïve \u{202e}text\u{9b}31m\r\n\twith\u{a0}marks e\u{301} %41+%zz 👩🏽‍❤️‍💋‍👨🏽"]
        case .dates:
            [
                "2026-11-21T10:32:00.123+01:00", "Sun, 06 Nov 1994 08:49:37 GMT", "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994", "Sat, 21 Nov 2026 10:32:00 +0100", "21 November 2026", "2026-11",
                "20261121T1032Z",
            ]
        case .headers:
            [
                "max-age=60, no-cache=\"a\", s-maxage=\"1\"\nW/\"x\"\nSun, 06 Nov 1994 08:49:37 GMT\n120\n"
                    + "<https://a.example/?page=2>; rel=\"next last\"; title=\"a, \\\"b\", </c>;rel=prev\ntext/html; charset=utf-8\n\n"
                    + "60\n5000\n4999\n1800000000\ncore",
                "Sun, 06 Nov 1994 08:49:37 GMT",
            ]
        case .addresses:
            [
                "https://ann:pw@[::ffff:127.0.0.1]:8080/a%20b/../c?d=e#f", "github.com/octo/harbor",
                "mailto:a@b.example?c",
                "web/https%3A%2F%2Fa.example", "https://news.ycombinator.com/item?id=1", "http://127.1:99999/",
                "news/top",
            ]
        case .search:
            [
                #"swift "an exact phrase" -title:beta by:ann in:github/octo/harbor is:unread newer:7d stars>10 near:47.3,8.5,100km"#,
                #"/(a|b)*c{2,5}[^d-f]\d+\b.$/"#, "(?",
            ]
        case .rules:
            ["notify 10 stars in 10m in:github/octo/harbor", "mute /a+/ is:unread", "notify no release for 90d"]
        case .requests:
            [
                "/github/octo/har%62or.atom?limit=5&q=a+b%20c&seen=r1-2,r2-3&return=%2Fnews\nHost:feeds.example.org:8443\n"
                    + "Cookie:density=compact; freshet-session=abc\nOrigin:https://feeds.example.org\nAccept-Encoding:br, gzip;q=0.5, *;q=0\n"
                    + "X-Forwarded-For:192.0.2.1, [2001:db8::1]:80\nAuthorization:Basic YTpi\nLast-Event-ID:r1-7\n\naddress=a%2Fb&folder=c",
                "/import\nHost:localhost\nAuthorization:Bearer x\nContent-Type:multipart/form-data; boundary=\"b\"\n\n"
                    + "--b\r\nContent-Disposition: form-data; name=file; filename=a\r\n\r\n<opml/>\r\n--b--\r\n",
                "/marks\nSec-Fetch-Site:cross-site\nReferer:http://127.0.0.1/a\n\n"
                    + #"{"feed":"/news/top","items":["a",1,true]}"#,
            ]
        case .feedLoad: []
        case .importing:
            [
                Self.list,
                #"{"version":1,"follows":[{"feed":"news/top"}],"marks":[],"saved":[],"rules":["mute a"]}"#,
            ]
        }
    }

    private static let list =
        "<opml version=\"2.0\"><head><title>a</title></head><body><outline text=\"a\"><outline text=\"b\" "
        + "xmlUrl=\"https://a.example/\" htmlUrl=\"c\" category=\"/d,e\"/></outline></body></opml>"

    private static let feeds = [
        """
        <?xml version="1.0" encoding="utf-8"?><!DOCTYPE rss [<!ENTITY a "b">]><rss version="2.0" \
        xmlns:c="http://purl.org/rss/1.0/modules/content/"><channel><title>T &amp; &a;</title><ttl>60</ttl>\
        <skipHours><hour>3</hour></skipHours><item><title>é &nbsp; <![CDATA[x]]></title><link>/a</link><guid>1</guid>\
        <pubDate>Sat, 21 Nov 2026 10:32:00 GMT</pubDate><c:encoded>&lt;a href="b">&lt;/a></c:encoded><!-- c --></item>\
        </channel></rss>
        """,
        """
        <feed xmlns="http://www.w3.org/2005/Atom" xml:base="/b/"><entry><id>1</id><title type="xhtml"><div>a <b>b</b></div>\
        </title><link href="x"/><updated>2026-11-21T10:32:00Z</updated><content type="html">&lt;p></content></entry></feed>
        """,
        #"{"version":"https://jsonfeed.org/version/1.1","items":[{"id":"1","title":"\u00e9\n","authors":[{"name":"M"}],"tags":["a"]}]}"#,
        """
        <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel><title>a\
        </title></channel><item rdf:about="b"><title>c</title><link>d</link></item></rdf:RDF>
        """,
    ]
}
