import CPQ
import Platform
import SQL

/// The types of parameters and results, by their numbers in `pg_type`, and how libpq has their values.
extension SQLValue {
    /// The type that a parameter has; 0 leaves that of NULL to the statement.
    var parameterType: Oid {
        switch self {
        case .null: 0
        case .integer: 20  // int8
        case .real: 701  // float8
        case .text: 25
        case .blob: 17  // bytea
        }
    }

    /// The value in network order; nil for NULL.
    var binary: [UInt8]? {
        switch self {
        case .null: nil
        case .integer(let value): Self.bytes(UInt64(bitPattern: value))
        case .real(let value): Self.bytes(value.bitPattern)
        // A text can't have this character in PostgreSQL.
        case .text(let value):
            value.utf8.contains(0) ? Array(value.replacing("\0", with: "\u{FFFD}").utf8) : Array(value.utf8)
        case .blob(let value): Array(value)
        }
    }

    private static func bytes(_ value: UInt64) -> [UInt8] { withUnsafeBytes(of: value.bigEndian, Array.init) }

    /// Reads a value of a result in the binary format; nil for a type that no statement selects.
    init?(_ bytes: UnsafeRawBufferPointer, type: Oid) {
        switch type {
        case 20 where bytes.count == 8: self = .integer(Int64(bitPattern: Self.number(bytes)))
        case 23 where bytes.count == 4: self = .integer(Int64(Int32(truncatingIfNeeded: Self.number(bytes))))
        case 21 where bytes.count == 2: self = .integer(Int64(Int16(truncatingIfNeeded: Self.number(bytes))))
        case 16 where bytes.count == 1: self = .integer(bytes[0] == 0 ? 0 : 1)
        case 701 where bytes.count == 8: self = .real(Double(bitPattern: Self.number(bytes)))
        case 700 where bytes.count == 4:
            self = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: Self.number(bytes)))))
        case 25, 19, 705, 1042, 1043: self = .text(String(decoding: bytes, as: UTF8.self))
        case 17: self = .blob(Data(bytes))
        default: return nil
        }
    }

    private static func number(_ bytes: UnsafeRawBufferPointer) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
}
