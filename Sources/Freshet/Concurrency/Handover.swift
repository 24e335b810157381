// Safe: events of one chain are handed on one at a time and never touched again by who gave them.
/// Carries a value to another thread that uses it after the giver has let go of it.
package struct Handover<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
