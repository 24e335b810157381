extension Bool {
    /// Reads the value of a parameter; nil for other text.
    ///
    /// It accepts the forms of Go's `strconv.ParseBool`, as Miniflux does.
    package init?(parameter text: String) {
        switch text {
        case "1", "t", "T", "true", "TRUE", "True": self = true
        case "0", "f", "F", "false", "FALSE", "False": self = false
        default: return nil
        }
    }
}
