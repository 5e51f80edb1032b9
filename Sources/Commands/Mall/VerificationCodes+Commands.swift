import Domain
import EventEngine

extension VerificationCodes {
  public struct CodeRequest: Equatable, Sendable {
    let device: MallDeviceID
    let phone: MallPhone
    let phoneKey: MallPhoneKey
    let purpose: CodePurpose
    /// The id of the new code, if one is sent.
    let code: MallCodeID
    /// The id of the new user, if a registration starts.
    let newUser: MallUserID
    /// Random candidates. The first one that was not sent to the phone before is chosen; if all
    /// were sent before, the first.
    let digits: [CodeDigits]
  }

  public struct CodeEntry: Equatable, Sendable {
    let device: MallDeviceID
    let phone: MallPhone
    let phoneKey: MallPhoneKey
    let digits: CodeDigits
    /// Random candidates for a new user's referral code. The first that is not in use is chosen.
    let referralCodes: [ReferralDraw]
  }

  struct ReferralDraw: Equatable, Sendable {
    let code: ReferralCode
    let key: ReferralKey
  }

  private static let digitsDrawn = 4
  /// With a million users, all candidates of a registration are in use once in 10²³ registrations.
  private static let referralCodesDrawn = 8

  private static let purpose = Field<CodePurpose>.word("purpose")
  private static let digits = Field<CodeDigits>.matching(
    "code", takes: .init(ru: "четыре цифры", en: "four digits"), where: CodeDigits.isValid)

  public static let shapes = [
    CommandShape<Command>(
      "mall.requestCode", by: .person,
      .init(ru: "Запросить код на номер телефона", en: "Request a code for a phone number"),
      fields: [MallFields.phone.required, purpose.required],
      refusals: MallRefusal.codes(
        .notFound(.device), .phoneInvalid, .notSignedIn, .accountNotFound,
        .phoneTaken(by: .register), .tooManyAttempts, .resendTooSoon(seconds: 1)),
      needsKey: true, read: readRequest),
    CommandShape<Command>(
      "mall.verifyCode", by: .person, .init(ru: "Ввести код", en: "Enter a code"),
      fields: [MallFields.phone.required, digits.required],
      refusals: MallRefusal.codes(
        .notFound(.device), .phoneInvalid, .codeExpired, .codeIncorrect),
      needsKey: true, read: readEntry),
  ]

  @Sendable private static func readRequest(_ form: CommandForm) throws(FormError) -> Command {
    let phone = MallPhone(rawValue: try form.required(MallFields.phone))
    return .request(
      CodeRequest(
        device: form.mallDevice, phone: phone, phoneKey: form.key(of: phone),
        purpose: try form.required(purpose), code: form.freshID(), newUser: form.freshID(),
        digits: (0..<digitsDrawn).map { _ in
          CodeDigits(number: form.draw(below: CodeDigits.count))
        }))
  }

  @Sendable private static func readEntry(_ form: CommandForm) throws(FormError) -> Command {
    let phone = MallPhone(rawValue: try form.required(MallFields.phone))
    return .verify(
      CodeEntry(
        device: form.mallDevice, phone: phone, phoneKey: form.key(of: phone),
        digits: try form.required(digits),
        referralCodes: (0..<referralCodesDrawn).map { _ in
          let code = form.drawReferralCode()
          return ReferralDraw(code: code, key: form.key(of: code))
        }))
  }

  /// Refuses the command if a wrong code was entered, although the try is recorded.
  public static func answer(
    to command: Command, _ events: [MallEvent], in locale: Language
  ) throws(MallRefusal) -> [CommandValue] {
    for event in events {
      if case .wrongCodeEntered = event { throw .codeIncorrect }
      if case .userSignedIn(let fact) = event { return opening(fact.user, fact.screen) }
      if case .phoneChanged(let fact) = event { return opening(fact.user, .settings) }
    }
    return []
  }

  private static func opening(_ user: MallUserID, _ screen: MallScreen) -> [CommandValue] {
    [CommandValue("user", user.rawValue), CommandValue(screen)]
  }
}

extension CommandForm {
  fileprivate func key(of phone: MallPhone) -> MallPhoneKey {
    MallPhoneKey(digest("mall.phone", phone.rawValue))
  }

  func key(of code: ReferralCode) -> ReferralKey {
    ReferralKey(digest("mall.referral", code.rawValue))
  }

  fileprivate func drawReferralCode() -> ReferralCode {
    let alphabet = ReferralCode.alphabet
    var code = ""
    for _ in 0..<ReferralCode.length {
      code.unicodeScalars.append(alphabet[draw(below: alphabet.count)])
    }
    return ReferralCode(rawValue: code)
  }
}
