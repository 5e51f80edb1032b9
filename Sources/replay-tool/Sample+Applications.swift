import ReplayToolKit

extension Sample {
  /// The words of the help. They occur in the journals made from the sample data in `events`.
  static let applications: Sample = {
    var sample = Sample([])
    sample.domain = "courier"
    sample.command = "courier.placeOrder"
    sample.issue = "courier.acceptOrder order=9413 --actor petrova"
    sample.requests = [
      #"{"command":"courier.acceptOrder","actor":"petrova","id":"a-17","data":{"order":"9413"}}"#,
      #"{"show":"courier.order","parameters":{"order":"9405"},"asOf":"2026-05-08T12:00:00Z"}"#,
      #"{"show":"courier.orders","position":12,"locale":"en"}"#,
    ]
    sample.query = #"{"show":"courier.orders","locale":"en"}"#
    sample.model = "courier.orders"
    sample.show = "nft.cart user=anna"
    sample.path = "items[nft=cat-1].price"
    sample.tag = "order:9412"
    sample.subjects = "user:eva, order:9412, tracker:anna/t1"
    sample.type = "courier.orderPlaced"
    sample.member = "order"
    sample.people = (
      ru: "курьер, клиент, пользователь, устройство",
      en: "a courier, a customer, a user, a device"
    )
    (sample.text, sample.number, sample.boolean) = ("order=9413", "stars=5", "enabled=true")
    (sample.list, sample.parameterList) = ("schedule=mon,wed", "metro=Сокол,Динамо")
    sample.examples = {
      commandExamples.merging(questionExamples) { first, _ in first }
        .merging(eventExamples) { first, _ in first }
    }
    return sample
  }()

  private static let commandExamples: [String: [Example]] = [
    "issue": [
      Example(
        "replay-tool issue courier.registerCourier courier=smirnov login=smirnov "
          + "password=@pin.txt --actor admin",
        ru: "пароль читается из pin.txt; без password=… его спросят на терминале",
        en: "reads the password from pin.txt; without password=…, asks for it on a terminal"),
      Example(
        "pass show pin | replay-tool issue courier.signIn login=smirnov password=@-",
        ru: "пароль читается со стандартного ввода, и в командной строке его нет",
        en: "reads the password from standard input, so no command line shows it"),
      Example(
        "replay-tool issue courier.acceptOrder order=9413 --actor petrova --id a-17",
        ru: "повторённая с тем же --id, она даёт тот же результат и ничего не записывает",
        en: "retried with the same --id, it returns the same result and records nothing"),
      Example(
        "replay-tool issue courier.refreshOrders metro=Сокол,Динамо --actor petrova",
        ru: "список через запятую; metro= — пустой список, metro:='[\"Сокол\"]' — список в JSON",
        en: "a comma-separated list; metro= is the empty list, metro:='[\"Сокол\"]' is a list in "
          + "JSON"),
      Example(
        "replay-tool issue nft.pay currency=ETH --actor anna --dry-run --position 35",
        ru: "была бы команда принята после события 35 или нет; ничего не записывается",
        en: "whether it would have been accepted after event 35; records nothing"),
      Example(
        "replay-tool issue system.tick --actor system",
        ru: "выполняет всё, срок чего наступил",
        en: "carries out everything that is due"),
      Example(
        "replay-tool issue --json --file events/courier/commands.jsonl",
        ru: "поток: по одному результату JSON на строке, в порядке команд",
        en: "a stream: one JSON result per line, in the order of the commands"),
    ],
    "import": [
      Example(
        "replay-tool import --file events/receipt.events.jsonl",
        ru: "журнал процесса выдачи разрешений",
        en: "the log of a permit process"),
      Example(
        "replay-tool import --dry-run --file events/tickets.csv --zone Europe/Moscow",
        ru: "как читается файл CSV: соответствие столбцов, три первых события и первая ошибка",
        en: "how a CSV file is read: the mapping, the first three events, and the first error"),
      Example(
        "replay-tool import --file events/tickets.csv --zone Europe/Moscow "
          + "--map type=Событие,time=Время,tag:ticket=Заявка,tag:operator=Оператор",
        ru: "тот же файл, с тегами для поиска; остальные столбцы попадают в данные",
        en: "the same file, with tags to look events up by; the other columns go into the data"),
      Example(
        "replay-tool import --dry-run --sort < events.jsonl",
        ru: "проверить, можно ли импортировать файл",
        en: "check whether a file can be imported"),
      Example(
        "replay-tool import --records --file journal.records --journal /srv/journal",
        ru: "создать журнал из записей другого, байт в байт",
        en: "create a journal from another one's records, byte for byte"),
    ],
    "erase": [
      Example(
        "replay-tool erase user:eva --reason 'request 17'",
        ru: "все личные данные eva, во всех доменах",
        en: "all personal data about eva, in all domains"),
      Example(
        "replay-tool erase order:9412 --dry-run",
        ru: "что было бы удалено: сколько записей каких типов",
        en: "what would be erased: how many records of which types"),
      Example(
        "replay-tool erase user:eva --yes",
        ru: "то же из скрипта, без терминала",
        en: "the same from a script, without a terminal"),
      Example(
        "replay-tool erase --due --yes --json",
        ru: "тексты удалённых трекеров и категорий и вчерашние коды входа",
        en: "the texts of deleted trackers and categories, and yesterday's sign-in codes"),
    ],
    "tour": [
      Example(
        "replay-tool tour",
        ru: "пять приложений, в журналах, которые потом удаляются, и страница, которая остаётся",
        en: "five applications, in journals that are removed afterwards, and a page that stays"),
      Example(
        "replay-tool tour --journal /tmp/tour",
        ru: "то же, но журналы останутся в /tmp/tour",
        en: "the same, and keep the journals in /tmp/tour"),
    ],
  ]
}
