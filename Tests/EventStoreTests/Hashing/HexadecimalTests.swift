import EventStore
import Testing

@Suite struct HexadecimalTests {
  @Test func `every byte is written as two lower-case digits and read back`() {
    let all = [UInt8](0...255)
    let text = Hexadecimal.encode(all)
    #expect(text.hasPrefix("000102030405060708090a0b0c0d0e0f10"))
    #expect(text.hasSuffix("fdfeff"))
    #expect(Hexadecimal.decode(text) == all)
    #expect(Hexadecimal.decode(text.uppercased()) == all)
  }

  @Test func `an empty array has no digits`() {
    #expect(Hexadecimal.encode([]) == "")
    #expect(Hexadecimal.decode("") == [])
  }

  @Test(arguments: ["0", "000", "0g", "/0", ":0", "@0", "`0", "G0", "+1", " 1", "0x", "é0", "1١"])
  func `texts that are not pairs of digits are refused`(text: String) {
    #expect(Hexadecimal.decode(text) == nil)
  }
}
