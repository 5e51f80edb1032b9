import Domain
import EventEngine

extension MallRefusal {
  public func message(in locale: Language) -> String { text[locale] }

  private static let pause = SentCode.pause / 1000
  private static let hours = SentCode.memory / 3_600_000
  private static let nextCode = Bilingual(
    ru: "Новый код можно получить через \(pause) секунд после предыдущего, если за последние "
      + "\(hours) ч неверных кодов было меньше \(SentCode.wrongTriesOfPhone)",
    en: "A new code can be sent \(pause) seconds after the previous one, if fewer than "
      + "\(SentCode.wrongTriesOfPhone) wrong codes were entered in the last \(hours) hours")

  private var text: Bilingual {
    switch self {
    case .notSignedIn:
      Bilingual(
        ru: "Вы не вошли в приложение. Войдите или зарегистрируйтесь",
        en: "You are not signed in. Sign in or register")
    case .notOnDevice:
      Bilingual(
        ru: "На этом устройстве вы не вошли. Укажите то, на котором вошли, или не указывайте "
          + "устройство, чтобы выйти везде",
        en: "You are not signed in on this device. Give one that you are signed in on, or none to "
          + "sign out everywhere")
    case .userRates:
      Bilingual(
        ru: "На этом устройстве выполнен вход: приложение оценивает пользователь, а не устройство",
        en: "A user is signed in on this device: the user rates the application, not the device")
    case .notFound(let thing): thing.missing
    case .alreadyExists(let field, let id): .taken(id, in: field)
    case .alreadyInstalled:
      Bilingual(
        ru: "На этом устройстве приложение уже установлено. Для нового устройства отправьте "
          + "команду с actor «new»: оно получит свой id",
        en: "The application is already installed on this device. For a new device, send the "
          + "command with the actor \"new\": the device then gets an id")
    case .alreadyDone:
      Bilingual(
        ru: "Знакомство с приложением уже пройдено",
        en: "The onboarding is already finished")
    case .phoneInvalid:
      Bilingual(
        ru: "Номер телефона состоит из +7 и десяти цифр. Проверьте номер",
        en: "A phone number consists of +7 and ten digits. Check the number")
    case .accountNotFound:
      Bilingual(
        ru: "Аккаунта с этим номером нет. Зарегистрируйтесь",
        en: "There is no account with this number. Register")
    case .phoneTaken(by: .changePhone):
      Bilingual(
        ru: "Этот номер уже привязан к аккаунту. Укажите другой",
        en: "This number already belongs to an account. Give another one")
    case .phoneTaken:
      Bilingual(
        ru: "Этот номер уже привязан к аккаунту. Войдите по нему или укажите другой",
        en: "This number already belongs to an account. Sign in with it or give another one")
    case .tooManyAttempts:
      Bilingual(
        ru: "Для этого номера слишком часто вводили неверный код: "
          + "\(SentCode.wrongTriesOfPhone) раз или больше за \(Self.hours) ч. Новый код можно "
          + "будет получить, когда таких попыток за \(Self.hours) ч станет меньше "
          + "\(SentCode.wrongTriesOfPhone)",
        en: "Wrong codes were entered for this number too often: "
          + "\(SentCode.wrongTriesOfPhone) times or more in \(Self.hours) hours. A new code can be "
          + "requested once fewer than \(SentCode.wrongTriesOfPhone) wrong codes lie within the "
          + "last \(Self.hours) hours")
    case .resendTooSoon(let seconds):
      Bilingual(
        ru: "Код на этот номер только что отправлен. Следующий можно получить через "
          + Bilingual.wait(seconds: seconds).ru,
        en: "A code has just been sent to this number. Another one can be sent in "
          + Bilingual.wait(seconds: seconds).en)
    case .codeExpired:
      Bilingual(
        ru: "Этот код не действует: он устарел, использован, исчерпал попытки или отправлен не на "
          + "этот номер. \(Self.nextCode.ru)",
        en: "This code is not valid: it is old, used, out of tries, or was not sent to this "
          + "number. \(Self.nextCode.en)")
    // Right digits on another device get the same text, or a guesser would learn them.
    case .codeIncorrect:
      Bilingual(
        ru: "Код не подошёл. Проверьте его и введите на том устройстве, с которого запросили: "
          + "после \(SentCode.wrongTries) неверных попыток он больше не действует. "
          + Self.nextCode.ru,
        en: "The code does not match. Check it, and enter it on the device that requested it: "
          + "after \(SentCode.wrongTries) wrong tries it is no longer valid. \(Self.nextCode.en)")
    case .profileInvalid(let fields):
      Bilingual(
        ru: fields.map(\.text.ru).joined(separator: ". "),
        en: fields.map(\.text.en).joined(separator: ". "))
    case .profileExists:
      Bilingual(
        ru: "Имя и имейл уже сохранены. Изменить их можно в настройках",
        en: "Name and e-mail are already saved. Change them in the settings")
    case .referralClosed:
      Bilingual(
        ru: "Промокод уже введён или пропущен, возможно, повторным входом",
        en: "The friend's code was entered or skipped before, perhaps by signing in again")
    case .referralBeforeProfile, .surveyNotYet(after: .profile):
      Bilingual(ru: "Сначала сохраните имя и имейл", en: "Save your name and e-mail first")
    case .referralCodeNotFound:
      Bilingual(
        ru: "Такого промокода нет, или его владелец зарегистрировался позже вас",
        en: "There is no such code, or its owner registered later than you")
    case .ownReferralCode:
      Bilingual(
        ru: "Это ваш собственный промокод. Введите код того, кто вас пригласил",
        en: "This is your own code. Enter the code of the person who invited you")
    case .surveyClosed:
      Bilingual(
        ru: "Опрос уже пройден или пропущен, возможно, повторным входом",
        en: "The survey was taken or skipped before, perhaps by signing in again")
    case .surveyNotYet(after: .referral):
      Bilingual(
        ru: "Сначала введите или пропустите промокод",
        en: "The survey follows the friend's code: enter it or skip it first")
    case .futureDateOfBirth(let today):
      FormError.invalidField(
        "dateOfBirth",
        takes: Bilingual(
          ru: "день не позже дня команды, \(today)",
          en: "a day not later than the day of the command, \(today)")
      ).message
    case .alreadyRated:
      Bilingual(
        ru: "Вы уже оценили приложение. Спасибо!",
        en: "You have already rated the application. Thank you!")
    case .notRated:
      Bilingual(
        ru: "Сначала оцените приложение, потом напишите отзыв",
        en: "Rate the application first, then write a review")
    case .alreadyReviewed:
      Bilingual(
        ru: "Вы уже написали отзыв. Спасибо!",
        en: "You have already written a review. Thank you!")
    case .validityOfNews: FormError.validityOfNews.message
    case .validityOfPromotion:
      Bilingual(
        ru: "У акции должно быть поле «validUntil» — её последний день",
        en: "A promotion needs \"validUntil\", its last day")
    case .eventCancelled:
      Bilingual(
        ru: "Мероприятие отменено. Если за него платили баллами, они возвращены",
        en: "The event is cancelled. Any points that were paid for it were given back")
    case .eventOver:
      Bilingual(
        ru: "Мероприятие уже прошло",
        en: "The event is over")
    case .alreadyOwned:
      Bilingual(
        ru: "Это предложение у вас уже есть. Оно в разделе «Мои предложения»",
        en: "You already have this offer. It is under “My offers”")
    case .offerWithdrawn:
      Bilingual(
        ru: "Это предложение больше нельзя приобрести. Выберите другое",
        en: "This offer cannot be bought any more. Choose another one")
    case .notOwned:
      Bilingual(
        ru: "У вас нет этого предложения. Ваши — в разделе «Мои предложения»",
        en: "You do not have this offer. Yours are under “My offers”")
    case .alreadyStarted:
      Bilingual(
        ru: "Вы уже нажали «Воспользоваться». Осталось подтвердить, что предложение получено",
        en: "You have already chosen “Use”. What is left is to confirm that you received the offer")
    case .redemptionNotStarted:
      Bilingual(
        ru: "Сначала нажмите «Воспользоваться»",
        en: "Choose “Use” first")
    case .alreadyRegistered:
      Bilingual(
        ru: "Вы уже зарегистрированы на это мероприятие",
        en: "You are already registered for this event")
    case .eventFull:
      Bilingual(
        ru: "Мест на это мероприятие больше нет",
        en: "There are no places left at this event")
    case .notRegistered:
      Bilingual(
        ru: "Вы не зарегистрированы на это мероприятие",
        en: "You are not registered for this event")
    case .insufficientPoints(
      let missing, let savingPays, let invitingPays, let surveyPays, let step):
      Bilingual(
        ru: "Не хватает \(missing.inRussianGenitive)", en: "You are \(missing.inEnglish) short")
        + (savingPays ? Self.saving : .empty)
        + Self.waysToEarn(
          invitingPays: invitingPays, surveyPays: surveyPays, after: savingPays ? nil : step)
    }
  }

