import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `What the mall's application says` {
  static let refusals: [MallRefusal] =
    [
      .notSignedIn, .alreadyExists, .alreadyDone, .phoneInvalid, .accountNotFound, .phoneTaken,
      .tooManyAttempts, .resendTooSoon, .codeExpired, .codeIncorrect, .nameInvalid, .emailInvalid,
      .profileExists,
      .referralClosed, .referralCodeNotFound, .ownReferralCode, .surveyClosed,
      .futureDateOfBirth, .alreadyRated, .notRated, .alreadyReviewed, .validityOfNews,
      .eventCancelled, .eventOver, .alreadyOwned, .offerWithdrawn, .notOwned, .alreadyStarted,
      .redemptionNotStarted, .alreadyRegistered, .eventFull, .insufficientPoints(missing: 30),
    ] + MallRefusal.Thing.allCases.map(MallRefusal.notFound)

  private func texts(in locale: Locale) -> String {
    Self.refusals.map { "\($0.code): \($0.message(in: locale))\n" }.joined()
  }

  @Test func `every refusal has a text`() {
    let named = DomainCommands.mall.commands.flatMap(\.refusals)
    #expect(Set(named) == Set(Self.refusals.map(\.code)))
  }

  @Test func `refusals in Russian`() {
    #expect(
      texts(in: .ru) == """
        notSignedIn: Вы не вошли в приложение. Войдите или зарегистрируйтесь
        alreadyExists: Такой id уже есть или был. Укажите другой или не указывайте никакого: он создастся сам
        alreadyDone: Знакомство с приложением уже пройдено
        phoneInvalid: Номер телефона — +7 и десять цифр. Проверьте номер
        accountNotFound: Аккаунта с этим номером нет. Зарегистрируйтесь
        phoneTaken: Этот номер уже привязан к аккаунту. Войдите по нему или укажите другой
        tooManyAttempts: Для этого номера слишком часто вводили неверный код. Новый код можно получить через сутки
        resendTooSoon: Код на этот номер только что отправлен. Повторить можно через 15 секунд
        codeExpired: Этот код больше не действует. Нажмите «Отправить повторно»
        codeIncorrect: Код введён неверно. Проверьте код и введите ещё раз
        nameInvalid: Укажите имя и фамилию: два слова или больше, только буквы и знаки - ' ’
        emailInvalid: Проверьте имейл: в нём одна @, а после неё домен, например mail.ru
        profileExists: Имя и имейл уже сохранены. Изменить их можно в настройках
        referralClosed: Промокод вводят один раз, при регистрации после имени и имейла. Сейчас это недоступно
        referralCodeNotFound: Такого промокода нет. Проверьте код
        ownReferralCode: Это ваш собственный промокод. Введите код того, кто вас пригласил
        surveyClosed: Опрос проходят один раз, при регистрации после промокода. Сейчас это недоступно
        invalidField: Неверное значение поля «dateOfBirth»; нужно: день не позже сегодняшнего
        alreadyRated: Вы уже оценили приложение. Спасибо!
        notRated: Сначала оцените приложение, потом напишите отзыв
        alreadyReviewed: Вы уже написали отзыв. Спасибо!
        invalidField: Неверное значение поля «validUntil»; нужно: ничего, дата окончания бывает только у акций
        eventCancelled: Мероприятие отменено
        eventOver: Мероприятие уже прошло
        alreadyOwned: Это предложение у вас уже есть. Оно в разделе «Мои предложения»
        offerWithdrawn: Это предложение больше нельзя приобрести. Выберите другое
        notOwned: У вас нет этого предложения. Сначала нажмите «Приобрести»
        alreadyStarted: Вы уже нажали «Воспользоваться». Осталось получить предложение
        redemptionNotStarted: Сначала нажмите «Воспользоваться»
        alreadyRegistered: Вы уже зарегистрированы на это мероприятие
        eventFull: Мест на это мероприятие больше нет
        insufficientPoints: Не хватает 30 баллов. Пригласите друга или пройдите опрос
        notFound: Это устройство неизвестно. Запустите на нём приложение
        notFound: Такого объекта нет. Обновите список и выберите объект из него
        notFound: Такого предложения нет. Обновите список и выберите предложение из него
        notFound: Такой новости или акции нет. Обновите список и выберите из него
        notFound: Такого мероприятия нет. Обновите список и выберите мероприятие из него
        notFound: Имя и имейл ещё не сохранены. Сначала сохраните их

        """)
  }

  @Test func `refusals in English`() {
    #expect(
      texts(in: .en) == """
        notSignedIn: You are not signed in. Sign in or register
        alreadyExists: This id exists or once existed. Give another one, or none to have one made
        alreadyDone: The onboarding is finished already
        phoneInvalid: A phone number is +7 and ten digits. Check the number
        accountNotFound: There is no account with this number. Register
        phoneTaken: This number belongs to an account. Sign in with it or give another one
        tooManyAttempts: Wrong codes were entered for this number too often. Ask for a new one in 24 hours
        resendTooSoon: A code has just been sent to this number. Wait 15 seconds for another one
        codeExpired: This code works no more. Choose “Send again”
        codeIncorrect: The code is wrong. Check the code and enter it again
        nameInvalid: Give name and surname: two words or more, only letters and - ' ’
        emailInvalid: Check the e-mail address: it has one @ and behind it a domain like mail.ru
        profileExists: Name and e-mail are saved already. Change them in the settings
        referralClosed: A friend's code is entered once, when registering, after name and e-mail. Not now
        referralCodeNotFound: There is no such friend's code. Check the code
        ownReferralCode: This is your own code. Enter the code of whoever invited you
        surveyClosed: The survey is taken once, when registering, after the friend's code. Not now
        invalidField: The value of "dateOfBirth" is invalid; it takes: a day not later than today
        alreadyRated: You have rated the application already. Thank you!
        notRated: Rate the application first, then write a review
        alreadyReviewed: You have written a review already. Thank you!
        invalidField: The value of "validUntil" is invalid; it takes: nothing, only promotions end on a day
        eventCancelled: The event is cancelled
        eventOver: The event is over
        alreadyOwned: You have this offer already. It is under “My offers”
        offerWithdrawn: This offer cannot be bought any more. Choose another one
        notOwned: You do not have this offer. Buy it first
        alreadyStarted: You have chosen “Use” already. What is left is to receive the offer
        redemptionNotStarted: Choose “Use” first
        alreadyRegistered: You are registered for this event already
        eventFull: There are no places left at this event
        insufficientPoints: You are 30 points short. Invite a friend or take the survey
        notFound: This device is unknown. Start the application on it
        notFound: There is no such object. Refresh the list and choose an object from it
        notFound: There is no such offer. Refresh the list and choose an offer from it
        notFound: There is no such news or promotion. Refresh the list and choose from it
        notFound: There is no such event. Refresh the list and choose an event from it
        notFound: Name and e-mail are not saved yet. Save them first

        """)
  }

  @Test(arguments: [
    (1, "Не хватает 1 балла.", "1 point short"), (2, "Не хватает 2 баллов.", "2 points short"),
    (11, "Не хватает 11 баллов.", "11 points short"),
    (21, "Не хватает 21 балла.", "21 points short"),
    (111, "Не хватает 111 баллов.", "111 points short"),
  ])
  func `it says how many points are missing`(missing: Int, russian: String, english: String) {
    let refusal = MallRefusal.insufficientPoints(missing: Points(rawValue: missing))
    #expect(refusal.message(in: .ru).hasPrefix(russian))
    #expect(refusal.message(in: .en).contains(english))
  }
}
