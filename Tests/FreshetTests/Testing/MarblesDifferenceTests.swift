import FreshetTest
import Testing

@Suite("the difference of marbles") struct MarblesDifferenceTests {
    @Test("there is none between equal ones") func same() {
        #expect(Marbles("-a-(bc)|").difference(from: "-a-(bc)|") == nil)
        #expect(Marbles("").difference(from: "") == nil)
    }

    @Test("shows both, tick under tick, and where they part") func shows() {
        #expect(
            Marbles("-a-(bc)-|").difference(from: "-a-b-|") == """

                  is        -a-(bc)-|
                  should be -a-b   -|
                               ^
                """)
        #expect(
            Marbles("a-|").difference(from: "a---|") == """

                  is        a-|
                  should be a---|
                              ^ ^
                """)
    }
}