  private static let saving = Bilingual(
    ru: ". Сохраните имя и имейл: за это начисляются баллы",
    en: ". Save your name and e-mail, which brings points")

  /// The sentence that advises how to earn points; empty if there is no way.
  private static func waysToEarn(
    invitingPays: Bool, surveyPays: Bool, after step: StepBeforeSurvey?
  ) -> Bilingual {
    let hint = step?.hint ?? .empty
    return switch (invitingPays, surveyPays) {
    case (true, true):
      Bilingual(
        ru: ". Пригласите друга или пройдите опрос", en: ". Invite a friend or take the survey")
        + hint
    case (true, false): Bilingual(ru: ". Пригласите друга", en: ". Invite a friend")
    case (false, true): Bilingual(ru: ". Пройдите опрос", en: ". Take the survey") + hint
    case (false, false): .empty
    }
  }
}

extension MallRefusal.StepBeforeSurvey {
  /// The advice to a user who has not yet taken the steps before the survey.
  fileprivate var hint: Bilingual {
    switch self {
    case .profile:
      Bilingual(
        ru: "; перед ним сохраните имя и имейл", en: "; before it, save your name and e-mail")
    case .referral:
      Bilingual(
        ru: "; перед ним введите или пропустите промокод",
        en: "; before it, enter or skip the friend's code")
    }
  }
}

