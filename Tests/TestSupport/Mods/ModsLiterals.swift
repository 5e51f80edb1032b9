import Domain
import EventEngine

extension ModTitle: ExpressibleByStringLiteral {}
extension ModDescription: ExpressibleByStringLiteral {}
extension LegalText: ExpressibleByStringLiteral {}
extension ContentLocale: ExpressibleByStringLiteral {}

extension SecretFingerprint {
  /// The fingerprint of a secret under the test key.
  package static func forTests(_ secret: String) -> SecretFingerprint {
    SecretFingerprint(.forTests("mods.secret", secret))
  }
}
