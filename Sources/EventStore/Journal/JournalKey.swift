/// The journal's secret key. It keys the digests in tags made from personal data, the fingerprints
/// of commands, password hashes, and the codes of derived files; it encrypts secrets on a server.
/// It is stored in a file of its own beside the journal and never exported. Without it, read models
/// can still be rebuilt.
package struct JournalKey: Sendable {
  static let byteCount = 32

  private let secret: [UInt8]
  private let mac: HMACSHA256

  init(secret: [UInt8]) {
    self.secret = secret
    mac = HMACSHA256(key: secret)
  }

  static func random() -> JournalKey {
    var source = SystemRandom()
    return JournalKey(secret: source.next(byteCount))
  }

  /// The digest of `text`; different purposes give unrelated digests.
  package func digest(_ purpose: String, _ text: some StringProtocol) -> KeyedDigest {
    KeyedDigest(rawValue: mac.authenticate(utf8: "\(purpose)\u{0}\(text)").hex)
  }

  /// The digest of bytes, as raw bytes.
  package func digest(_ purpose: String, _ bytes: [UInt8]) -> Digest {
    digest(purpose, bytes.span)
  }

  /// The digest of bytes, as raw bytes.
  package func digest(_ purpose: String, _ bytes: Span<UInt8>) -> Digest {
    var hash = mac.begin()
    hash.update(utf8: purpose)
    hash.update([0])
    hash.update(bytes)
    return mac.finish(hash)
  }

  /// The identifier of the key in the manifest. It reveals nothing about the key.
  var id: KeyedDigest { digest("journal key id", "") }

  /// The key file's bytes: 64 hexadecimal digits and a line feed.
  var encoded: [UInt8] { Array((Hexadecimal.encode(secret) + "\n").utf8) }

  init?(encoded bytes: [UInt8]) {
    guard bytes.count == 2 * Self.byteCount + 1, bytes.last == 0x0a,
      let secret = Hexadecimal.decode(String(decoding: bytes.dropLast(), as: UTF8.self))
    else { return nil }
    self.init(secret: secret)
  }
}
