import Domain
import EventEngine

extension MallRefusal {
  public func message(in locale: Language) -> String {
    Bilingual(ru: inRussian, en: inEnglish)[locale]
  }

  private var inRussian: String {
    switch self {
    case .notSignedIn: "Вы не вошли в приложение. Войдите или зарегистрируйтесь"
    case .notOnDevice:
      "На этом устройстве вы не вошли. Укажите то, на котором вошли, или не указывайте никакого, "
        + "чтобы выйти везде"
    case .userRates:
      "На этом устройстве выполнен вход: приложение оценивает пользователь, а не устройство"
    case .notFound(let thing): thing.missingInRussian
    case .alreadyExists:
      "Такой id уже есть или был. Укажите другой или не указывайте: id создаётся автоматически"
    case .alreadyInstalled:
      "На этом устройстве приложение уже установлено. Для нового устройства укажите "
        + "actor new: id создаётся автоматически"
    case .alreadyDone: "Знакомство с приложением уже пройдено"
    case .phoneInvalid: "Номер телефона — +7 и десять цифр. Проверьте номер"
    case .accountNotFound: "Аккаунта с этим номером нет. Зарегистрируйтесь"
    case .phoneTaken(by: .changePhone): "Этот номер уже привязан к аккаунту. Укажите другой"
    case .phoneTaken: "Этот номер уже привязан к аккаунту. Войдите по нему или укажите другой"
    case .tooManyAttempts:
      "Для этого номера слишком часто вводили неверный код. Новый код можно получить через сутки"
    case .resendTooSoon: "Код на этот номер только что отправлен. Повторить можно через 15 секунд"
    case .codeExpired: "Этот код больше не действует. Нажмите «Отправить повторно»"
    case .codeIncorrect: "Код введён неверно. Проверьте код и введите ещё раз"
    case .profileInvalid(let fields): fields.map(\.inRussian).joined(separator: ". ")
    case .profileExists: "Имя и имейл уже сохранены. Изменить их можно в настройках"
    case .referralClosed:
      "Промокод вводят один раз, при регистрации после имени и имейла. Сейчас это недоступно"
    case .referralCodeNotFound: "Такого промокода нет. Проверьте код"
    case .ownReferralCode: "Это ваш собственный промокод. Введите код того, кто вас пригласил"
    case .surveyClosed:
      "Опрос проходят один раз, при регистрации после промокода. Сейчас это недоступно"
    case .futureDateOfBirth:
      "Неверное значение поля «dateOfBirth»; нужно: день не позже сегодняшнего"
    case .alreadyRated: "Вы уже оценили приложение. Спасибо!"
    case .notRated: "Сначала оцените приложение, потом напишите отзыв"
    case .alreadyReviewed: "Вы уже написали отзыв. Спасибо!"
    case .validityOfNews:
      "Неверное значение поля «validUntil»; нужно: оставить пустым, срок действия есть только у "
        + "акций"
    case .validityOfPromotion:
      "Неверное значение поля «validUntil»; нужно: дата, до которой действует акция"
    case .eventCancelled: "Мероприятие отменено"
    case .eventOver: "Мероприятие уже прошло"
    case .alreadyOwned: "Это предложение у вас уже есть. Оно в разделе «Мои предложения»"
    case .offerWithdrawn: "Это предложение больше нельзя приобрести. Выберите другое"
    case .notOwned: "У вас нет этого предложения. Ваши — в разделе «Мои предложения»"
    case .alreadyStarted: "Вы уже нажали «Воспользоваться». Осталось получить предложение"
    case .redemptionNotStarted: "Сначала нажмите «Воспользоваться»"
    case .alreadyRegistered: "Вы уже зарегистрированы на это мероприятие"
    case .eventFull: "Мест на это мероприятие больше нет"
    case .notRegistered: "Вы не зарегистрированы на это мероприятие"
    case .insufficientPoints(let missing, let surveyIsOpen):
      "Не хватает \(missing.inRussianGenitive). Пригласите друга"
        + (surveyIsOpen ? " или пройдите опрос" : "")
    }
  }

