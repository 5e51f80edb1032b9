import EventStore
import Testing

@Suite struct ConstantTimeTests {
  @Test func `equal bytes are equal`() {
    #expect(constantTimeEquals([], []))
    #expect(constantTimeEquals([1, 2, 3], [1, 2, 3]))
  }

  @Test func `different lengths differ`() {
    #expect(!constantTimeEquals([1, 2, 3], [1, 2]))
    #expect(!constantTimeEquals([], [0]))
  }

  @Test func `one changed bit anywhere is a difference`() {
    let code = SHA256.hash(utf8: "code")
    #expect(constantTimeEquals(code.bytes, SHA256.hash(utf8: "code").bytes))
    for bit in 0..<Digest.byteCount * 8 {
      var bytes = code.bytes
      bytes[bit / 8] ^= 1 << UInt8(bit % 8)
      #expect(!constantTimeEquals(bytes, code.bytes))
    }
  }
}
