import WebText

/// A hidden field of a form.
struct Hidden {
    let name: String
    let value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    var html: HTML { "<input type=\"hidden\" name=\"\(name)\" value=\"\(value)\">" }
}
