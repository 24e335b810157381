extension [String] {
    /// “a, b or c”
    var alternatives: String {
        count > 1 ? dropLast().joined(separator: ", ") + " or " + self[count - 1] : first ?? ""
    }
}
