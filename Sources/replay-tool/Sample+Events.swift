import ReplayToolKit

extension Sample {
  static let eventExamples: [String: [Example]] = [
    "audit": [
      Example(
        "replay-tool audit order:9412",
        ru: "что происходило с заказом",
        en: "what happened to an order"),
      Example(
        "replay-tool audit user:anna --as-of 2026-05-08T12:00:00Z",
        ru: "история пользователя до полудня",
        en: "a user's history, up to noon"),
      Example(
        "replay-tool audit --position 12",
        ru: "одно событие",
        en: "one event"),
      Example(
        "replay-tool audit courier:ivanov --json | jq .changes",
        ru: "в JSON, по событию на строке",
        en: "as JSON, one event per line"),
      Example(
        "replay-tool audit --proof 12 --receipt receipt.json > proof.json",
        ru: "для владельца квитанции: replay-tool verify --proof proof.json --receipt receipt.json",
        en: "for the receipt's holder: replay-tool verify --proof proof.json --receipt "
          + "receipt.json"),
    ],
    "timeline": [
      Example(
        "replay-tool timeline order:9412",
        ru: "что произошло, в каком порядке и сколько это заняло",
        en: "what happened, in which order, and how long it took"),
      Example(
        "replay-tool timeline user:anna --since 2026-05-11 -n 20",
        ru: "последние 20 событий с 11 мая",
        en: "the last 20 events since 11 May"),
      Example(
        "replay-tool timeline order:9412 --json | jq .elapsed",
        ru: "миллисекунды между событиями",
        en: "the milliseconds between the events"),
    ],
    "trace": [
      Example(
        "replay-tool trace 12",
        ru: "что последовало за командой, которая записала событие 12",
        en: "what followed from the command that recorded event 12"),
      Example(
        "replay-tool trace --command-id c-094",
        ru: "что последовало за командой",
        en: "what followed from a command"),
      Example(
        "replay-tool trace 73 --json",
        ru: "в JSON, по событию на строке",
        en: "as JSON, one event per line"),
    ],
    "tail": [
      Example(
        "replay-tool tail --follow --json",
        ru: "каждое событие сразу, по объекту JSON на строке",
        en: "every event as it comes, one JSON object per line"),
      Example(
        "replay-tool tail --tag order:9412",
        ru: "события одного заказа",
        en: "the events of one order"),
      Example(
        "replay-tool tail -n 10 --reverse",
        ru: "последние десять, сначала новые",
        en: "the last ten, newest first"),
      Example(
        "replay-tool tail --type courier.orderPlaced --type courier.orderCancelled "
          + "--since 2026-05-08",
        ru: "заказы, созданные и отменённые с начала этого дня",
        en: "orders placed and cancelled since the beginning of that day"),
      Example(
        "replay-tool tail --consumer billing --follow --run 'jq -r .type >> billed.txt'",
        ru: "каждое событие хотя бы раз, по порядку, в том числе после перезапусков",
        en: "each event at least once, in order, even after restarts"),
    ],
    "consumers": [
      Example(
        "replay-tool consumers",
        ru: "все потребители, их позиции и отставание",
        en: "every consumer with its position and lag"),
      Example(
        "replay-tool consumers reset billing",
        ru: "billing начнёт снова с первого события",
        en: "billing starts again at the first event"),
      Example(
        "replay-tool consumers reset billing --to 60",
        ru: "billing продолжит с события 61",
        en: "billing resumes at event 61"),
    ],
  ]
}
