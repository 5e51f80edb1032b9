import EventChecking
import EventEngine
import ReplayToolKit

/// Measures the engine on this machine.
struct Bench: Subcommand {
  static let name = "bench"
  static let summary = Bilingual(
    ru: "измерить движок на этой машине",
    en: "measure the engine on this machine")
  static let options = [
    OptionSpec(
      "--events", "N",
      ru: "число событий в журнале, который воспроизводится (по умолчанию 1000000)",
      en: "events in the journal that is replayed (default 1000000)"),
    OptionSpec(
      "--mixed", nil,
      ru: "воспроизвести вместо этого журнал всех приложений",
      en: "replay a journal of all applications instead"),
    OptionSpec(
      "--samples", "DIR",
      ru: "папка с примерами историй (по умолчанию events)",
      en: "folder of the sample stories (default events)"),
    OptionSpec(
      "--keep", nil,
      ru: "оставить журналы и вывести, где они",
      en: "keep the journals, and print where they are"),
    OptionSpec(
      "--appends", "N",
      ru: "только добавлять: N событий по одному и из 64 задач сразу",
      en: "only append: N events one by one, and from 64 tasks at once"),
    OptionSpec(
      "--by", "APPENDER",
      ru: "измерить только одно: writer, journal или file; по одному событию",
      en: "measure only one of writer, journal and file, event by event",
      choices: AppendMeasurement.Appender.allCases.map(\.rawValue)),
    OptionSpec(
      "--opening", nil,
      ru: "только открыть журнал из --journal и задать ему вопросы",
      en: "only open the journal of --journal, and query it"),
    OptionSpec(
      "--generate", "DIR",
      ru: "только создать журнал в DIR",
      en: "only create the journal, in DIR"),
    OptionSpec(
      "--segment-size", "BYTES",
      ru: "размер, при котором этот журнал закрывает сегмент (по умолчанию 16777216)",
      en: "size at which that journal closes a segment (default 16777216)"),
  ]
  static let examples: [Example] = [
    Example(
      "\(toolName)",
      ru: "миллион событий",
      en: "a million events"),
    Example(
      "\(toolName) --events 100000 --json",
      ru: "меньше, в JSON",
      en: "fewer, as JSON"),
    Example(
      "\(toolName) --mixed",
      ru: "воспроизведение миллиона событий всех пяти приложений",
      en: "a million events of all five applications, replayed"),
    Example(
      "\(toolName) --appends 1000",
      ru: "надёжные добавления в сравнении с простыми write и fdatasync",
      en: "durable appends, beside a bare write and fdatasync"),
    Example(
      "\(toolName) --appends 1000 --journal postgresql://app@db1,db2/shop?journal=bench",
      ru: "то же в журнале на сервере",
      en: "the same in a journal on a server"),
    Example(
      "\(toolName) --generate DIR --events 10000",
      ru: "создать журнал для других измерений",
      en: "create a journal for other measurements"),
  ]
  static let details = Bilingual(
    ru: """
      Создаёт журнал курьеров во временной папке в $TMPDIR или /tmp и потом удаляет его. Журнал всегда один
      и тот же, около 430 байт на событие. Разбор, воспроизведение, дайджесты и проверка измеряются по
      времени одного ядра, работа, которая ждёт диска, — по часам. Воспроизведение и разбор повторяются
      трижды; считается медиана. Одиночные добавления чередуются с записью стольких же байт в простой
      файл и его синхронизацией.

      С --mixed повторяет примеры историй всех приложений, каждый раз с другими людьми и вещами, и
      строит по ним все модели для чтения.

      benchmarks/run сравнивает результаты с другими программами.
      """,
    en: """
      Generates a courier journal in a temporary folder below $TMPDIR or /tmp, and removes it
      afterwards. The journal is always the same, with about 430 bytes per event. Decoding, replay,
      digests and verify are measured in processor time of one core, work that waits for the disk by
      the clock. Replay and decoding run three times; the median counts. Single appends alternate with
      writing as many bytes to a plain file and syncing it.

      With --mixed, repeats the sample stories of all applications, each time with other people and
      items, and replays them into all read models.

      benchmarks/run compares the results with other programs.
      """)

  /// The selected measurements.
  private enum Work {
    case everything
    case mixed(samples: String)
    case appends(Int, by: AppendMeasurement.Appender?)
    case opening
    /// No measurement: creates a journal.
    case generate(JournalDirectory, segmentBytes: Int?, samples: String?)
  }

