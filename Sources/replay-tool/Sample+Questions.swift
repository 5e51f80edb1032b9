import ReplayToolKit

extension Sample {
  static let questionExamples: [String: [Example]] = [
    "show": [
      Example(
        "replay-tool show courier.orders",
        ru: "заказы, которые может принять любой курьер",
        en: "the orders that any courier may accept"),
      Example(
        "replay-tool show courier.orders tab=mine courier=petrova metro=Сокол,Динамо",
        ru: "собственные заказы курьера у двух станций",
        en: "a courier's own orders, at two stations"),
      Example(
        "replay-tool show courier.order order=9405 --as-of 2026-05-08T12:00:00Z",
        ru: "заказ, каким он был в полдень",
        en: "an order as of noon"),
      Example(
        "replay-tool show --json courier.feed courier=ivanov --position 12",
        ru: "в JSON, на момент события 12",
        en: "as JSON, as of event 12"),
    ],
    "replay": [
      Example(
        "replay-tool replay",
        ru: "все модели всех доменов за один проход по журналу",
        en: "all read models of all domains, in one pass over the journal"),
      Example(
        "replay-tool replay courier.orders courier.feed --json",
        ru: "две из них, одним объектом JSON",
        en: "two of them, as one JSON object"),
      Example(
        "replay-tool replay --as-of 2026-05-08T12:00:00Z",
        ru: "все модели на этот момент",
        en: "all read models as of that instant"),
    ],
    "why": [
      Example(
        "replay-tool why nft.cart user=boris total",
        ru: "события, которые меняли сумму корзины",
        en: "the events that changed a cart's total"),
      Example(
        "replay-tool why nft.item nft=cat-1 --since 2026-05-11 --json",
        ru: "в JSON, по событию на строке с его изменениями",
        en: "as JSON, one event per line with its changes"),
      Example(
        "replay-tool why nft.cart user=boris total --without 39",
        ru: "как если бы события 39 не было",
        en: "as if event 39 had not happened"),
    ],
    "when": [
      Example(
        "replay-tool when nft.cart user=boris --where 'total > 2'",
        ru: "когда корзина стоила больше 2 ETH",
        en: "when a cart was worth more than 2 ETH"),
      Example(
        "replay-tool when courier.orders --where 'orders.count >= 3' --first",
        ru: "когда впервые ждали три заказа",
        en: "the first time that three orders were waiting"),
      Example(
        "replay-tool when nft.rating --run 'jq -e \".users[0].user == \\\"anna\\\"\"'",
        ru: "когда условие проверяет ваша собственная программа",
        en: "with a condition that a program of your own checks"),
    ],
    "diff": [
      Example(
        "replay-tool diff nft.cart user=boris --from 34 --to 46",
        ru: "что изменилось между двумя событиями и какие события это изменили",
        en: "what changed between two events, and which events changed it"),
      Example(
        "replay-tool diff --from 2026-05-19",
        ru: "все ответы, которые различаются",
        en: "every answer that differs"),
      Example(
        "replay-tool diff --against rehearsal.journal",
        ru: "сравнить с другим журналом: с копией или с пробным",
        en: "compare with another journal, such as a copy or a rehearsal"),
    ],
  ]
}
