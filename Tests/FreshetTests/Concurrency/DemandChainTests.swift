import FreshetTest
import Testing

@testable import Freshet

@Suite("A chain of demands") struct DemandChainTests {
    @Test("A chain of demands costs the same at each length if its operators hold elements back") func length() {
        let consumer = Demand()
        var chain = [consumer]
        // Asking each demand of the chain would overflow the stack.
        for _ in 0..<200_000 { chain.append(Demand(queueingFor: chain[chain.count - 1], holdsBack: true)) }
        #expect(!chain.contains { $0.isExhausted })
        consumer.exhaust()
        #expect(chain.allSatisfy { $0.isExhausted })
        let (first, resumed) = (chain[chain.count - 1], Count())
        let lifetime = Lifetime.make(demand: first)
        lifetime.whenRenewed { resumed.up() }
        first.exhaust()
        consumer.renew()
        #expect(resumed.value == 1)
        #expect(first.isExhausted && !consumer.isExhausted)
    }

    @Test("Renewing a demand resumes one source after another until it is exhausted again") func fairness() {
        let (demand, log) = (Demand(), Log<Int>())
        let lifetimes = (0..<3).map { _ in Lifetime.make(demand: demand) }
        demand.exhaust()
        for (number, lifetime) in lifetimes.enumerated() {
            lifetime.whenRenewed {
                log(number)
                demand.exhaust()
                lifetime.whenRenewed { log(number + 10) }
            }
        }
        demand.renew()
        #expect(log.entries == [0])
        demand.renew()
        demand.renew()
        #expect(log.entries == [0, 1, 2])
        demand.finish()
        #expect(log.entries == [0, 1, 2, 10, 11, 12])
    }

    @Test("A disposed source resumes, and an abandoned one is disposed") func ends() {
        let (demand, log) = (Demand(), Log<Int>())
        demand.exhaust()
        let lifetimes = (0..<2).map { _ in Lifetime.make(demand: demand) }
        for (number, lifetime) in lifetimes.enumerated() { lifetime.whenRenewed { log(number) } }
        lifetimes[0].dispose()
        #expect(log.entries == [0])
        demand.abandon()
        #expect(log.entries == [0, 1])
        #expect(lifetimes[1].hasEnded && !lifetimes[1].isPaced)
    }
}
