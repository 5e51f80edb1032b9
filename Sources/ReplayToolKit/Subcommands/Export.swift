import EventEngine

/// Writes events in a format for people, programs or other systems, or the records of a journal.
struct Export: Subcommand {
  static let name = "export"
  static let summary = Bilingual(
    ru: "экспортировать события (JSON, CSV, CloudEvents, OCEL) или весь журнал",
    en: "export events as JSON lines, CSV, CloudEvents or OCEL, or a whole journal")
  static let options =
    EventSelection.options + AsOfParameters.options + [
      OptionSpec(
        "--format", "FORMAT",
        ru: "jsonl, json, csv, tsv, table, markdown, cloudevents или ocel (по умолчанию jsonl)",
        en: "jsonl, json, csv, tsv, table, markdown, cloudevents or ocel (default jsonl)",
        choices: RowFormat.allCases.map(\.rawValue) + Log.allCases.map(\.rawValue))
    ] + RowOptions.specs.filter { $0.name != "--format" } + ProofsFile.options + [
      OptionSpec(
        "--file", "FILE",
        ru: "записать в новый файл вместо стандартного вывода",
        en: "write to a new file instead of standard output",
        isOutput: true),
      OptionSpec(
        "--records", nil,
        ru: "экспортировать записи байт в байт, для import --records",
        en: "export the records byte for byte, for import --records"),
    ]
  static let examples: [Example] = [
    Example(
      "\(toolName) export --file events.jsonl",
      ru: "все события в читаемом виде, в новый файл",
      en: "all events, readable, into a new file"),
    Example(
      "\(toolName) export --tag \(Sample.current.tag) | jq .data",
      ru: "события с одним тегом",
      en: "the events with one tag"),
    Example(
      "\(toolName) export --format csv --columns time,type,data.\(Sample.current.member) --file events.csv",
      ru: "файл для электронной таблицы",
      en: "a table for a spreadsheet"),
    Example(
      "\(toolName) export --format ocel --file events.jsonocel",
      ru: "объектно-ориентированный журнал (OCEL) для PM4Py",
      en: "an object-centric log for PM4Py"),
    Example(
      "\(toolName) export --format cloudevents > events.cloudevents",
      ru: "CloudEvents для других систем",
      en: "CloudEvents for other systems"),
    Example(
      "\(toolName) verify --json > receipt.json; "
        + "\(toolName) export --file proved.jsonl --proofs events.proofs --receipt receipt.json",
      ru:
        "доказательства проверит \(toolName) verify --proof events.proofs --receipt receipt.json",
      en:
        "with a proof of each, for \(toolName) verify --proof events.proofs --receipt receipt.json"),
    Example(
      "\(toolName) export --records --file journal.records",
      ru: "весь журнал, байт в байт, чтобы перенести его",
      en: "the whole journal, byte for byte, to move it elsewhere"),
  ]
  static let details = Bilingual(
    ru: """
      В каждой строке position, id, time, type, version, tags и data, а также actor, command, commandId,
      correlation и because, если они есть у события; личных данных нет. Экспортированные события
      собственных доменов движка можно читать, но нельзя импортировать обратно; чтобы перенести их,
      используйте --records. Ключа журнала там никогда нет.

      csv — по столбцу на поле, tags и data в JSON; перед текстом, который электронная таблица приняла
      бы за формулу, ставится '. С --raw каждый текст в csv такой, как записан, и import прочитает
      те же события, если экспортированы все столбцы. cloudevents — CloudEvents 1.0, по событию на
      строке; import прочитает те же события. ocel — OCEL 2.0 в JSON: теги — объекты, их ключи — типы
      объектов, поля данных — атрибуты.

      --proofs записывает по доказательству на каждое экспортированное событие, в том же порядке. Оно
      доказывает, что событие есть в журнале на этот момент или в журнале, который описывает квитанция.
      На каждое событие журнала нужно 64 байта памяти.

      Пока экспорт не закончен, файл называется FILE.new.
      """,
    en: """
      Each line has position, id, time, type, version, tags and data, and also actor, command,
      commandId, correlation and because if the event has them; it has no personal data. Exported events
      of the engine's own domains can be read, but not imported again; to move them, use --records,
      which never includes the journal's key.

      csv has one column per member, with tags and data as JSON; a text that a spreadsheet would take
      for a formula gets a ' before it. With --raw, every text in csv is as recorded, and import reads the
      same events if all columns are exported. cloudevents is CloudEvents 1.0, one event per line;
      import reads the same events. ocel is OCEL 2.0 in JSON: tags are objects, their keys are object
      types, members of the data are attributes.

      --proofs writes one proof per exported event, in the same order. It proves that the event is in
      the journal as it is now, or as the receipt describes it. This needs 64 bytes of memory per event
      of the journal.

      Until the export is complete, the file is called FILE.new.
      """)

