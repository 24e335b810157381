// Sendable: the sending thread doesn't use the value after the transfer.
/// Passes a value that may not be `Sendable` to another thread.
package struct UncheckedTransfer<Value>: @unchecked Sendable {
    package let value: Value

    package init(_ value: Value) { self.value = value }
}
