import Domain
import EventChecking
import EventEngine

extension MallSource {
  public func value(
    of field: String, in draft: Draft, _ choices: inout Choices
  ) -> JSONValue? {
    switch field {
    case "os": "iOS"
    case "osVersion": "15"
    case "model": choices.text(["iPhone 8", "Pixel"])
    case "token": "token"
    case "enabled": .bool(choices.below(4) > 0)
    case "haveKids", "onHome", "onMain": .bool(choices.below(2) == 1)
    case "topics": .texts(choices.some(of: ["news", "offers"]))
    case "phone": phone(draft, &choices)
    case "purpose": purpose(draft, &choices)
    case "code": code(draft, &choices)
    case "device": choices.text(devices + ["d-9"])
    case "name":
      draft.command.hasSuffix("Object")
        ? choices.text(["Nike", "Найк", "Ёлки"])
        : choices.text(likely: ["Ева Петрова", "Jean-Luc O’Neil"], else: ["Ева", "X 5"])
    case "email": choices.text(likely: ["eva@mail.ru", "e@пример.рф"], else: ["eva", "a@b.c"])
    case "dateOfBirth": choices.text(likely: ["1990-01-01"], else: ["2126-01-01"])
    case "stars": .whole(choices.pick([4, 5, 1, 6]))
    case "text": choices.text(["Ура", "Так себе"])
    case "object", "offer", "news", "event": content(field, draft, &choices)
    case "category": choices.text(["shops", "services", "food"])
    case "subcategory": choices.text(["Обувь", "Спорт"])
    case "aliases": .texts(choices.some(of: ["найк", "NIKE"]))
    case "floor": .whole(choices.pick([1, -1, 3]))
    case "site", "url": choices.text(["https://e.x", "http://пример.рф/а", "e.x"])
    case "logo", "image": "1.png"
    case "description", "disclaimer", "terms", "confirmation": choices.text(["Текст", "Text"])
    case "title", "referralTitle": choices.text(["Носки", "Концерт"])
    case "price": .whole(choices.pick([0, 10, 60, 100, 0, 1000]))
    case "registration", "referrer", "referred", "survey": .whole(choices.pick([0, 50, 100]))
    case "capacity": .whole(choices.pick([1, 1, 2]))
    case "kind": choices.text(["news", "promotion"])
    case "validUntil", "date": draft.day(choices.pick([0, 5, 90, 30, -1]))
    case "link": choices.text(MallLink.allCases.map(\.rawValue))
    default: nil
    }
  }

  private static let numbers = (1...4).map { "+7916000000\($0)" }

  private func phone(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    if draft.command == "mall.verifyCode" {
      let live = codes.filter { $0.isLive(at: draft.now.time) }
      let asked = live.filter { $0.device == draft.actor } + live
      return choices.text(likely: asked.map(\.phone), else: Self.numbers + ["+7916"])
    }
    if isGuessing(at: draft.now.time) { return choices.text(guessed.suffix(1)) }
    return choices.text(
      likely: Self.numbers + guessed + guessed, else: ["+7916", "89160000001"])
  }

  private func purpose(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    let isKnown = phones.contains { $0.phone == draft.text("phone") }
    let isIn = signedIn.contains { $0.device == draft.actor }
    let likely =
      isKnown
      ? choices.pick(["signIn", "signIn", "register"])
      : isIn ? choices.pick(["changePhone", "register"]) : "register"
    return choices.text(likely: [likely], else: CodePurpose.allCases.map(\.rawValue))
  }

  /// The digits of a sent code, or a referral code.
  private func code(_ draft: Draft, _ choices: inout Choices) -> JSONValue {
    if draft.command == "mall.enterReferralCode" {
      let others = referralCodes.filter { $0.user != draft.actor }.map(\.code)
      return choices.text(
        likely: others + others.map { $0.lowercased() },
        else: referralCodes.map(\.code) + ["NOBODY"])
    }
    let sent = codes.filter { $0.phone == draft.text("phone") }
    let isGuess = wrongTries > 0 || guessed.contains { $0 == draft.text("phone") }
    let isRight = choices.below(8) < (isGuess ? 1 : 6)
    return isRight ? choices.text(likely: sent.map(\.digits), else: ["0000"]) : "0000"
  }

  private func content(_ field: String, _ draft: Draft, _ choices: inout Choices) -> JSONValue {
    let verb = draft.command.split(separator: ".").last ?? ""
    if field == "offer", verb.hasSuffix("Redemption") {
      let wanted = gifts.filter { gift in
        gift.user == draft.actor && gift.isStarted == (verb == "confirmRedemption")
      }
      return choices.text(likely: wanted.map(\.offer), else: gifts.map(\.offer) + ["of-9"])
    }
    let isNew =
      (verb.hasPrefix("publish") || verb.hasPrefix("schedule"))
      && !(field == "object" && verb.hasSuffix("Offer"))
    let (known, letter) =
      switch field {
      case "object": (objects, "s")
      case "offer": (offers, "of")
      case "news": (news, "n")
      default: (happenings(for: verb, by: draft.actor ?? ""), "e")
      }
    let pool = (1...3).map { "\(letter)-\($0)" }
    return isNew ? choices.text(pool) : choices.text(likely: known, else: pool + ["\(letter)-9"])
  }

  /// The events to choose from. Those that somebody has registered for are preferred for a
  /// registration or cancellation, and the actor's own for leaving.
  private func happenings(for verb: Substring, by actor: String) -> [String] {
    switch verb {
    case "registerForEvent", "cancelEvent": joined.map(\.event) + happenings
    case "leaveEvent": joined.filter { $0.user == actor }.map(\.event) + joined.map(\.event)
    default: happenings
    }
  }
}
