import Domain
import EventStore

/// How a request says that it comes from the application: signed with the secret in force, and
/// when.
public struct RequestSignature: Equatable, Sendable {
  /// Lower-case hexadecimal.
  public var signature: String?
  /// A Unix second.
  public var signedAt: Int?
  public var now: Timestamp?

  public init(signature: String? = nil, signedAt: Int? = nil, now: Timestamp? = nil) {
    self.signature = signature
    self.signedAt = signedAt
    self.now = now
  }
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

/// Which secrets sign requests. Without one, requests need no signature, and one that is given is
/// not looked at.
struct SignedRequests: Codable, Equatable, Sendable {
  private struct Rotation: Codable, Equatable {
    let key: SecretKeyID
    let time: Timestamp
    let previous: SecretKeyID?
  }

  private var last: Rotation?

  /// There is one secret for all, so no tag makes this narrower.
  static let facts = Query.of([RequestSecretRotated.type])

  /// How far the time of signing may lie from now, in milliseconds, both bounds included.
  private static let tolerance: Int64 = 60_000
  /// For how long after a rotation the previous secret still signs, in milliseconds.
  private static let grace: Int64 = 5 * 60_000

  mutating func rotate(_ fact: RequestSecretRotated, at time: Timestamp) {
    last = Rotation(key: fact.key, time: time, previous: last?.key)
  }

  /// Whether the read model may answer about `subject`, its path or category as it was asked for.
  func authorise(
    _ request: RequestSignature, for model: String, about subject: String, _ asking: Asking
  ) throws(QueryRefusal) {
    guard let last, !asking.isAudit else { return }
    let now = asking.moment(request.now).time
    guard let signature = request.signature, let signedAt = request.signedAt,
      Self.isClose(signedAt, to: now)
    else { throw .unauthorised }
    let message = "\(model)\n\(subject)\n\(signedAt)"
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
    _ message: String, with key: SecretKeyID, _ signature: String, _ asking: Asking
  ) throws(QueryRefusal) -> Bool {
    let code = HMACSHA256(key: try asking.secret(key)).authenticate(utf8: message)
    return constantTimeEquals(Array(code.hex.utf8), Array(signature.utf8))
  }
}
