import EventEngine

/// Rebuilds read models from the journal alone.
struct ReplayCommand: Subcommand {
  static let name = "replay"
  static let summary = Bilingual(
    ru: "заново построить модели для чтения; вывести скорость и их дайджесты",
    en: "rebuild the read models; print events/s and a digest of each")
  static let usage = "[MODEL …]"
  static let options =
    AsOfParameters.options + [
      OptionSpec(
        "--verify", nil,
        ru: "сравнить с сохранёнными снимками",
        en: "compare with the stored snapshots"),
      threadsOption,
    ]
  static let examples: [Example] = [
    Example(
      "\(toolName) replay",
      ru: "все модели всех доменов за один проход по журналу",
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
      Дайджест — SHA-256 всего состояния модели: равные дайджесты означают равные ответы. У моделей с
      общим состоянием общий дайджест. Выводится время чтения и свёртки без вычисления дайджестов.
      Потоки делят работу: один читает следующие события, другие сворачивают прочитанные, каждый для
      своего домена, а если доменов мало — для своего состояния.
      """,
    en: """
      A digest is SHA-256 over the whole state of a read model: equal digests mean equal answers. Read
      models that share a state share its digest. The printed time covers reading and folding, but not
      computing the digests. The threads share the work: one reads the next events while the others fold
      the events already read, each for a domain of its own or, if there are few domains, for a state of
      its own.
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
    threads = try arguments.threads
    names = arguments.positionals
    try Rebuild.require(names, of: common.tool.domains)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    let states = common.tool.domains.states(of: names)
    let rebuild = ParallelRebuild(states, of: common.tool.domains, threads: threads) {
      try $0.digests()
    }
    let rebuilt = try reader.undisturbed(wait: common.wait) { reader in
      let (last, _) = try past.resolve(in: &reader)
      return try rebuild.run(&reader, through: last, &terminal)
    }
    let verdict =
      verifies ? try verdict(on: &reader, through: rebuilt.head, &terminal) : Verdict()
    if common.json {
      try printJSON(rebuilt, verdict.failure, &terminal)
    } else {
      try printTable(rebuilt, &terminal)
    }
    try terminal.flush()
    for note in verdict.notes { terminal.note(note) }
    try terminal.note(reported: verdict.failure, in: common.locale)
    return verdict.failure?.status ?? .success
  }

  /// The result of comparing the snapshots with the journal.
  private struct Verdict {
    var notes: [Bilingual] = []
    /// Nil if every snapshot can be used and agrees.
    var failure: ToolFailure?
  }

  private func verdict(
    on reader: inout JournalReader, through last: Position, _ terminal: inout Terminal
  ) throws -> Verdict {
    let comparison = try reader.undisturbed(wait: common.wait) { reader in
      try SnapshotComparison(
        names, of: common.tool.domains, with: &reader, through: last, &terminal)
    }
    let unusable = try unusable(in: &reader)
    if unusable.failure != nil { return unusable }
    var verdict = Verdict()
    for snapshot in comparison.differing {
      let (state, position) = (snapshot.name, snapshot.position)
      verdict.notes.append(
        Bilingual(
          ru: "снимок \(state) на позиции \(position) расходится с журналом; удалите его",
          en: "the snapshot of \(state) at position \(position) differs from the journal; "
            + "delete it"))
    }
    if let first = comparison.differing.first {
      verdict.failure = ToolFailure(
        .refused, .snapshotDiffers,
        ru: "снимков, которые расходятся с журналом: \(comparison.differing.count); первый — "
          + "\(first.state) на позиции \(first.position)",
        en: "\(comparison.differing.count.counted("snapshot")) "
          + "\(comparison.differing.count == 1 ? "differs" : "differ") from the journal; the first "
          + "is of \(first.state) at position \(first.position)")
      return verdict
    }
    let count = comparison.consistentCount
    let agreement = Bilingual(
      ru: "снимков, которые согласуются с журналом: \(count.russian)",
      en: "\(count.counted("snapshot")) \(count == 1 ? "agrees" : "agree") with the journal")
    let nothing = Bilingual(
      ru: "снимков для сравнения нет", en: "there are no snapshots to compare")
    return Verdict(notes: [count == 0 ? nothing : agreement])
  }

  /// The snapshots that are never used, such as damaged ones: they cannot be compared.
  private func unusable(in reader: inout JournalReader) throws -> Verdict {
    let states = Set(common.tool.domains.snapshotStates(of: names).map(\.name))
    let findings = try SnapshotStore(reader.directory).findings(in: &reader).filter { finding in
      let file = finding.path.split(separator: "/").last ?? ""
      return names.isEmpty || states.contains(String(file.prefix { $0 != "@" }))
    }
    guard let first = findings.first else { return Verdict() }
    let failure = ToolFailure(
      .refused, .derivedDiffers,
      ru: "снимков, с которыми нельзя сравнить: \(findings.count); первый — \(first.text.ru)",
      en: "\(findings.count.counted("snapshot")) cannot be compared; the first is "
        + first.text.en,
      hint: Bilingual(
        ru: "удалите их: новые сохранит \(toolName) snapshot",
        en: "delete them; \(toolName) snapshot stores new ones"))
    return Verdict(notes: findings.map(\.text), failure: failure)
  }

  /// Returns the digests by the names of the read models.
  private func digests(_ rebuilt: Rebuilt<StateDigest>) -> [(model: String, digest: Digest)] {
    common.tool.domains.readModels(named: names).sorted { $0.name < $1.name }
      .compactMap { model in
        rebuilt.results.first { $0.state == model.state.name }.map { (model.name, $0.digest) }
      }
  }

  private func printTable(_ rebuilt: Rebuilt<StateDigest>, _ terminal: inout Terminal) throws {
    let digests = digests(rebuilt)
    let width = digests.map(\.model.count).max() ?? 0
    for (model, digest) in digests {
      try terminal.print("\(terminal.styled(model.padded(to: width), .bold))  \(digest)")
    }
    let time = Throughput.text(rebuilt.events, in: rebuilt.seconds)
    try terminal.print(
      ru: "событий \(rebuilt.events.russian) \(time.ru), до позиции \(rebuilt.head)",
      en: "\(rebuilt.events.counted("event")) \(time.en), up to position \(rebuilt.head)")
    for (type, count) in rebuilt.unknownTypes {
      terminal.note(
        ru: "пропущено событий типа \(type.printable), которого не знает ни один домен: "
          + count.russian,
        en: "skipped \(count.counted("event")) of type \(type.printable), which no domain knows")
    }
  }

  private func printJSON(
    _ rebuilt: Rebuilt<StateDigest>, _ failure: ToolFailure?, _ terminal: inout Terminal
  ) throws {
    try terminal.print(
      JSONWriter.object { json in
        if let failure {
          json.bool("ok", false)
          json.error(failure.code, failure.text[common.locale])
        }
        json.int("events", rebuilt.events)
        json.int("head", rebuilt.head.rawValue)
        json.throughput(rebuilt.events, in: rebuilt.seconds)
        json.objects("models", digests(rebuilt)) {
          $0.string("model", $1.model)
          $0.string("digest", $1.digest.hex)
        }
        json.counts("unknownTypes", rebuilt.unknownTypes.map { ($0, $1) })
      })
  }
}
