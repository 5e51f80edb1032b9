/// Secrets as an origin stores them: encrypted and authenticated under the journal's key.
///
/// The sealed form is a nonce of 16 random bytes, the exclusive or of the text and a stream, and a
/// code of 32 bytes over both and the secret's name. Block `i` of the stream is HMAC-SHA-256 of the
/// nonce and `i`, so the key is used as the key of a pseudo-random function and nothing else.
extension JournalKey {
  private static let nonceBytes = 16
  private static let codeBytes = 32

  func seal(_ secret: StoredSecret) -> [UInt8] {
    var random = SystemRandom()
    let nonce = random.next(Self.nonceBytes)
    let sealed = nonce + combined(Array(secret.text.utf8), with: nonce)
    return sealed + code(over: sealed, of: secret.key)
  }

  /// The secret's UTF-8 bytes; nil if they were sealed under another key or name, or changed.
  func open(_ sealed: [UInt8], of key: SecretKeyID) -> [UInt8]? {
    guard sealed.count >= Self.nonceBytes + Self.codeBytes else { return nil }
    let body = Array(sealed.dropLast(Self.codeBytes))
    guard constantTimeEquals(Array(sealed.suffix(Self.codeBytes)), code(over: body, of: key)) else {
      return nil
    }
    let nonce = Array(body.prefix(Self.nonceBytes))
    return combined(Array(body.dropFirst(Self.nonceBytes)), with: nonce)
  }

  private func code(over sealed: [UInt8], of key: SecretKeyID) -> [UInt8] {
    digest("sealed secret", sealed + key.rawValue.utf8).bytes
  }

  private func combined(_ text: [UInt8], with nonce: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var stream: [UInt8] = []
    for (index, byte) in text.enumerated() {
      let place = index % Self.codeBytes
      if place == 0 {
        let block = nonce + Array("\(index / Self.codeBytes)".utf8)
        stream = digest("stream of a secret", block).bytes
      }
      result.append(byte ^ stream[place])
    }
    return result
  }
}
