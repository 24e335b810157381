import FreshetTest
import Testing

@Suite("Marbles.difference") struct MarblesDifferenceTests {
    @Test("Equal drawings have no difference") func same() {
        #expect(Marbles("-a-(bc)|").difference(from: "-a-(bc)|") == nil)
        #expect(Marbles("").difference(from: "") == nil)
    }

    @Test("Marbles.difference shows both drawings aligned by tick, and marks where they differ") func shows() {
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
