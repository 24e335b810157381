// Safe: events of one chain are handed on one at a time and never touched again by who gave them.
/// Carries a value to another thread that uses it after the giver has let go of it.
struct Handover<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
