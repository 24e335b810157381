extension Int {
    /// The whole part of a number of an upstream, which may be absurd: clamped to ±10¹², seconds of 30,000 years; 0 if it isn't a number.
    package init(clamped value: Double) {
        self = value.isNaN ? 0 : Int(Swift.min(Swift.max(value, -1e12), 1e12))
    }
}
