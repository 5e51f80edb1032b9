import Domain
import EventEngine

/// The codes that were sent to each phone: only the last one can work.
struct PhoneCodes: Equatable {
  struct Sent: Equatable {
    let code: SentCode
    let purpose: CodePurpose
    let digits: CodeDigits
    let sentAt: Timestamp
  }

  private struct Phone: Equatable {
    var last: Sent
    var earlierDigits: Set<CodeDigits> = []
    /// The user that the last registration will make.
    var prospect: MallUserID?
  }

  private var phones: [MallPhoneKey: Phone] = [:]

  static func facts(about phone: MallPhoneKey) -> Query { .of([CodeSent.type], phone.tag) }

  mutating func apply(_ fact: CodeFact, at time: Timestamp) {
    switch fact {
    case .sent(let fact):
      guard let personal = fact.personal else { return }  // erased: nobody can enter it any more
      let sent = Sent(
        code: fact.code, purpose: fact.purpose, digits: personal.digits, sentAt: time)
      var phone = phones[personal.phoneKey] ?? Phone(last: sent)
      if phone.last != sent { phone.earlierDigits.insert(phone.last.digits) }
      phone.last = sent
      if fact.purpose == .register { phone.prospect = fact.code.user }
      phones[personal.phoneKey] = phone
    case .wrongEntered, .used, .lapsed, .expired: break
    }
  }

  /// The last code sent to a phone, whatever has become of it.
  func last(sentTo phone: MallPhoneKey) -> Sent? { phones[phone]?.last }

  func wereSentEarlier(_ digits: CodeDigits, to phone: MallPhoneKey) -> Bool {
    phones[phone]?.earlierDigits.contains(digits) ?? false
  }

  /// The user that registering a phone makes: however many codes that takes, the same one.
  func prospect(with phone: MallPhoneKey) -> MallUserID? { phones[phone]?.prospect }
}
