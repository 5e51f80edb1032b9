import Domain
import EventEngine

/// The codes that are not recorded as used, replaced, lapsed or expired, and have tries left. A code
/// that is too old is invalid even if its expiry is not recorded.
struct LiveCodes: Equatable, Codable {
  struct Code: Equatable, Codable {
    let code: SentCode
    let purpose: CodePurpose
    let sentAt: Timestamp
    let position: Position
    var wrongTries = 0

    func isTooOld(at now: Timestamp) -> Bool {
      now.milliseconds(since: sentAt) >= SentCode.lifetime
    }
  }

  private(set) var codes: [MallCodeID: Code] = [:]
  /// The codes for a change of phone, by the requesting device.
  private var phoneChanges: [MallDeviceID: [MallCodeID]] = [:]

  /// The types of events that begin a code or end it before it expires. A recorded expiry is not
  /// among them, because a code is invalid from its expiry on anyway.
  static let lifeTypes = [
    CodeSent.type, WrongCodeEntered.type, CodeUsed.type, CodeLapsed.type,
  ]
  static let factTypes = lifeTypes + [CodeExpired.type]

  /// The query for the events that decide whether `code` is still valid.
  static func facts(about code: SentCode) -> Query { .of(lifeTypes, code.id.tag) }

  /// The query for the codes that `device` requested, and for what ended them.
  static func facts(about device: MallDeviceID) -> Query { .of(lifeTypes, device.tag) }

  mutating func apply(_ fact: CodeFact, at time: Timestamp, _ position: Position) {
    switch fact {
    case .sent(let fact):
      if let replaced = fact.replaces { end(replaced) }
      codes[fact.code.id] = Code(
        code: fact.code, purpose: fact.purpose, sentAt: time, position: position)
      if fact.purpose == .changePhone {
        phoneChanges[fact.code.device, default: []].append(fact.code.id)
      }
    case .wrongEntered(let fact):
      codes[fact.code.id]?.wrongTries += 1
      if codes[fact.code.id]?.wrongTries == SentCode.wrongTries { end(fact.code) }
    case .used(let fact): end(fact.code)
    case .lapsed(let fact): end(fact.code)
    case .expired(let fact): end(fact.code)
    }
  }

  private mutating func end(_ code: SentCode) {
    guard let ended = codes.removeValue(forKey: code.id) else { return }
    if ended.purpose == .changePhone { phoneChanges[code.device]?.removeAll { $0 == code.id } }
  }

  func isLive(_ code: SentCode, at now: Timestamp) -> Bool {
    codes[code.id].map { !$0.isTooOld(at: now) } ?? false
  }

  /// The valid codes for a change of phone that `device` requested, oldest first.
  func phoneChanges(requestedOn device: MallDeviceID, at now: Timestamp) -> [SentCode] {
    (phoneChanges[device] ?? []).compactMap { codes[$0] }
      .filter { !$0.isTooOld(at: now) }
      .map(\.code)
  }
}
