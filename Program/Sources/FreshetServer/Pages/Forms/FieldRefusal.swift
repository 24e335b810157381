import WebText

/// Why a field's text was refused; empty if it wasn't.
struct FieldRefusal {
    private let id: String
    private let refused: RefusedForm?

    init(_ id: String, _ site: Site) {
        self.id = id
        refused = site.refused.flatMap { $0.field == id ? $0 : nil }
    }

    /// What was typed before.
    var typed: String { refused?.typed ?? "" }

    /// The attributes of the field.
    var attributes: HTML? {
        refused == nil ? nil : " aria-invalid=\"true\" aria-describedby=\"\(id)-refusal\" autofocus"
    }

    /// The reason, shown beside the field.
    var html: HTML? {
        refused.map {
            "<p id=\"\(id)-refusal\" class=\"wrong\" role=\"alert\">\(SafeText($0.reason, atMost: 1000).html)</p>"
        }
    }
}