  private let common: CommonOptions
  private let events: Int
  private let keeps: Bool
  private let work: Work

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    events = try arguments.integer("--events", in: 1...100_000_000) ?? 1_000_000
    keeps = arguments.has("--keep")
    work = try Self.work(arguments, onServer: common.directory.origin != nil)
  }

  private static func work(
    _ arguments: Arguments, onServer: Bool
  ) throws(UsageError) -> Work {
    let folder = arguments.value("--samples")
    let samples = arguments.has("--mixed") ? folder ?? "events" : folder
    let appends = try arguments.integer("--appends", in: 1...1_000_000)
    let segmentBytes = try arguments.integer("--segment-size", in: JournalCreation.segmentBytes)
    let wanted = [
      appends != nil ? "--appends" : nil, arguments.has("--opening") ? "--opening" : nil,
      arguments.value("--generate") != nil ? "--generate" : nil,
    ].compactMap { $0 }
    if wanted.count > 1 { throw UsageError.cannotCombine(wanted[0], wanted[1]) }
    if let measured = wanted.first {
      if measured != "--generate", arguments.value("--events") != nil {
        throw UsageError.cannotCombine(measured, "--events")
      }
      if measured != "--appends", arguments.has("--keep") {
        throw UsageError.cannotCombine(measured, "--keep")
      }
    }
    if let path = arguments.value("--generate") {
      return .generate(JournalDirectory(path), segmentBytes: segmentBytes, samples: samples)
    }
    if samples != nil, let measured = wanted.first {
      let story = arguments.has("--mixed") ? "--mixed" : "--samples"
      throw UsageError.cannotCombine(measured, story)
    }
    if segmentBytes != nil {
      throw UsageError(
        ru: "--segment-size требует --generate DIR", en: "--segment-size needs --generate DIR")
    }
    let appender = try Self.appender(arguments)
    if appender != nil, onServer {
      throw UsageError(
        ru: "--by не сочетается с журналом на сервере",
        en: "--by cannot be combined with a journal on a server")
    }
    if let appends { return .appends(appends, by: appender) }
    if appender != nil {
      throw UsageError(ru: "--by требует --appends N", en: "--by needs --appends N")
    }
    if arguments.has("--opening") { return .opening }
    return samples.map { .mixed(samples: $0) } ?? .everything
  }

  private static func appender(
    _ arguments: Arguments
  ) throws(UsageError) -> AppendMeasurement.Appender? {
    guard let name = arguments.value("--by") else { return nil }
    if let appender = AppendMeasurement.Appender(rawValue: name) { return appender }
    let known = AppendMeasurement.Appender.allCases.map(\.rawValue).joined(separator: ", ")
    throw UsageError(ru: "--by принимает одно из: \(known)", en: "--by takes one of: \(known)")
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let folder = try TemporaryFolders.newPath(named: "replay-bench")
    CleanupOnSignal.remove(folder)
    var benchmark = Benchmark(in: folder, events: events)
    do {
      try measure(&benchmark) { terminal.progress($0) }
    } catch {
      terminal.clearProgress()
      try TemporaryFolders.discard(folder)
      throw error
    }
    terminal.clearProgress()
    if common.json {
      try terminal.print(benchmark.figures.json)
    } else {
      try benchmark.figures.print(&terminal)
    }
    if keeps {
      terminal.note(ru: "журналы в \(folder)", en: "the journals are in \(folder)")
    } else {
      try TemporaryFolders.discard(folder)
    }
    return .success
  }

  private func measure(_ benchmark: inout Benchmark, _ report: (String) -> Void) throws {
    switch work {
    case .everything: try benchmark.run(report)
    case .mixed(let samples): try benchmark.runMixed(samples, report)
    case .appends(let count, let appender):
      if common.directory.origin == nil {
        try benchmark.measureAppends(count, by: appender)
      } else {
        try benchmark.measureAppends(count, on: common.directory)
      }
    case .opening: try benchmark.measureOpening(common.directory)
    case .generate(let directory, let segmentBytes, let samples):
      report("generating")
      try benchmark.generate(
        directory, segmentBytes ?? JournalSettings.defaultSegmentBytes, samples: samples)
    }
  }
}
