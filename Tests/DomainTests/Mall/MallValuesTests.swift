import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Personal values of the mall` {
  @Test(arguments: [
    "Ева Петрова", "Jean-Luc O'Neil", "Anna d’Arc Smith", "Ева  Петрова", "Ёжик Ъ",
    "Анна-Мария де Ла Крус",
  ])
  func `accept names of two or more words of letters`(name: String) {
    #expect(FullName.isValid(name))
  }

  @Test(arguments: [
    "Ева", "", "Ева 2", "-Ева Петрова", "Ева -Петрова", "Ева Петрова-", "Ева П.", "'Ева Петрова",
    "Ева_ Петрова", "Ева Петрова!", "Ева\nПетрова", "Ева\tПетрова",
  ])
  func `refuse other names`(name: String) {
    #expect(!FullName.isValid(name))
  }

  @Test(arguments: ["a@b.ru", "ева@почта.рф", "a.b+c@x.y.com", "a..b@x-y.info"])
  func `accept e-mail addresses with one @ and a domain`(email: String) {
    #expect(EmailAddress.isValid(email))
  }

  @Test(arguments: [
    "a", "a@", "@b.ru", "a@b", "a@b.", "a@.ru", "a@b..ru", "a@b.r", "a@@b.ru", "a@b@c.ru",
    "a b@c.ru", "a@b .ru", "a@b.ru\n", "", "a\u{1}b@c.ru", "a\u{200B}@b.ru", "@\u{301}a@b.ru",
    "a@b\u{301}.r\u{301}",
  ])
  func `refuse other e-mail addresses`(email: String) {
    #expect(!EmailAddress.isValid(email))
  }

  @Test func `accept phones of +7 and ten digits`() {
    #expect(MallPhone.isValid("+79161234567"))
    for text in [
      "79161234567", "+7916123456", "+791612345678", "+89161234567", "+7916123456a",
      " +79161234567",
      "+7916123456٧", "+7 916 123 45 67", "",
    ] {
      #expect(!MallPhone.isValid(text), "\(text)")
    }
  }

  @Test func `accept referral codes in any case`() {
    #expect(ReferralCode(entered: "abC23z") == "ABC23Z")
    #expect(ReferralCode(entered: "яß") == "яß")
    #expect(ReferralCode.alphabet.count == 31)
    #expect(ReferralCode.alphabet.allSatisfy { !"ILO01".unicodeScalars.contains($0) })
  }

  @Test func `accept codes of four digits`() {
    #expect(CodeDigits(number: 0) == "0000")
    #expect(CodeDigits(number: 42) == "0042")
    #expect(CodeDigits(number: 9999) == "9999")
    #expect(CodeDigits.isValid("0412"))
    for text in ["", "412", "04123", "04a2", "٠٤١٢", " 412"] {
      #expect(!CodeDigits.isValid(text), "\(text)")
    }
  }

  @Test func `accept one to five stars, and five lead to the store`() {
    #expect(
      (1...5).map { AppStars(rawValue: $0).nextScreen }
        == [.review, .review, .review, .review, .store])
  }
}
