import Testing

@testable import EventStore

@Suite struct SHA1Tests {
  /// The examples of FIPS 180-4 published by NIST.
  @Test(arguments: [
    ("", "da39a3ee5e6b4b0d3255bfef95601890afd80709"),
    ("abc", "a9993e364706816aba3e25717850c26c9cd0d89d"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "84983e441c3bd26ebaae4aa1f95129e5e54670f1"
    ),
    (
      "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmnhijklmnoijklmnopjklmnopqklmnopqr"
        + "lmnopqrsmnopqrstnopqrstu",
      "a49b2446a02c645bf419f995b67091253a04a259"
    ),
  ])
  func `published hashes are reproduced`(message: String, hash: String) {
    #expect(Hexadecimal.encode(SHA1.hash(Array(message.utf8))) == hash)
  }

  @Test func `every length of padding gives the right hash`() {
    // The hash of the hashes of 0 to 130 letters a, computed by other implementations.
    let hashes = (0...130).flatMap { SHA1.hash([UInt8](repeating: 0x61, count: $0)) }
    #expect(Hexadecimal.encode(SHA1.hash(hashes)) == "60afa284c7b19b978fd27334fd33aa6e654cf3ff")
  }
}
