import Domain
import EventEngine

/// The codes that were sent to each phone. Only the last one can be valid.
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
    /// The id of the user that registering the phone will create.
    var prospect: MallUserID?
  }

  private var phones: [MallPhoneKey: Phone] = [:]

  static func facts(about phone: MallPhoneKey) -> Query { .of([CodeSent.type], phone.tag) }

  mutating func apply(_ fact: CodeFact, at time: Timestamp) {
    switch fact {
    case .sent(let fact):
      guard let personal = fact.personal else { return }  // erased: the code is unusable
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

  /// The last code sent to a phone, valid or not.
  func last(sentTo phone: MallPhoneKey) -> Sent? { phones[phone]?.last }

  func wereSentEarlier(_ digits: CodeDigits, to phone: MallPhoneKey) -> Bool {
    phones[phone]?.earlierDigits.contains(digits) ?? false
  }

  /// The id of the user that registering a phone creates. All codes of one registration share it.
  func prospect(with phone: MallPhoneKey) -> MallUserID? { phones[phone]?.prospect }
}
