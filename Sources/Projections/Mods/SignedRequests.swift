import Domain
import EventEngine

/// The proof that a request comes from the application: a signature with a valid secret, and its
/// time.
public struct RequestSignature: Equatable, Sendable {
  /// Lower-case hexadecimal.
  public var signature: String?
  /// A Unix second.
  public var signedAt: Int?
  public var now: Timestamp?
}

extension RequestSignature {
  private static let signature = Field<String>.verbatim(
    "signature",
    takes: .init(
      ru: #"HMAC-SHA-256(секрет, "MODEL\nPATH или CATEGORY\nSIGNEDAT"), hex строчными буквами"#,
      en: #"lower-case hex of HMAC-SHA-256(secret, "MODEL\nPATH or CATEGORY\nSIGNEDAT")"#))
  private static let signedAt = Field<Int>.integer(
    "signedAt",
    takes: .init(
      ru: "время подписи в секундах Unix, не дальше 60 с от now",
      en: "the time of the signature in Unix seconds, within 60 s of now")
  )

  static let fields = [
    signature.optional, signedAt.optional, Field.now.optional,
  ]

  init(_ form: Form) throws(FormError) {
    self.init(
      signature: try form.optional(Self.signature), signedAt: try form.optional(Self.signedAt),
      now: try form.optional(Field.now))
  }
}

/// The permission for a query that only the application may send once a secret is set. `subject` is
/// the path or the category as given in the query.
public struct SignedRequest: QueryPermission, Equatable {
  let model: String
  let subject: String
  let signature: RequestSignature

  public func check(
    _ state: SignedRequests, notBefore lastTime: Timestamp?, _ context: QueryContext
  ) throws(QueryRefusal) {
    try state.authorise(self, notBefore: lastTime, context)
  }
}

/// The secrets that currently sign requests. Before the first secret is set, requests need no
/// signature, and a signature in a request is ignored.
///
/// This state is not part of any read model: even a query about the past needs a signature with a
/// secret that is valid today.
public struct SignedRequests: StoredState {
  private struct Rotation: Codable, Equatable {
    let secret: RequestSecretRotated
    let time: Timestamp
    let previous: RequestSecretRotated?
  }

  private var last: Rotation?

  public init() {}

  public static let name = "mods.signedRequests"
  public static let version: SchemaVersion = 2
  public static let factTypes = [RequestSecretRotated.type]

  /// The greatest distance between the time of signing and now, in milliseconds, inclusive.
  private static let tolerance: Int64 = 60_000
  /// The time after a rotation during which the previous secret remains valid, in milliseconds.
  private static let grace: Int64 = 5 * 60_000

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    guard case .requestSecretRotated(let fact) = event.event else { return }
    last = Rotation(secret: fact, time: event.time, previous: last?.secret)
  }

  /// Refuses a request without a valid signature for this moment.
  ///
  /// - Parameter lastTime: the time of the journal's last event. An earlier `now` is refused, since
  ///   it would permit replaying an old signature.
  func authorise(
    _ request: SignedRequest, notBefore lastTime: Timestamp?, _ context: QueryContext
  ) throws(QueryRefusal) {
    guard let last else { return }
    let given = request.signature
    let now = context.moment(given.now).time
    // In a query about the past, the default of `now` would be whatever time the sender chooses.
    if context.isAboutThePast && given.now == nil {
      throw .unauthorised(ModsReadModelTexts.pastWithoutNow)
    }
    if let lastTime, now < lastTime { throw .unauthorised(ModsReadModelTexts.nowInThePast) }
    guard let signature = given.signature, let signedAt = given.signedAt else {
      throw .unauthorised(ModsReadModelTexts.unsigned)
    }
    guard Self.isClose(signedAt, to: now) else {
      throw .unauthorised(ModsReadModelTexts.notSignedNow)
    }
    let message = "\(request.model)\n\(request.subject)\n\(signedAt)"
    if try Self.isSigned(message, with: last.secret, signature, context) { return }
    guard let previous = last.previous, now.milliseconds(since: last.time) < Self.grace,
      try Self.isSigned(message, with: previous, signature, context)
    else { throw .unauthorised(ModsReadModelTexts.wrongSignature) }
  }

  private static func isClose(_ signedAt: Int, to now: Timestamp) -> Bool {
    let (time, overflow) = Int64(signedAt).multipliedReportingOverflow(by: 1000)
    if overflow { return false }
    let distance = now.milliseconds(since: Timestamp(rawValue: time))
    return (-tolerance...tolerance).contains(distance)
  }

  private static func isSigned(
    _ message: String, with secret: RequestSecretRotated, _ signature: String,
    _ context: QueryContext
  ) throws(QueryRefusal) -> Bool {
    let digest = KeyedDigest(rawValue: secret.fingerprint.rawValue)
    let bytes = try context.secret(secret.key, SecretFingerprint.purpose, digest)
    let code = HMACSHA256(key: bytes).authenticate(utf8: message)
    return constantTimeEquals(Array(code.hex.utf8), Array(signature.utf8))
  }
}