  private var inEnglish: String {
    switch self {
    case .notSignedIn: "You are not signed in. Sign in or register"
    case .notOnDevice:
      "You are not signed in on this device. Give one that you are signed in on, or none to sign "
        + "out everywhere"
    case .userRates:
      "A user is signed in on this device: the user rates the application, not the device"
    case .notFound(let thing): thing.missingInEnglish
    case .alreadyExists:
      "This id exists or once existed. Give another one, or leave it out: one is generated"
    case .alreadyInstalled:
      "The application is installed on this device. For a new device, use the actor new: its id is "
        + "generated"
    case .alreadyDone: "The onboarding is finished already"
    case .phoneInvalid: "A phone number is +7 and ten digits. Check the number"
    case .accountNotFound: "There is no account with this number. Register"
    case .phoneTaken(by: .changePhone): "This number belongs to an account. Give another one"
    case .phoneTaken: "This number belongs to an account. Sign in with it or give another one"
    case .tooManyAttempts:
      "Wrong codes were entered for this number too often. Ask for a new one in 24 hours"
    case .resendTooSoon: "A code has just been sent to this number. Wait 15 seconds for another one"
    case .codeExpired: "This code is no longer valid. Choose “Send again”"
    case .codeIncorrect: "The code is wrong. Check the code and enter it again"
    case .profileInvalid(let fields): fields.map(\.inEnglish).joined(separator: ". ")
    case .profileExists: "Name and e-mail are saved already. Change them in the settings"
    case .referralClosed:
      "A friend's code is entered once, when registering, after name and e-mail. It is not "
        + "available now"
    case .referralCodeNotFound: "There is no such friend's code. Check the code"
    case .ownReferralCode:
      "This is your own code. Enter the code of the person who invited you"
    case .surveyClosed:
      "The survey is taken once, when registering, after the friend's code. It is not available now"
    case .futureDateOfBirth:
      "The value of \"dateOfBirth\" is invalid; it takes: a day not later than today"
    case .alreadyRated: "You have already rated the application. Thank you!"
    case .notRated: "Rate the application first, then write a review"
    case .alreadyReviewed: "You have already written a review. Thank you!"
    case .validityOfNews:
      "The value of \"validUntil\" is invalid; it takes: nothing; only promotions have an end "
        + "date"
    case .validityOfPromotion:
      "The value of \"validUntil\" is invalid; it takes: the last day of the promotion"
    case .eventCancelled: "The event is cancelled"
    case .eventOver: "The event is over"
    case .alreadyOwned: "You already have this offer. It is under “My offers”"
    case .offerWithdrawn: "This offer cannot be bought any more. Choose another one"
    case .notOwned: "You do not have this offer. Yours are under “My offers”"
    case .alreadyStarted: "You have already chosen “Use”. Now receive the offer"
    case .redemptionNotStarted: "Choose “Use” first"
    case .alreadyRegistered: "You are registered for this event already"
    case .eventFull: "There are no places left at this event"
    case .notRegistered: "You are not registered for this event"
    case .insufficientPoints(let missing, let surveyIsOpen):
      "You are \(missing.inEnglish) short. Invite a friend"
        + (surveyIsOpen ? " or take the survey" : "")
    }
  }
}

extension MallRefusal.Thing {
  fileprivate var missingInRussian: String {
    switch self {
    case .device: "Это устройство неизвестно. Запустите на нём приложение"
    case .object: "Такого объекта нет. Обновите список и выберите объект из него"
    case .offer: "Такого предложения нет. Обновите список и выберите предложение из него"
    case .news: "Такой новости или акции нет. Обновите список и выберите из него"
    case .event: "Такого мероприятия нет. Обновите список и выберите мероприятие из него"
    case .profile: "Имя и имейл ещё не сохранены. Сначала сохраните их"
    }
  }

  fileprivate var missingInEnglish: String {
    switch self {
    case .device: "This device is unknown. Start the application on it"
    case .object: "There is no such object. Refresh the list and choose an object from it"
    case .offer: "There is no such offer. Refresh the list and choose an offer from it"
    case .news: "There is no such news or promotion. Refresh the list and choose from it"
    case .event: "There is no such event. Refresh the list and choose an event from it"
    case .profile: "Name and e-mail are not saved yet. Save them first"
    }
  }
}

extension ProfileField {
  fileprivate var inRussian: String {
    switch self {
    case .name: "Укажите имя и фамилию: два слова или больше, только буквы и знаки - ' ’"
    case .email: "Проверьте имейл: в нём одна @, а после неё домен, например mail.ru"
    }
  }

  fileprivate var inEnglish: String {
    switch self {
    case .name: "Give name and surname: two words or more, only letters and - ' ’"
    case .email: "Check the e-mail address: it has one @ and after it a domain like mail.ru"
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
