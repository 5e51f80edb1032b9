import Domain
import EventEngine

/// The last wrong tries for each phone, no matter who made them and for which code. Four digits
/// could be guessed otherwise: every new code has five tries of its own.
///
/// A try that was erased counts no more, as nothing says any longer which phone it was for.
struct WrongTries: Equatable {
  /// As many as make too many, the oldest first.
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
