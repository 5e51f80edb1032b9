import EventStore
import Testing

/// RFC 4231 §4.
@Suite struct HMACTests {
  @Test func `test case 1, a short key`() {
    expect(
      key: repeated(0x0b, 20), message: text("Hi There"),
      code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
  }

  @Test func `test case 2, a key shorter than the code`() {
    expect(
      key: text("Jefe"), message: text("what do ya want for nothing?"),
      code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843")
  }

  @Test func `test case 3, key and message longer than a block together`() {
    expect(
      key: repeated(0xaa, 20), message: repeated(0xdd, 50),
      code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe")
  }

  @Test func `test case 4, another key and message longer than a block together`() {
    expect(
      key: [UInt8](1...25), message: repeated(0xcd, 50),
      code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b")
  }

  @Test func `test case 5, truncated to 128 bits`() {
    expect(
      key: repeated(0x0c, 20), message: text("Test With Truncation"),
      code: "a3b6167473100ee06e0c796c2955552b")
  }

  @Test func `test case 6, a key longer than a block`() {
    expect(
      key: repeated(0xaa, 131),
      message: text("Test Using Larger Than Block-Size Key - Hash Key First"),
      code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
  }

  @Test func `test case 7, key and message each longer than a block`() {
    expect(
      key: repeated(0xaa, 131),
      message: text(
        "This is a test using a larger than block-size key and a larger than block-size data. "
          + "The key needs to be hashed before being used by the HMAC algorithm."),
      code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2")
  }

  @Test func `a key of exactly one block is not hashed first`() {
    let hmac = HMACSHA256(key: repeated(0x61, 64))
    let code = "6608ac82dca1cb1fddbb5d81e3d9877642b744f565cd9697ac27daa250c80d28"
    #expect(hmac.authenticate(utf8: "abc").hex == code)
  }

  @Test func `one key authenticates many messages, whole or in pieces`() {
    let hmac = HMACSHA256(key: text("key"))
    for count in [0, 1, 31, 32, 63, 64, 65, 200] {
      let message = repeated(0x2a, count)
      let whole = hmac.authenticate(message)
      var pieces = hmac.begin()
      for byte in message { pieces.update([byte]) }
      #expect(hmac.finish(pieces) == whole)
      #expect(HMACSHA256(key: text("key")).authenticate(message) == whole)
      #expect(HMACSHA256(key: text("kez")).authenticate(message) != whole)
    }
  }

  private func expect(
    key: [UInt8], message: [UInt8], code: String, at location: SourceLocation = #_sourceLocation
  ) {
    let found = HMACSHA256(key: key).authenticate(message)
    #expect(found.hex.prefix(code.count) == code, sourceLocation: location)
  }

  private func repeated(_ byte: UInt8, _ count: Int) -> [UInt8] {
    Array(repeating: byte, count: count)
  }

  private func text(_ text: String) -> [UInt8] { Array(text.utf8) }
}
