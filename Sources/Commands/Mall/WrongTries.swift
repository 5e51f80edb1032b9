import Domain
import EventEngine

/// The latest wrong tries for each phone, by any device and for any code. Without a limit per
/// phone, four digits could be guessed, because every new code allows five tries.
///
/// An erased try doesn't count, because its phone is no longer known.
struct WrongTries: Equatable {
  /// At most the last `SentCode.wrongTriesOfPhone` wrong tries for each phone, oldest first.
  private var times: [MallPhoneKey: [Timestamp]] = [:]

  static func facts(about phone: MallPhoneKey) -> Query { .of([WrongCodeEntered.type], phone.tag) }

  mutating func apply(_ fact: CodeFact, at time: Timestamp) {
    switch fact {
    case .wrongEntered(let fact):
      guard let phone = fact.personal?.phoneKey else { return }
      times[phone, default: []].append(time)
      if times[phone, default: []].count > SentCode.wrongTriesOfPhone {
        times[phone, default: []].removeFirst()
      }
    case .sent, .used, .lapsed, .expired: break
    }
  }

  func areTooMany(for phone: MallPhoneKey, at now: Timestamp) -> Bool {
    guard let times = times[phone], times.count == SentCode.wrongTriesOfPhone else { return false }
    return now.milliseconds(since: times[0]) < SentCode.memory
  }
}
