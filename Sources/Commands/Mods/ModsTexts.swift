import Domain
import EventEngine

extension ModsRefusal {
  public func message(in locale: Language) -> String {
    Bilingual(ru: inRussian, en: inEnglish)[locale]
  }

  private var inRussian: String {
    switch self {
    case .alreadyExists: "Мод с таким path уже есть или был. Укажите другой path"
    case .notFound: "Такого мода нет. Обновите список и выберите мод из него"
    case .alreadySubscribed: "Подписка уже оформлена"
    case .paywallNotShown: "Экран подписки не открыт, закрывать нечего"
    case .closeNotYetAllowed: "Экран подписки пока нельзя закрыть. Попробуйте чуть позже"
    case .trialAlreadyUsed: "Пробный период бывает один раз. Оформите подписку"
    case .notSubscribed: "Подписки нет. Оформите её на экране подписки"
    case .alreadyCancelled:
      "Подписка уже отменена и действует до конца срока. Если передумали, возобновите её"
    case .notCancelled: "Подписка не отменена, возобновлять нечего"
    case .subscriptionRequired: "Скачивать моды можно только по подписке. Оформите её"
    }
  }

  private var inEnglish: String {
    switch self {
    case .alreadyExists: "A mod with this path exists or once existed. Give another path"
    case .notFound: "There is no such mod. Refresh the list and choose a mod from it"
    case .alreadySubscribed: "You have already subscribed"
    case .paywallNotShown: "The subscription screen is not open; there is nothing to close"
    case .closeNotYetAllowed: "The subscription screen cannot be closed yet. Try again shortly"
    case .trialAlreadyUsed: "A free trial is given once. Take out a subscription"
    case .notSubscribed: "You have no subscription. Take one out on the subscription screen"
    case .alreadyCancelled:
      "The subscription has been cancelled already and lasts until its end. To keep it, resume it"
    case .notCancelled: "The subscription is not cancelled; there is nothing to resume"
    case .subscriptionRequired: "Mods can only be downloaded with a subscription. Take one out"
    }
  }
}