extension FormError {
  /// News with a last day.
  static let validityOfNews = FormError.invalidField(
    "validUntil",
    takes: Bilingual(
      ru: "ничего, так как последний день есть только у акций",
      en: "no value, since only promotions have a last day"))
}

extension MallRefusal.Thing {
  fileprivate var missing: Bilingual {
    switch self {
    case .device:
      Bilingual(
        ru: "Это устройство неизвестно. Запустите на нём приложение",
        en: "This device is unknown. Start the application on it")
    case .object:
      Bilingual(
        ru: "Такого объекта нет, или он снят с публикации. Обновите список и выберите объект из "
          + "него",
        en: "There is no such object, or it was withdrawn. Refresh the list and choose an object "
          + "from it")
    case .offer:
      Bilingual(
        ru: "Такого предложения нет, или оно снято с публикации. Обновите список и выберите "
          + "предложение из него",
        en: "There is no such offer, or it was withdrawn. Refresh the list and choose an offer "
          + "from it")
    case .news:
      Bilingual(
        ru: "Такой новости или акции нет, или она снята с публикации. Обновите список и выберите "
          + "из него",
        en: "There is no such news or promotion, or it was withdrawn. Refresh the list and choose "
          + "from it")
    case .event:
      Bilingual(
        ru: "Такого мероприятия нет. Обновите список и выберите мероприятие из него",
        en: "There is no such event. Refresh the list and choose an event from it")
    case .profile:
      Bilingual(
        ru: "Имя и имейл ещё не сохранены. Сначала сохраните их",
        en: "Name and e-mail are not saved yet. Save them first")
    }
  }
}

extension ProfileField {
  fileprivate var text: Bilingual {
    switch self {
    case .name:
      Bilingual(
        ru: "Укажите имя и фамилию: не меньше двух слов, только из букв и знаков - ' ’; "
          + "в начале и в конце слова — буква",
        en: "Give your name and surname: at least two words, of letters and - ' ’ only; each "
          + "begins and ends with a letter")
    case .email:
      Bilingual(
        ru: "Проверьте имейл: он вида anna@mail.ru, с одной @ и без пробелов",
        en: "Check the e-mail address: it looks like anna@mail.ru, with one @ and no spaces")
    }
  }
}

extension Points {
  /// The number and its noun in the genitive case, as in "не хватает 21 балла, 5 баллов".
  fileprivate var inRussianGenitive: String {
    let isOne = rawValue % 10 == 1 && rawValue % 100 != 11
    return "\(rawValue) \(isOne ? "балла" : "баллов")"
  }

  fileprivate var inEnglish: String { "\(rawValue) \(rawValue == 1 ? "point" : "points")" }
}
