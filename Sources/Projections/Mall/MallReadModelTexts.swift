import Domain
import EventEngine

/// The texts of the mall's read models, in both languages.
enum MallReadModelTexts {
  static func title(of category: MallCategory) -> Bilingual {
    switch category {
    case .shops: Bilingual(ru: "Магазины", en: "Shops")
    case .food: Bilingual(ru: "Еда", en: "Food")
    case .entertainment: Bilingual(ru: "Развлечения", en: "Entertainment")
    case .services: Bilingual(ru: "Услуги", en: "Services")
    case .sport: Bilingual(ru: "Фитнес", en: "Fitness")
    case .cinema: Bilingual(ru: "Кино", en: "Cinema")
    }
  }

  static let newOffers = Bilingual(ru: "Новые предложения", en: "New offers")
  static let usefulInformation = Bilingual(ru: "Полезная информация", en: "Useful information")
  static let events = Bilingual(ru: "Мероприятия", en: "Events")
  static let mallEvents = Bilingual(ru: "Мероприятия в ТРЦ", en: "Events at the mall")

  static func scheduled(_ title: MallTitle, on day: CalendarDay) -> Bilingual {
    let date = "\(day)".split(separator: "-").reversed().joined(separator: ".")
    return Bilingual(
      ru: "Новое мероприятие: «\(title)», \(date)", en: "New event: “\(title)”, \(date)")
  }

  static func cancelled(_ title: MallTitle) -> Bilingual {
    Bilingual(
      ru: "Мероприятие «\(title)» отменено", en: "The event “\(title)” is cancelled")
  }

  static func label(of button: OfferPage.Button) -> Bilingual {
    switch button {
    case .buy: Bilingual(ru: "Приобрести", en: "Buy")
    case .use: Bilingual(ru: "Воспользоваться", en: "Use")
    case .received: Bilingual(ru: "Предложение получено", en: "Offer received")
    }
  }

  /// The title of a transaction about something that has none.
  static func title(of kind: TransactionKind) -> Bilingual {
    switch kind {
    case .registration: Bilingual(ru: "Регистрация", en: "Registration")
    case .referral: Bilingual(ru: "Реферальная программа", en: "Referral programme")
    case .survey: Bilingual(ru: "Опрос", en: "Survey")
    case .purchase: Bilingual(ru: "Покупка предложения", en: "Offer bought")
    case .event: Bilingual(ru: "Мероприятие", en: "Event")
    case .refund: Bilingual(ru: "Возврат", en: "Refund")
    }
  }

  static func unknown(_ device: MallDeviceID) -> Bilingual {
    Bilingual(ru: "Устройства \(device) нет", en: "There is no device \(device)")
  }

  static func unknown(_ object: MallObjectID) -> Bilingual {
    Bilingual(ru: "Объекта \(object) нет", en: "There is no object \(object)")
  }

  static func unknown(_ offer: MallOfferID) -> Bilingual {
    Bilingual(ru: "Предложения \(offer) нет", en: "There is no offer \(offer)")
  }

  static func unknown(_ news: MallNewsID) -> Bilingual {
    Bilingual(ru: "Новости \(news) нет", en: "There is no news item \(news)")
  }

  static func unknown(_ event: HappeningID) -> Bilingual {
    Bilingual(ru: "Мероприятия \(event) нет", en: "There is no event \(event)")
  }
}
