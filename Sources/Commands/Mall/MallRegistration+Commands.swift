import Domain
import EventEngine

extension MallRegistration {
  private static let code = Field.text("code")
  private static let dateOfBirth = Field.day("dateOfBirth")
  private static let haveKids = Field.boolean("haveKids")

  public static let shapes = [
    CommandShape<Command>(
      "mall.saveProfile", by: .person,
      .init(ru: "Сохранить имя и имейл", en: "Save the name and the e-mail address"),
      fields: [
        MallFields.name.required.noting(MallFields.nameRule),
        MallFields.email.required.noting(MallFields.emailRule),
      ],
      refusals: MallRefusal.codes(
        .notSignedIn, .profileInvalid([.name]), .profileInvalid([.email]), .profileExists)
    ) { form throws(FormError) in
      .saveProfile(
        form.mallUser, try form.required(MallFields.name), try form.required(MallFields.email))
    },
    CommandShape<Command>(
      "mall.enterReferralCode", by: .person,
      .init(ru: "Ввести промокод друга", en: "Enter a friend's code"),
      fields: [code.required],
      refusals: MallRefusal.codes(
        .notSignedIn, .referralClosed, .referralCodeNotFound, .ownReferralCode),
      needsKey: true
    ) { form throws(FormError) in
      let code = ReferralCode(entered: try form.required(code))
      return .enterReferralCode(form.mallUser, code, form.key(of: code))
    },
    CommandShape<Command>(
      "mall.skipReferral", by: .person,
      .init(ru: "Продолжить без промокода", en: "Continue without a friend's code"),
      refusals: MallRefusal.codes(.notSignedIn, .referralClosed)
    ) { form in .skipReferral(form.mallUser) },
    CommandShape<Command>(
      "mall.submitSurvey", by: .person, .init(ru: "Пройти опрос", en: "Take the survey"),
      fields: [dateOfBirth.required, haveKids.required],
      refusals: MallRefusal.codes(.notSignedIn, .futureDateOfBirth(today: ""), .surveyClosed)
    ) { form throws(FormError) in
      .submitSurvey(
        form.mallUser,
        .init(
          dateOfBirth: try form.required(dateOfBirth), haveKids: try form.required(haveKids)))
    },
    CommandShape<Command>(
      "mall.skipSurvey", by: .person, .init(ru: "Пропустить опрос", en: "Skip the survey"),
      refusals: MallRefusal.codes(.notSignedIn, .surveyClosed)
    ) { form in .skipSurvey(form.mallUser) },
  ]

  public static func answer(
    to command: Command, _ events: [MallEvent], in locale: Language
  ) throws(MallRefusal) -> [CommandValue] {
    guard let event = events.first, case .profile(let fact) = event.topic else { return [] }
    switch fact {
    case .saved(let fact): return [CommandValue("points", fact.points), CommandValue(.referral)]
    case .referralCodeEntered(let fact):
      return [CommandValue("points", fact.points), CommandValue(.survey)]
    case .referralSkipped: return [CommandValue(.survey)]
    case .surveySubmitted(let fact):
      return [CommandValue("points", fact.points), CommandValue(.home)]
    case .surveySkipped: return [CommandValue(.home)]
    case .edited: return []
    }
  }
}
