import Testing

@testable import EventStore

@Suite struct DigestTests {
  let hex = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
  let digest = SHA256.hash(utf8: "abc")

  @Test func `a digest is parsed from its digits`() {
    #expect(Digest(hex: hex) == digest)
    #expect(Digest(hex: hex.uppercased()) == digest)
    #expect("\(digest)" == hex)
  }

  @Test func `only 64 digits are a digest`() {
    #expect(Digest(hex: "") == nil)
    #expect(Digest(hex: String(hex.dropLast())) == nil)
    #expect(Digest(hex: String(hex.dropLast(2))) == nil)
    #expect(Digest(hex: hex + "00") == nil)
    #expect(Digest(hex: "g" + hex.dropFirst()) == nil)
  }

  @Test func `a digest is restored from its bytes`() {
    #expect(digest.bytes.count == Digest.byteCount)
    #expect(digest.bytes.prefix(2) == [0xba, 0x78])
    #expect(Digest(bytes: digest.bytes) == digest)
    #expect(Digest(bytes: digest.bytes.dropLast()) == nil)
    #expect(Digest(bytes: digest.bytes + [0]) == nil)
  }

  @Test func `a digest returns the state that made it`() {
    let state = SIMD8<UInt32>(1, 2, 3, 4, 5, 6, 7, 0x8000_0000)
    #expect(Digest(state: state).state == state)
  }

  @Test func `a digest takes 32 bytes and no heap allocation`() {
    #expect(MemoryLayout<Digest>.size == 32)
    #expect(_isPOD(Digest.self))
  }
}
