import Catalog
import FreshetServer
import HTTPTypes
import Platform

/// Requests of the page's server: a line with the target, lines with fields, an empty line and the body.
enum ServerTarget {
    static func read(_ bytes: [UInt8]) {
        var rest = bytes[...]
        func line() -> String {
            let line = rest.prefix { $0 != UInt8(ascii: "\n") }
            rest = rest.dropFirst(line.count + 1)
            return String(decoding: line, as: UTF8.self)
        }
        var request = HTTPRequest(method: .get, scheme: nil, authority: "127.0.0.1", path: line())
        while !rest.isEmpty {
            let field = line()
            if field.isEmpty { break }
            let name = field.prefix { $0 != ":" }
            let value = String(field.dropFirst(name.count + 1))
            if name == "Host" { request.authority = value }
            if let name = HTTPField.Name(String(name)), HTTPField.isValidValue(value) {
                request.headerFields.append(HTTPField(name: name, value: value))
            }
        }
        do { try reading.get().read(request, body: Data(rest)) } catch {}
    }

    private static let reading = Result { try RequestReading(.all) }
}
