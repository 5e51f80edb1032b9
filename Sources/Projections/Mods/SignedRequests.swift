import Domain
import EventEngine

/// How a request says that it comes from the application: signed with the secret in force, and
/// when.
public struct RequestSignature: Equatable, Sendable {
  /// Lower-case hexadecimal.
  public var signature: String?
  /// A Unix second.
  public var signedAt: Int?
  public var now: Timestamp?
}

extension RequestSignature {
  private static let signature = Field<String>.verbatim(
    "signature", takes: .init(ru: "подпись запроса, hex", en: "the request's signature, in hex"))
  private static let signedAt = Field<Int>.integer(
    "signedAt", takes: .init(ru: "время подписи, секунды Unix", en: "when it was signed, Unix time")
  )

  static let fields = [
    signature.optional, signedAt.optional, ModsQueryFields.now.optional,
  ]

  init(_ form: Form) throws(FormError) {
    self.init(
      signature: try form.optional(Self.signature), signedAt: try form.optional(Self.signedAt),
      now: try form.optional(ModsQueryFields.now))
  }
}

/// A question that only the application may ask once a secret has been set: `subject` is the path or
/// the category as it was asked for.
public struct SignedRequest: QueryPermission, Equatable {
  let model: String
  let subject: String
  let signature: RequestSignature

  public func check(
    _ state: SignedRequests, notBefore lastTime: Timestamp?, _ asking: QueryContext
  ) throws(QueryRefusal) {
    try state.authorise(self, notBefore: lastTime, asking)
  }
}

/// The secrets that sign requests today. Without one, requests need no signature, and one that is
/// given is not looked at.
///
/// No state of a read model holds this: a question about the past needs a signature by today's
/// secret, too.
public struct SignedRequests: StoredState {
  private struct Rotation: Codable, Equatable {
    let key: SecretKeyID
    let time: Timestamp
    let previous: SecretKeyID?
  }

  private var last: Rotation?

  public init() {}

  public static let name = "mods.signedRequests"
  public static let factTypes = [RequestSecretRotated.type]

  /// How far the time of signing may lie from now, in milliseconds, both bounds included.
  private static let tolerance: Int64 = 60_000
  /// For how long after a rotation the previous secret still signs, in milliseconds.
  private static let grace: Int64 = 5 * 60_000

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    guard case .requestSecretRotated(let fact) = event.event else { return }
    last = Rotation(key: fact.key, time: event.time, previous: last?.key)
  }

  /// Refuses a request that is not signed for this moment.
  ///
  /// - Parameter lastTime: that of the journal's last event. An earlier `now` is refused: with it,
  ///   an old signature could be used again.
  func authorise(
    _ request: SignedRequest, notBefore lastTime: Timestamp?, _ asking: QueryContext
  ) throws(QueryRefusal) {
    guard let last else { return }
    let given = request.signature
    let now = asking.moment(given.now).time
    // Left out of a question about the past, `now` would lie wherever the asker puts the past.
    if asking.isAboutThePast && given.now == nil { throw .unauthorised }
    if let lastTime, now < lastTime { throw .unauthorised }
    guard let signature = given.signature, let signedAt = given.signedAt,
      Self.isClose(signedAt, to: now)
    else { throw .unauthorised }
    let message = "\(request.model)\n\(request.subject)\n\(signedAt)"
    if try Self.isSigned(message, with: last.key, signature, asking) { return }
    guard let previous = last.previous, now.milliseconds(since: last.time) < Self.grace,
      try Self.isSigned(message, with: previous, signature, asking)
    else { throw .unauthorised }
  }

  private static func isClose(_ signedAt: Int, to now: Timestamp) -> Bool {
    let (time, overflow) = Int64(signedAt).multipliedReportingOverflow(by: 1000)
    if overflow { return false }
    let distance = now.milliseconds(since: Timestamp(rawValue: time))
    return (-tolerance...tolerance).contains(distance)
  }

  private static func isSigned(
    _ message: String, with key: SecretKeyID, _ signature: String, _ asking: QueryContext
  ) throws(QueryRefusal) -> Bool {
    let code = HMACSHA256(key: try asking.secret(key)).authenticate(utf8: message)
    return constantTimeEquals(Array(code.hex.utf8), Array(signature.utf8))
  }
}