  /// The formats that are not rows.
  private enum Log: String, CaseIterable { case cloudevents, ocel }

  private let common: CommonOptions
  private var selection: EventSelection
  private let past: Past
  private let path: String?
  private let movesRecords: Bool
  private let rows: RowOptions
  private let log: Log?
  private let proofsPath: String?
  private let receiptPath: String?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name, insteadOf: "--file")
    selection = try EventSelection(arguments)
    past = Past(arguments, in: common.locale)
    path = arguments.path("--file")
    movesRecords = arguments.has("--records")
    rows = try RowOptions(
      arguments, json: .jsonl, others: Log.allCases.map(\.rawValue), columns: EventColumns.all)
    log = arguments.value("--format").flatMap(Log.init)
    proofsPath = arguments.value("--proofs")
    receiptPath = arguments.value("--receipt")
    try refuseContradictions(arguments)
  }

  private func refuseContradictions(_ arguments: Arguments) throws(UsageError) {
    let filters = EventSelection.options.map(\.name)
    if movesRecords, let filter = filters.first(where: arguments.isGiven) {
      throw UsageError(
        ru: "\(filter) и --records не сочетаются: записи экспортируются с начала журнала",
        en: "\(filter) cannot be combined with --records, which exports from the journal's start")
    }
    let forms = RowOptions.specs.map(\.name) + ["--proofs"]
    if movesRecords, let form = forms.first(where: arguments.isGiven) {
      throw UsageError.cannotCombine(form, "--records")
    }
    if let log, let option = ["--columns", "--json"].first(where: arguments.isGiven) {
      throw UsageError.cannotCombine(option, "--format \(log)")
    }
    if receiptPath != nil, proofsPath == nil {
      throw UsageError(
        ru: "--receipt требует --proofs FILE",
        en: "--receipt needs --proofs FILE")
    }
    if proofsPath == "-" {
      throw UsageError(
        ru: "--proofs требует файла, а - — это стандартный вывод",
        en: "--proofs needs a file; - is standard output")
    }
    if let proofsPath, proofsPath == path || proofsPath == receiptPath {
      throw UsageError(
        ru: "\(proofsPath): для --proofs нужен отдельный файл",
        en: "\(proofsPath): --proofs needs a file of its own")
    }
    if proofsPath != nil, selection.isReversed {
      throw UsageError.cannotCombine("--proofs", "--reverse")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    var reader = try common.reader()
    var (last, _) = try past.resolve(in: &reader)
    if movesRecords { last = try reader.endOfLastAppend(through: last) }
    try selection.prepare(in: &reader, through: last)
    var throughput = Throughput()
    let count: Int
    if let proofsPath {
      var proofs = try ProofsFile(proofsPath, for: receiptPath, in: &reader)
      do {
        count = try write(&reader, through: last, &throughput, &terminal) {
          try proofs.add($0)
        } finishProofs: {
          try proofs.finish()
        }
      } catch {
        try ToolFailure.naming(proofsPath) { () throws(SystemError) in try proofs.discard() }
        throw error
      }
    } else {
      count = try write(&reader, through: last, &throughput, &terminal)
    }
    let time = Throughput.text(count, in: throughput.seconds)
    terminal.note(
      ru: "экспортировано событий: \(count.russian), \(time.ru)",
      en: "\(count.counted("event")) exported \(time.en)")
    return .success
  }

  private func write(
    _ reader: inout JournalReader, through last: Position, _ throughput: inout Throughput,
    _ terminal: inout Terminal, prove: (any ListedEvent) throws -> Void = { _ in },
    finishProofs: () throws -> Void = {}
  ) throws -> Int {
    guard let path else {
      // The terminal's output holds what was printed before, and may be captured.
      var output = TextOutput.captured()
      swap(&output, &terminal.output)
      defer { swap(&output, &terminal.output) }
      let count = try export(&reader, through: last, &throughput, &terminal, prove: prove) {
        write in
        try write(&output.bytes)
        try output.flushIfFull()
      }
      try output.flush()
      try finishProofs()
      return count
    }
    return try OutputFile.write(path) { file in
      let count = try export(&reader, through: last, &throughput, &terminal, prove: prove) {
        write in try file.append(write)
      }
      // A complete file gets its name only if its proofs are complete, too.
      try file.sync()
      try finishProofs()
      return count
    }
  }

  private func writer(
    _ reader: borrowing JournalReader, through last: Position, hasColour: Bool
  ) -> any EventsWriter {
    if movesRecords {
      return RecordsWriter(header: RecordsHeader(reader.manifest, events: last.rawValue))
    }
    switch log {
    case .cloudevents: return CloudEventsWriter(journal: reader.manifest.journal)
    case .ocel: return OCELWriter()
    case nil:
      let columns = EventColumns.columns(of: rows.format)
      var writer = RowWriter(rows, usual: .jsonl, columns: columns, hasColour: hasColour)
      if path != nil { writer.isOnTerminal = false }
      return RowsWriter(rows: writer)
    }
  }

  /// - Returns: the number of events written.
  private func export(
    _ reader: inout JournalReader, through last: Position, _ throughput: inout Throughput,
    _ terminal: inout Terminal, prove: (any ListedEvent) throws -> Void,
    to append: ((inout [UInt8]) throws -> Void) throws -> Void
  ) throws -> Int {
    var writer = writer(
      reader, through: last, hasColour: path == nil && terminal.hasColour)
    let limit = rows.limit ?? .max
    var (count, bytes) = (0, 0)
    let (first, length) = (
      selection.after, Double(max(1, last.rawValue - selection.after.rawValue))
    )
    try append { writer.begin(&$0) }
    try selection.forEach(in: &reader, through: last) { event in
      if count >= limit { return false }
      try append { output in
        let start = output.count
        try writer.write(event, to: &output)
        if log != nil { PrintableJSON.escapeControls(&output, from: start) }
        bytes += output.count - start
      }
      try prove(event)
      count += 1
      if count & 0xfff == 0 {
        let done =
          selection.isReversed
          ? last.rawValue - event.position.rawValue
          : event.position.rawValue - first.rawValue
        throughput.show(
          Bilingual(ru: "экспорт", en: "exporting"), events: count, bytes: bytes,
          share: Double(done) / length, &terminal)
      }
      return count < limit
    }
    try append { output in
      let start = output.count
      writer.finish(&output)
      if log != nil { PrintableJSON.escapeControls(&output, from: start) }
    }
    if try movesRecords && reader.wasDisturbed(wait: common.wait) {
      throw ToolFailure(
        .busy,
        ru: "во время экспорта удалялись личные данные, и его части не согласуются",
        en: "personal data was erased during the export, so its parts do not agree",
        hint: Bilingual(ru: "экспортируйте ещё раз", en: "export again"))
    }
    return count
  }
}
