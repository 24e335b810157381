#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// The pages for people that belong to an API address.
struct Website: Sendable {
    private let home: URL
    private let prefix: String

    /// `https://api.github.com` → `https://github.com`; `https://ghe.example/api/v3` (GitHub Enterprise Server) →
    /// `https://ghe.example`; `https://api.octo.ghe.com` (data residency) → `https://octo.ghe.com`.
    ///
    /// Anything else is taken for a mirror of github.com.
    init(of api: URL) {
        let scheme = api.scheme ?? "https"
        let port = api.port.map { ":\($0)" } ?? ""
        let path = api.path.split(separator: "/")
        let host = api.host ?? ""
        let text: String
        if path.suffix(2) == ["api", "v3"] {
            text = (["\(scheme)://\(host)\(port)"] + path.dropLast(2).map(String.init)).joined(separator: "/")
        } else if host.hasPrefix("api."), path.isEmpty {
            text = "\(scheme)://\(host.dropFirst(4))\(port)"
        } else {
            text = "https://github.com"
        }
        prefix = text
        home = URL(string: text) ?? api
    }

    /// The site that a page stands on.
    init(ofPage page: URL) {
        let port = page.port.map { ":\($0)" } ?? ""
        prefix = "\(page.scheme ?? "https")://\(page.host ?? "github.com")\(port)"
        home = URL(string: prefix) ?? page
    }

    /// The page of an account; nil for a bot, which has none.
    func page(of account: String) -> URL? {
        account.contains("[") ? nil : URL(string: prefix + "/" + account.percentEncoded)
    }

    /// A page of a repository; `path` is percent-encoded but for its slashes.
    func page(of repository: String, _ path: String = "", fragment: String? = nil) -> URL {
        var text = prefix + "/" + repository.percentEncoded
        if !path.isEmpty { text += "/" + path.percentEncoded }
        if let fragment { text += "#" + fragment.percentEncoded }
        return URL(string: text) ?? home
    }

    /// The upstream's own address of a page if it is one that a browser may be given, else the one built here.
    func page(_ address: String?, else built: @autoclosure () -> URL) -> URL {
        guard let address, let url = URL(string: address), url.scheme == "https" || url.scheme == "http" else {
            return built()
        }
        return url
    }
}

extension String {
    /// With all but RFC 3986's unreserved characters and slashes encoded; a branch may be called anything.
    var percentEncoded: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"), UInt8(ascii: "/"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16, uppercase: true)
                text += (byte < 16 ? "%0" : "%") + digits
            }
        }
        return text
    }
}
