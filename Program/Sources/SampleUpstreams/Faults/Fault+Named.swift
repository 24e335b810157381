extension Fault {
    /// The fault of that name, with its parameters; otherwise a sentence that explains what is wrong.
    static func named(_ name: String, _ parameters: [String: String]) throws(WrongOrder) -> Fault {
        func number(_ parameter: String) throws(WrongOrder) -> Int {
            guard let number = parameters[parameter].flatMap({ Int($0) }), number >= 0 else {
                throw WrongOrder("\(name) needs \(parameter)= and a whole number")
            }
            return number
        }
        if let fault = plain[name] { return fault }
        switch name {
        case "status": return .status(try number("status"), body: parameters["body"] ?? "")
        case "rateLimitedPrimary": return .rateLimitedPrimary(reset: try number("reset"))
        case "rateLimitedSecondary": return .rateLimitedSecondary(retryAfter: try number("retryAfter"))
        case "redirect":
            guard let address = parameters["to"] else { throw WrongOrder("redirect needs to= and an address") }
            return .redirect(to: address)
        default:
            let names = plain.keys + ["status", "rateLimitedPrimary", "rateLimitedSecondary", "redirect"]
            throw WrongOrder("fault= is one of \(names.sorted().joined(separator: ", "))")
        }
    }

    /// Faults without parameters.
    private static let plain: [String: Fault] = [
        "hang": .hang, "hangMidBody": .hangMidBody, "slowBody": .slowBody, "drip": .drip,
        "resetMidBody": .resetMidBody, "wrongLength": .wrongLength, "truncatedJSON": .truncatedJSON,
        "wrongJSON": .wrongJSON, "notJSON": .notJSON, "wrongType": .wrongType,
        "informationalFlood": .informationalFlood, "redirectLoop": .redirectLoop, "endlessBody": .endlessBody,
        "gzipBomb": .gzipBomb, "invalidUTF8": .invalidUTF8, "emptyBody": .emptyBody,
        "closeWithoutResponse": .closeWithoutResponse,
    ]
}

/// An invalid request for a fault, and what would be valid.
struct WrongOrder: Error {
    let reason: String

    init(_ reason: String) { self.reason = reason }
}
