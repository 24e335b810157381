import HTTPTypes

/// The cookie of a browser that has signed in.
enum SessionCookie {
    private static let name = "freshet-session"
    /// With this name, browsers accept a cookie only over TLS, from this host and for all of its paths.
    private static let secureName = "__Host-" + name
    /// The cookie in which earlier versions stored the token.
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

    /// The cookies that remove the cookies of a request.
    static func removing(from headers: HTTPFields) -> [String] {
        [name, secureName, formerName].filter { !values([$0], in: headers).isEmpty }.map { name in
            "\(name)=\(attributes)\(name == secureName ? "; Secure" : ""); Max-Age=0"
        }
    }

    private static func values(_ names: [String], in headers: HTTPFields) -> [String] { headers.cookies(named: names) }
}

extension HTTPFields {
    /// The values of the cookies with these names.
    func cookies(named names: [String]) -> [String] {
        self[values: .cookie].flatMap { $0.split(separator: ";") }.compactMap { pair in
            let pair = pair.drop { $0 == " " }
            return names.first { pair.hasPrefix($0 + "=") }.map { String(pair.dropFirst($0.count + 1)) }
        }
    }
}
