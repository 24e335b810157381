#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A measurement from another machine, of a library that doesn't run here.
public struct Fact: Sendable {
    /// RxSwift's nanoseconds per unit.
    let rxSwift: Double
    /// A contender measured on the same machine, and its nanoseconds per unit.
    let peer: (name: String, nanoseconds: Double)?

    public init(rxSwift: Double, _ peer: String? = nil, _ nanoseconds: Double = .nan) {
        self.rxSwift = rxSwift
        self.peer = peer.map { ($0, nanoseconds) }
    }
}

/// The ratios of all cases to the best peer and, where known, to RxSwift.
public struct Summary {
    private struct Line {
        let name: String
        let freshet: Double
        /// The fastest of the other libraries.
        let peer: Row?
        let fact: Fact?
        /// The row of the contender named by the fact.
        let known: Row?
    }

    private let facts: [String: Fact]
    private var lines: [Line] = []

    public init(facts: [String: Fact]) { self.facts = facts }

    public mutating func add(_ rows: [Row]) {
        guard let freshet = rows.first(where: { $0.contender == Contender.freshet }) else { return }
        let peers = rows.filter(\.isPeer)
        let fact = facts[freshet.benchmark]
        lines.append(
            Line(
                name: freshet.benchmark, freshet: freshet.median, peer: peers.min { $0.median < $1.median },
                fact: fact, known: peers.first { $0.contender == fact?.peer?.name }))
    }

    public func print() {
        guard lines.count > 1 else { return }
        let widths = [47, 27, 10, 10, 9, 11]
        Swift.print()
        Table.line(["case", "best peer", "its ns", "Freshet ns", "× peer", "× RxSwift *"], widths)
        Table.rule(widths)
        for line in lines {
            let numbers = [line.peer?.median, line.freshet, line.peer?.timesFreshet, timesRxSwift(line)]
            let cells = numbers.map { $0.map(Table.number) ?? "–" }
            Table.line([line.name, line.peer?.contender ?? "none"] + cells, widths)
        }
        let means = [lines.compactMap(\.peer?.timesFreshet), lines.compactMap(timesRxSwift)].map {
            $0.isEmpty ? "–" : Table.number(geometricMean($0))
        }
        Table.line(["geometric mean", "", "", ""] + means, widths)
        printOrigin()
    }

    private func printOrigin() {
        let slowness = slowness.map { Table.number($0) } ?? "–"
        Swift.print(
            """

            \\* An estimate: these benchmarks don't depend on RxSwift. RxSwift 6.10 and peers were measured together on another machine (`RxSwiftFacts.swift`). Where the peer of then
            runs here: × that peer, measured here, times RxSwift : that peer, of then. Elsewhere: RxSwift's nanoseconds of then, times \(slowness) (how much longer the peers of the other
            cases take here than then, in the geometric mean), divided by Freshet's here. “–”: no figure.
            """)
    }

    private func timesRxSwift(_ line: Line) -> Double? {
        guard let fact = line.fact else { return nil }
        if let peer = fact.peer, let times = line.known?.timesFreshet { return times * fact.rxSwift / peer.nanoseconds }
        return slowness.map { fact.rxSwift * $0 / line.freshet }
    }

    /// The ratio of the contenders' times here to their times on the other machine.
    private var slowness: Double? {
        let ratios = lines.compactMap { line in
            if let known = line.known, let peer = line.fact?.peer { known.median / peer.nanoseconds } else { nil }
        }
        return ratios.isEmpty ? nil : geometricMean(ratios)
    }

    private func geometricMean(_ numbers: [Double]) -> Double {
        exp(numbers.map { log($0) }.reduce(0, +) / Double(numbers.count))
    }
}
