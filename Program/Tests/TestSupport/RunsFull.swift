import Foundation

/// True if tests run in their full form, as in `make check-program`.
package let runsFull = ProcessInfo.processInfo.environment["FRESHET_FULL"] != nil
