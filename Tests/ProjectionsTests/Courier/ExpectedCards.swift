/// The card of an order from `CourierEvent.placed`, as JSON.
func card(
  _ order: String, _ status: String = "available", date: String = "2026-05-10",
  metro: String = "Сокол", overdue: Bool = false, courier: String? = nil,
  acceptedAt: String? = nil, completedAt: String? = nil
) -> String {
  let button =
    switch status {
    case "available": (#""accept""#, #""Принять""#, #""Хотите принять заказ?""#)
    case "accepted": (#""complete""#, #""Завершить""#, #""Вы завершили заказ?""#)
    default: ("null", "null", "null")
    }
  return """
    {"order":"\(order)","status":"\(status)","button":\(button.0),"buttonText":\(button.1),\
    "question":\(button.2),"address":"ул Комнатная 12-14","deliveryDate":"\(date)","metro":"\(metro)",\
    "overdue":\(overdue),"firstName":"Ева","lastName":"Петрова","phone":"+79161234567",\
    "color":"любой","comment":null,"courier":\(quoted(courier)),\
    "acceptedAt":\(quoted(acceptedAt)),"completedAt":\(quoted(completedAt))}
    """
}

private func quoted(_ text: String?) -> String { text.map { "\"\($0)\"" } ?? "null" }

/// An answer of `courier.orders`.
func orders(_ cards: String...) -> String {
  #"{"orders":[\#(cards.joined(separator: ","))],\#(placeholder(for: cards))}"#
}

/// An answer of `courier.feed`.
func feed(
  all: [String] = [], mine: [String] = [], unviewed: Int = 0, metro: [String] = []
) -> String {
  """
  {"all":[\(all.joined(separator: ","))],"mine":[\(mine.joined(separator: ","))],\
  "badge":\(unviewed > 0),"unviewed":\(unviewed),\
  "metro":[\(metro.map(quoted).joined(separator: ","))],\(placeholder(for: all))}
  """
}

private func placeholder(for cards: [String]) -> String {
  cards.isEmpty
    ? #""placeholder":"noOrders","placeholderText":"Заказов нет""#
    : #""placeholder":null,"placeholderText":null"#
}
