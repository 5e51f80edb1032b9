import EventEngine

/// The result of `erase`, or of its dry run.
struct ErasureReport {
  let search: ErasureSearch
  let language: Language
  var events: [Position] = []
  /// Records that still name the subjects; nil before the erasure.
  var remaining: RemainingTraces?
  var isDryRun = false

  private var types: [(type: String, count: Int)] {
    search.types.map { ($0.key.rawValue, $0.value) }.sorted { $0.0 < $1.0 }
  }

  private var sections: Int { search.types.values.reduce(0, +) }

  func print(_ terminal: inout Terminal, asJSON: Bool) throws(SystemError) {
    if asJSON { return try terminal.print(json) }
    for line in lines(named: { terminal.styled($0, .bold) }) { try terminal.print(line) }
    if let first = events.first, let last = events.last {
      let text =
        first == last
        ? Bilingual(ru: "записано как событие \(first)", en: "recorded as event \(first)")
        : Bilingual(
          ru: "записано как события с \(first) по \(last)",
          en: "recorded as events \(first) to \(last)")
      try terminal.print(text)
    }
  }

  /// Returns one line per subject and per type, with the number of records.
  ///
  /// - Parameter style: sets off the name of a subject.
  func lines(named style: (String) -> String) -> [String] {
    let isDone = !isDryRun && !events.isEmpty
    var lines = zip(search.subjects, search.found).map { subject, positions in
      let name = style(subject.rawValue.printable)
      let count = positions.count
      let text = Bilingual(
        ru: "\(isDone ? "удалено записей" : "записей к удалению"): \(count.russian)",
        en: "\(count.counted("record")) \(isDone ? "erased" : "to erase")")
      return "\(name): \(text[language])"
    }
    let width = types.map { $0.count.grouped.count }.max() ?? 0
    for (type, count) in types {
      lines.append(
        "  \(count.grouped(in: language).padded(to: width, isRight: true))  \(type.printable)")
    }
    return lines
  }

  /// Prints what the erasure did not cover.
  ///
  /// - Parameter isOnServer: whether the journal is in a database.
  func note(_ terminal: inout Terminal, isOnServer: Bool = false) {
    noteRemaining(&terminal)
    if isDryRun { return }
    if sections == 0 {
      let what =
        search.subjects.isEmpty
        ? Bilingual(ru: "удалять пока нечего", en: "nothing is due")
        : Bilingual(ru: "удалять больше нечего", en: "there is nothing left to erase")
      terminal.note(what)
    } else {
      let text =
        isOnServer
        ? Bilingual(
          ru:
            "не затронуты журнал предзаписи сервера и его архив, отстающие реплики, свободные блоки "
            + "диска, резервные копии и экспортированные файлы; очистите их сами",
          en:
            "not covered: the server's write-ahead log and its archive, standbys that lag, free disk "
            + "blocks, backups and exports; erase them yourself")
        : Bilingual(
          ru: "не затронуты свободные блоки диска, снимки файловой системы, резервные копии и "
            + "экспортированные файлы; очистите их сами",
          en:
            "not covered: free disk blocks, file-system snapshots, backups and exports; erase them "
            + "yourself")
      terminal.note(text)
    }
  }

  private func noteRemaining(_ terminal: inout Terminal) {
    guard let remaining else { return }
    for (subject, count) in zip(remaining.subjects, remaining.counts) where count.records > 0 {
      let verb = count.records == 1 ? "carries" : "carry"
      let list = count.positions.map(\.description).joined(separator: ", ")
      let more = count.data > count.positions.count ? ", …" : ""
      let isOne = count.positions.count == 1
      let places = Bilingual(
        ru: list.isEmpty ? "" : ": \(isOne ? "событие" : "события") \(list)\(more)",
        en: list.isEmpty ? "" : ": \(isOne ? "position" : "positions") \(list)\(more)")
      terminal.note(
        ru: "записей, где остаётся id из \(subject.rawValue): \(count.records.russian); id не "
          + "удаляются (в тегах: \(count.tags.russian), в поле actor: \(count.actors.russian), в "
          + "данных: \(count.data.russian)\(places.ru))",
        en: "\(count.records.counted("record")) still \(verb) the id of \(subject.rawValue), since "
          + "ids are not erased: \(count.tags.grouped) as tag, \(count.actors.grouped) as actor, "
          + "\(count.data.grouped) in data\(places.en)")
    }
  }

  private var json: [UInt8] {
    JSONWriter.object { json in
      json.int("sections", sections)
      json.objects("subjects", search.subjects.indices) { json, index in
        json.string("subject", search.subjects[index].rawValue)
        json.int("sections", search.found[index].count)
        json.array("positions", search.found[index].ranges) {
          $0.numbers([$1.lowerBound.rawValue, $1.upperBound.rawValue])
        }
        if let count = remaining?.counts[index] { write(count, to: &json) }
      }
      json.counts("types", types.map { ($0, $1) })
      json.array("events", events) { $0.int($1.rawValue) }
      json.bool("dryRun", isDryRun)
    }
  }

  private func write(_ count: RemainingTraces.Count, to json: inout JSONWriter) {
    json.beginObject("remaining")
    json.int("records", count.records)
    json.int("tags", count.tags)
    json.int("actors", count.actors)
    json.int("data", count.data)
    json.endObject()
  }
}
