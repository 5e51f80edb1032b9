import EventEngine

/// Stores snapshots of read models beside the journal.
struct SnapshotCommand: Subcommand {
  static let name = "snapshot"
  static let summary = Bilingual(
    ru: "сохранить состояния моделей, чтобы запросы не читали весь журнал",
    en: "store the states of read models, so that queries need no full replay")
  static let usage = "[MODEL …]"
  static let options = [threadsOption]
  static let examples: [Example] = [
    Example(
      "\(toolName) snapshot",
      ru: "все модели, на этот момент",
      en: "all read models, as of now"),
    Example(
      "\(toolName) snapshot \(Sample.current.model)",
      ru: "одна из них",
      en: "one of them"),
    Example(
      "\(toolName) replay --verify",
      ru: "сравнить снимки с журналом",
      en: "compare the snapshots with the journal"),
  ]
  static let details = Bilingual(
    ru: """
      Снимки — файлы в папке snapshots/ журнала; их можно удалить в любое время. На каждое состояние
      приходится один снимок; у некоторых моделей общее состояние. Общие запросы продолжают с последнего
      снимка до нужной позиции и сохраняют новый, если свернули много событий. При удалении личных
      данных удаляются все снимки.
      """,
    en: """
      Snapshots are files in the journal's folder snapshots/; they may be deleted at any time. There is
      one for each state; some read models share a state. Global queries resume from the latest snapshot
      before the position, and store a new one after folding many events. Erasing personal data removes
      all snapshots.
      """)

  private let common: CommonOptions
  /// The names of read models; empty for all.
  private let names: [String]
  private let threads: Int?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    names = arguments.positionals
    threads = try arguments.threads
    try Rebuild.require(names, of: common.tool.domains)
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    guard reader.head > .start else {
      terminal.note(
        ru: "журнал пуст, сохранять нечего",
        en: "the journal is empty, so there is nothing to store")
      return .success
    }
    let store = SnapshotStore(reader.directory)
    let states = common.tool.domains.snapshotStates(of: names)
    let rebuild = ParallelRebuild(states, of: common.tool.domains, threads: threads) {
      try $0.snapshots()
    }
    let rebuilt = try reader.undisturbed(wait: common.wait) { reader in
      try rebuild.run(&reader, through: reader.head, &terminal)
    }
    var kept: [(state: String, bytes: Int)] = []
    for snapshot in rebuilt.results {
      guard try store.store(snapshot, folded: &reader) else {
        throw Self.notStored(isErasing: try reader.hasUnfinishedErasure())
      }
      kept.append((snapshot.name, snapshot.part.count))
    }
    if common.json {
      try terminal.print(
        JSONWriter.object { json in
          json.int("position", rebuilt.head.rawValue)
          json.counts("states", kept.map { ($0, $1) })
        })
    } else {
      let width = kept.map(\.state.count).max() ?? 0
      for (state, bytes) in kept {
        let size = Bilingual(ru: "\(bytes.russian) Б", en: bytes.counted("byte"))
        try terminal.print("\(state.padded(to: width))  \(size[common.locale])")
      }
      try terminal.print(
        ru: "на момент события \(rebuilt.head)", en: "as of position \(rebuilt.head)")
    }
    return .success
  }
}

extension SnapshotCommand {
  private static func notStored(isErasing: Bool) -> ToolFailure {
    if isErasing {
      return ToolFailure(
        .busy,
        ru: "удаление не закончено; пока оно не закончено, снимки не сохраняются",
        en: "an erasure is not finished; until it is, no snapshot is stored",
        hint: Bilingual(
          ru: "его закончит следующая запись: выполните команду, затем \(toolName) snapshot",
          en: "the next writer finishes it: issue a command, then run \(toolName) snapshot again"))
    }
    return ToolFailure(
      .busy,
      ru: "тем временем удаляли личные данные, или тот же снимок сохраняет другой процесс",
      en: "personal data was erased meanwhile, or another process stores the same snapshot",
      hint: Bilingual(
        ru: "повторите \(toolName) snapshot", en: "run \(toolName) snapshot again"))
  }
}
