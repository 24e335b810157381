extension String {
    /// The text in quotation marks; text that has some of its own stays as it is.
    package var inQuotes: String { contains { "\"“”".contains($0) } ? self : "“\(self)”" }
}
