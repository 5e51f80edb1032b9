import Domain
import EventEngine

/// The texts of the courier's read models, in both languages.
enum CourierReadModelTexts {
  static let anyColor = Bilingual(ru: "любой", en: "any")
  static let noOrders = Bilingual(ru: "Заказов нет", en: "No orders")

  static func label(of button: OrderCard.Button) -> Bilingual {
    switch button {
    case .accept: Bilingual(ru: "Принять", en: "Accept")
    case .complete: Bilingual(ru: "Завершить", en: "Complete")
    }
  }

  static func question(of button: OrderCard.Button) -> Bilingual {
    switch button {
    case .accept: Bilingual(ru: "Хотите принять заказ?", en: "Do you want to accept the order?")
    case .complete: Bilingual(ru: "Вы завершили заказ?", en: "Have you completed the order?")
    }
  }

  static func reminder(address: String, in locale: Language) -> String {
    switch locale {
    case .ru:
      "2 часа до конца заказа. Заказ «\(address)» нужно выполнить до 23:59. "
        + "Если не успеваете, предупредите поддержку: 0101"
    case .en:
      "2 hours left for the order. The order “\(address)” must be completed by 23:59. "
        + "If you cannot do so, call support: 0101"
    }
  }

  static func unknown(_ courier: CourierID) -> Bilingual {
    Bilingual(ru: "Курьера \(courier) нет", en: "There is no courier \(courier)")
  }

  static func unknown(_ order: OrderID) -> Bilingual {
    Bilingual(ru: "Заказа \(order) нет", en: "There is no order \(order)")
  }
}
