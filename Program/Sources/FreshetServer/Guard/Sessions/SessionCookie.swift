import HTTPTypes

/// The cookie of a browser that has signed in.
enum SessionCookie {
    private static let name = "freshet-session"
    /// Browsers take a cookie of this name only over TLS, from this host and for all of it.
    private static let secureName = "__Host-" + name
    /// What earlier versions kept the token itself in.
    private static let formerName = "freshet-token"
    private static let attributes = "; Path=/; HttpOnly; SameSite=Strict"

    /// The cookie that keeps a browser signed in for a year.
    static func keeping(_ secret: String, isSecure: Bool) -> String {
        isSecure
            ? "\(secureName)=\(secret)\(attributes); Secure; Max-Age=31536000"
            : "\(name)=\(secret)\(attributes); Max-Age=31536000"
    }

    /// The secrets that a request has; usually one.
    static func secrets(in headers: HTTPFields) -> [String] { values([secureName, name], in: headers) }

    /// The cookies that remove those that a request has.
    static func removing(from headers: HTTPFields) -> [String] {
        [name, secureName, formerName].filter { !values([$0], in: headers).isEmpty }.map { name in
            "\(name)=\(attributes)\(name == secureName ? "; Secure" : ""); Max-Age=0"
        }
    }

    private static func values(_ names: [String], in headers: HTTPFields) -> [String] {
        headers[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return names.first { pair.hasPrefix($0 + "=") }.map { String(pair.dropFirst($0.count + 1)) }
        }
    }
}
