import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `What the mall says about missing points` {
  @Test(arguments: [
    (1, "Не хватает 1 балла.", "1 point short"), (2, "Не хватает 2 баллов.", "2 points short"),
    (11, "Не хватает 11 баллов.", "11 points short"),
    (21, "Не хватает 21 балла.", "21 points short"),
    (111, "Не хватает 111 баллов.", "111 points short"),
  ])
  func `has the plural of their number`(missing: Int, russian: String, english: String) {
    let refusal = MallRefusal.insufficientPoints(
      missing: Points(rawValue: missing), surveyPays: true)
    #expect(refusal.message(in: .ru).hasPrefix(russian))
    #expect(refusal.message(in: .en).contains(english))
  }

  @Test func `names the survey only while it is open`() {
    func message(_ surveyPays: Bool, _ language: Language) -> String {
      MallRefusal.insufficientPoints(missing: 5, surveyPays: surveyPays).message(in: language)
    }
    #expect(message(true, .ru) == "Не хватает 5 баллов. Пригласите друга или пройдите опрос")
    #expect(message(false, .ru) == "Не хватает 5 баллов. Пригласите друга")
    #expect(message(true, .en) == "You are 5 points short. Invite a friend or take the survey")
    #expect(message(false, .en) == "You are 5 points short. Invite a friend")
    let early = MallRefusal.insufficientPoints(missing: 5, surveyPays: true, after: .referral)
    #expect(
      early.message(in: .ru)
        == "Не хватает 5 баллов. Пригласите друга или пройдите опрос; перед ним введите или "
        + "пропустите промокод")
  }

  @Test func `names only what brings points`() {
    func message(
      _ surveyPays: Bool, after step: MallRefusal.StepBeforeSurvey? = nil, _ language: Language
    ) -> String {
      MallRefusal.insufficientPoints(
        missing: 5, invitingPays: false, surveyPays: surveyPays, after: step
      ).message(in: language)
    }
    #expect(message(true, .ru) == "Не хватает 5 баллов. Пройдите опрос")
    #expect(
      message(true, after: .profile, .en)
        == "You are 5 points short. Take the survey; before it, save your name and e-mail")
    let early = MallRefusal.insufficientPoints(
      missing: 5, savingPays: true, surveyPays: true, after: .profile)
    #expect(
      early.message(in: .ru)
        == "Не хватает 5 баллов. Сохраните имя и имейл: за это начисляются баллы. Пригласите друга "
        + "или пройдите опрос")
    #expect(message(false, .ru) == "Не хватает 5 баллов")
    #expect(message(false, .en) == "You are 5 points short")
  }
}

@Suite struct `What the mall says about a profile` {
  @Test func `names all wrong fields`() {
    let both = MallRefusal.profileInvalid([.name, .email])
    #expect(both.code == "nameInvalid")
    #expect(both.members == [CommandValue("fields", .array(["name", "email"]))])
    #expect(
      both.message(in: .ru)
        == MallRefusal.profileInvalid([.name]).message(in: .ru) + ". "
        + MallRefusal.profileInvalid([.email]).message(in: .ru))
    #expect(MallRefusal.profileInvalid([.email]).code == "emailInvalid")
    #expect(MallRefusal.notSignedIn.members == [])
  }
}
