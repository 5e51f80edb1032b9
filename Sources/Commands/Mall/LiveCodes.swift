import Domain
import EventEngine

/// The codes that nothing but their age has ended: neither used nor replaced nor lapsed, with wrong
/// tries left.
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
  /// Those asked for to change a phone, by the device that asked.
  private var phoneChanges: [MallDeviceID: [MallCodeID]] = [:]

  /// What ends a code beside its age. That an expiry was recorded ends nothing that was not over.
  static let lifeTypes = [
    CodeSent.type, WrongCodeEntered.type, CodeUsed.type, CodeLapsed.type,
  ]
  static let factTypes = lifeTypes + [CodeExpired.type]

  /// What it depends on whether `code` still works; what has sent it is known.
  static func facts(about code: SentCode) -> Query { .of(lifeTypes, code.id.tag) }

  /// What it depends on which codes that `device` asked for still work.
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

  /// The codes to change a phone that `device` asked for and that still work, oldest first.
  func phoneChanges(askedOn device: MallDeviceID, at now: Timestamp) -> [SentCode] {
    (phoneChanges[device] ?? []).compactMap { codes[$0] }
      .filter { !$0.isTooOld(at: now) }
      .map(\.code)
  }
}
