import Domain
import EventEngine

/// The codes that were sent. In the test version the admin reads them out.
public struct SentCodes: Projection, StoredState {
  public static let version: SchemaVersion = 2

  public struct Answer: Encodable, Equatable, Sendable {
    /// The codes, newest first.
    public let codes: [Code]
  }

  public struct Code: Encodable, Equatable, Sendable {
    public let phone: String
    public let code: String
    public let device: MallDeviceID
    public let purpose: CodePurpose
    public let sentAt: Timestamp
    public let state: Standing
  }

  public enum Standing: String, Codable, Sendable {
    case live, used, replaced, expired
  }

  private var codes = Table<CodeOnRecord>()

  public init() {}
}

private struct CodeOnRecord: Identified {
  let id: MallCodeID
  let device: MallDeviceID
  let purpose: CodePurpose
  let sentAt: Timestamp
  /// Nil once erased.
  let personal: Personal?
  var wrongTries = 0
  /// The recorded end of the code, except by age.
  var end: SentCodes.Standing?
  /// Whether the expiry by age is recorded. It changes no answer about a moment before it.
  var isOver = false

  struct Personal: Codable, Equatable, Sendable {
    let phone: MallPhone
    let digits: CodeDigits
  }

  init(_ fact: CodeSent, at time: Timestamp) {
    id = fact.code.id
    device = fact.code.device
    purpose = fact.purpose
    sentAt = time
    personal = fact.personal.map { Personal(phone: $0.phone, digits: $0.digits) }
  }

  var isFinal: Bool { isOver || end != nil }

  func isTooOld(at now: Timestamp) -> Bool {
    now.milliseconds(since: sentAt) >= SentCode.lifetime
  }

  mutating func noteWrongTry() {
    wrongTries += 1
    if wrongTries >= SentCode.wrongTries { end = .expired }
  }

  /// Marks the code as replaced, unless it has already expired.
  mutating func replace(at time: Timestamp) { end = isTooOld(at: time) ? .expired : .replaced }

  /// An erased code can no longer be entered.
  func state(at now: Timestamp) -> SentCodes.Standing {
    end ?? (personal == nil || isTooOld(at: now) ? .expired : .live)
  }
}

extension SentCodes {
  public static let shape = QueryShape<MallMomentParameters>(
    ofMoment: "mall.codes", Bilingual(ru: "Отправленные коды", en: "The codes that were sent"),
    shows: ["codes"])

  public static let factTypes = [
    CodeSent.type, WrongCodeEntered.type, CodeUsed.type, CodeLapsed.type, CodeExpired.type,
  ]

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .code(let fact): apply(fact, at: event.time)
    case .device, .account, .profile, .review, .object, .offer, .news, .happening, .programme,
      .gift, .transaction:
      return
    }
  }

  private mutating func apply(_ fact: CodeFact, at time: Timestamp) {
    switch fact {
    case .sent(let fact):
      if let replaced = fact.replaces { codes.archive(replaced.id) { $0.replace(at: time) } }
      codes.append(CodeOnRecord(fact, at: time))
    case .wrongEntered(let fact): codes.archive(fact.code.id) { $0.noteWrongTry() }
    case .used(let fact): codes.archive(fact.code.id) { $0.end = .used }
    case .lapsed(let fact): codes.archive(fact.code.id) { $0.end = .expired }
    case .expired(let fact): codes.archive(fact.code.id) { $0.isOver = true }
    }
  }

  public func answer(
    to parameters: MallMomentParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    let now = context.moment(parameters.now).time
    let erased = Bilingual.erased[context.locale]
    return Answer(
      codes: codes.rows.reversed().map { code in
        Code(
          phone: code.personal?.phone.rawValue ?? erased,
          code: code.personal?.digits.rawValue ?? erased, device: code.device,
          purpose: code.purpose, sentAt: code.sentAt, state: code.state(at: now))
      })
  }
}
