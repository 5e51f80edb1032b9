import EventStore
import Testing

@Suite struct PBKDF2Tests {
  struct Vector: Sendable {
    let password, salt: String
    let iterations: Int
    let key: String
  }

  /// The first 32 bytes of the keys of RFC 7914 §11.
  static let published = [
    Vector(
      password: "passwd", salt: "salt", iterations: 1,
      key: "55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"),
    Vector(
      password: "Password", salt: "NaCl", iterations: 80_000,
      key: "4ddcd8f60b98be21830cee5ef22701f9641a4418d04c0414aeff08876b34ab56"),
  ]

  /// The passwords and salts of RFC 6070, which uses SHA-1, with the keys for SHA-256.
  static let wellKnown = [
    Vector(
      password: "password", salt: "salt", iterations: 1,
      key: "120fb6cffcf8b32c43e7225256c4f837a86548c92ccc35480805987cb70be17b"),
    Vector(
      password: "password", salt: "salt", iterations: 2,
      key: "ae4d0c95af6b46d32d0adff928f06dd02a303f8ef3c251dfd6e2d85a95474c43"),
    Vector(
      password: "password", salt: "salt", iterations: 4096,
      key: "c5e478d59288c841aa530db6845c4c8d962893a001ce4e11a4963873aa98134a"),
    Vector(
      password: "passwordPASSWORDpassword", salt: "saltSALTsaltSALTsaltSALTsaltSALTsalt",
      iterations: 4096,
      key: "348c89dbcbd32b2f32d814b8116e84cf2b17347ebc1800181c4e2a1fb8dd53e1"),
    Vector(
      password: "pass\0word", salt: "sa\0lt", iterations: 4096,
      key: "89b69d0516f829893c696226650a86878c029ac13ee276509d5ae58b6466a724"),
  ]

  @Test(arguments: published + wellKnown)
  func `published keys are reproduced`(vector: Vector) {
    let key = PBKDF2.deriveKey(
      password: Array(vector.password.utf8), salt: Array(vector.salt.utf8),
      iterations: vector.iterations)
    #expect(Hexadecimal.encode(key) == vector.key)
  }

  @Test func `the fast loop agrees with the definition`() {
    let password = Array("a password longer than one block of the hash, so that it is hashed".utf8)
    let salt = Array("salt".utf8)
    let hmac = HMACSHA256(key: password)
    var message = salt + [0, 0, 0, 1]
    var key = [UInt8](repeating: 0, count: 32)
    for iterations in 1...20 {
      message = hmac.authenticate(message).bytes
      key = zip(key, message).map { $0 ^ $1 }
      #expect(PBKDF2.deriveKey(password: password, salt: salt, iterations: iterations) == key)
    }
  }
}
