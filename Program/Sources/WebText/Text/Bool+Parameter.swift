extension Bool {
    /// Reads the value of a parameter in each form that Go's `strconv.ParseBool` reads, as Miniflux does; nil for other text.
    package init?(parameter text: String) {
        switch text {
        case "1", "t", "T", "true", "TRUE", "True": self = true
        case "0", "f", "F", "false", "FALSE", "False": self = false
        default: return nil
        }
    }
}
