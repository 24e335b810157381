import Platform
import WebText

/// The beginning of a body for an error message: printable, on one line, at most 500 characters.
struct BodyStart {
    let text: String

    init(_ body: Data) { text = SafeText(line: String(decoding: body.prefix(4000), as: UTF8.self), atMost: 500).text }
}
