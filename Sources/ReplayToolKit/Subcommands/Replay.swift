import EventEngine

/// Rebuilds read models from the journal alone.
struct ReplayCommand: Subcommand {
  static let name = "replay"
  static let summary = Bilingual(
    ru: "построить модели для чтения заново, со скоростью и дайджестом каждой",
    en: "rebuild the read models, with events/s and a digest of each")
  static let usage = "[MODEL …]"
  static let options =
    AsOf.options + [
      OptionSpec(
        "--verify", nil,
        ru: "сравнить с сохранёнными снимками",
        en: "compare with the stored snapshots"),
      OptionSpec(
        "--threads", "N",
        ru: "число потоков свёртки (по умолчанию по одному на процессор, если это помогает)",
        en: "number of folding threads (default: one per processor, if that helps)"),
    ]
  static let examples: [Example] = [
    Example(
      "\(toolName) replay",
      ru: "все модели всех областей за один проход по журналу",
      en: "all read models of all domains, in one pass over the journal"),
    Example(
      "\(toolName) replay \(Sample.current.model) --json",
      ru: "одна из них, одним объектом JSON",
      en: "one of them, as one JSON object"),
    Example(
      "\(toolName) replay --as-of 2026-05-08T12:00:00Z",
      ru: "все модели на этот момент",
      en: "all read models as of that instant"),
  ]
  static let details = Bilingual(
    ru: """
      Дайджест — SHA-256 всего состояния модели: равные дайджесты означают равные ответы. У моделей с общим
      состоянием общий дайджест. Выводится время чтения и свёртки, без дайджестов. Каждый поток читает весь
      журнал и сворачивает часть состояний; если почти вся работа в одном состоянии, поток один.
      """,
    en: """
      A digest is SHA-256 over the whole state of a read model: equal digests mean equal answers. Read
      models that share a state share its digest. The printed time covers reading and folding, not the
      digests. Each thread reads the whole journal and folds some of the states; if one state has
      nearly all of the work, one thread is used.
      """)

  private let common: CommonOptions
  private let past: Past
  private let verifies: Bool
  private let threads: Int?
  /// The names of read models; empty for all.
  private let names: [String]

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    past = Past(arguments, in: common.locale)
    verifies = arguments.has("--verify")
    threads = try arguments.integer("--threads", in: 1...64)
    names = arguments.positionals
    try Rebuild.require(names, of: common.tool.domains)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    let states = common.tool.domains.states(of: names)
    let rebuild = ParallelRebuild(
      common.directory, wait: common.wait, states, of: common.tool.domains, threads: threads
    ) {
      try $0.digests()
    }
    let rebuilt = try reader.undisturbed(wait: common.wait) { reader in
      let (last, _) = try past.resolve(in: &reader)
      return try rebuild.run(&reader, through: last, &terminal)
    }
    if common.json {
      try printJSON(rebuilt, &terminal)
    } else {
      try printTable(rebuilt, &terminal)
    }
    return verifies ? try verify(&reader, through: rebuilt.head, &terminal) : .success
  }

  private func verify(
    _ reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws -> ExitStatus {
    let comparison = try reader.undisturbed(wait: common.wait) { reader in
      try SnapshotComparison(
        names, of: common.tool.domains, with: &reader, through: last, &terminal)
    }
    for snapshot in comparison.differing {
      terminal.note(
        "\(toolName): the snapshot of \(snapshot.name) at position \(snapshot.position) differs "
          + "from the journal; delete it")
    }
    if let first = comparison.differing.first {
      throw ToolFailure(
        .refused, .snapshotDiffers,
        Bilingual(
          ru: "снимков, которые расходятся с журналом: \(comparison.differing.count); первый — "
            + "\(first.state) на номере \(first.position)",
          en: "\(comparison.differing.count.counted("snapshot")) "
            + "\(comparison.differing.count == 1 ? "differs" : "differ") from the journal; the first "
            + "is of \(first.state) at position \(first.position)"))
    }
    terminal.note(
      comparison.agreeing == 0
        ? "\(toolName): there are no snapshots to compare"
        : "\(toolName): \(comparison.agreeing.counted("snapshot")) "
          + "\(comparison.agreeing == 1 ? "agrees" : "agree") with the journal")
    return .success
  }

  /// Returns the digests by the names of the read models.
  private func digests(_ rebuilt: Rebuilt<StateDigest>) -> [(model: String, digest: Digest)] {
    common.tool.domains.readModels(named: names).sorted { $0.name < $1.name }
      .compactMap { model in
        rebuilt.made.first { $0.state == model.state.name }.map { (model.name, $0.digest) }
      }
  }

  private func printTable(_ rebuilt: Rebuilt<StateDigest>, _ terminal: inout Terminal) throws {
    let digests = digests(rebuilt)
    let width = digests.map(\.model.count).max() ?? 0
    for (model, digest) in digests {
      try terminal.print("\(terminal.styled(model.padded(to: width), .bold))  \(digest)")
    }
    let rate = Throughput.rate(rebuilt.events, in: rebuilt.seconds)
    try terminal.print(
      "\(rebuilt.events.counted("event")) in \(rebuilt.seconds.fixed(3)) s "
        + "(\(rate.grouped) events/s), up to position \(rebuilt.head)")
    for (type, count) in rebuilt.unknownTypes {
      terminal.note(
        "\(toolName): skipped \(count.counted("event")) of type \(type.printable), which no domain "
          + "knows")
    }
  }

  private func printJSON(_ rebuilt: Rebuilt<StateDigest>, _ terminal: inout Terminal) throws {
    var json = JSONWriter()
    json.beginObject()
    json.literalKey("events")
    json.int(rebuilt.events)
    json.literalKey("head")
    json.int(rebuilt.head.rawValue)
    json.literalKey("seconds")
    json.seconds(rebuilt.seconds)
    json.literalKey("eventsPerSecond")
    json.int(Throughput.rate(rebuilt.events, in: rebuilt.seconds))
    json.literalKey("models")
    json.beginArray()
    for (model, digest) in digests(rebuilt) {
      json.beginObject()
      json.literalKey("model")
      json.string(model)
      json.literalKey("digest")
      json.string(digest.hex)
      json.endObject()
    }
    json.endArray()
    json.literalKey("unknownTypes")
    json.beginObject()
    for (type, count) in rebuilt.unknownTypes {
      json.key(type)
      json.int(count)
    }
    json.endObject()
    json.endObject()
    try terminal.print(json.bytes)
  }
}
