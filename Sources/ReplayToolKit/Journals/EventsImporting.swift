import EventEngine

/// Appends foreign events in batches of lines.
struct EventsImporting {
  private let common: CommonOptions
  private let creation: JournalCreation
  private let choices: ImportOptions
  private let isDryRun: Bool
  private let sorts: Bool
  private var throughput = Throughput()
  private var lineCount = 0
  private let future: FutureTimes
  private var plan: ImportPlan?
  /// The first events, which a dry run prints.
  private var firstEvents: [ForeignEvent] = []

  init(
    _ common: CommonOptions, _ creation: JournalCreation, _ choices: ImportOptions,
    _ future: FutureTimes, isDryRun: Bool, sorts: Bool
  ) {
    self.common = common
    self.choices = choices
    self.future = future
    self.creation = creation
    self.isDryRun = isDryRun
    self.sorts = sorts
  }

  mutating func run(_ input: ImportInput, _ terminal: inout Terminal) throws {
    var events = ForeignImport()
    do {
      let lines = try ForeignLines(input, choices, for: common.tool.domains)
      plan = lines.plan
      events.guessesIDs = guessesIDs
      firstEvents = lines.firstEvents
      plan?.note(input.title, in: common.locale, &terminal)
      let batches = ReadAhead(from: lines, ForeignLines.all)
      if isDryRun {
        try check(batches, input, &events, &terminal)
      } else {
        try record(batches, input, &events, &terminal)
      }
    } catch let error as ForeignImport.Failure {
      terminal.clearProgress()
      if !common.json { try printPlan(&terminal) }
      throw failure(error, input, recorded: events.recorded)
    }
    terminal.clearProgress()
    if !isDryRun { terminal.recorded = { [count = events.recorded] in .events(count) } }
    try summarise(events, &terminal)
  }

  private var guessesIDs: Bool { plan?.guesses(.id) == true }

  private mutating func record(
    _ batches: ReadAhead<ForeignBatch>, _ input: ImportInput,
    _ events: inout ForeignImport, _ terminal: inout Terminal
  ) throws {
    var repairs = RepairNotes()
    let isThere = try creation.hasJournal(in: common.directory, wait: common.wait)
    var next = try firstBatch(batches)
    guard let first = next else { return }
    var created: NewFolders?
    defer { created?.removeJournal(common.directory, wait: common.wait) }
    if !isThere {
      // An input whose first lines are malformed creates no journal.
      var trial = try creation.trial()
      var tried = ForeignImport()
      tried.latest = future.latest
      tried.guessesIDs = guessesIDs
      if let part = Self.parts(of: first.lines).first { try tried.record(part, with: &trial) }
      created = try creation.createIfMissing(common.directory, wait: common.wait)
    }
    var writer = try JournalWriter.open(common.directory, wait: common.wait)
    repairs.print(writer.repaired, &terminal)
    while let batch = next {
      events.latest = future.latest
      for part in Self.parts(of: batch.lines) {
        try events.record(part, with: &writer)
        show(.importing, events, batch, input, &terminal)
      }
      next = try nextBatch(batches)
    }
    repairs.print(writer.repaired, &terminal)
  }

  private mutating func check(
    _ batches: ReadAhead<ForeignBatch>, _ input: ImportInput,
    _ events: inout ForeignImport, _ terminal: inout Terminal
  ) throws {
    var next = try firstBatch(batches)
    var last: Timestamp?
    do throws(JournalError) {
      var reader = try JournalReader.open(common.directory, wait: common.wait)
      try events.prepare(with: &reader)
      last = reader.lastTime
    } catch {
      // The import will create the missing journal.
      guard case .missing = error else { throw error }
    }
    _ = try creation.hasJournal(in: common.directory, wait: common.wait)
    firstEvents = next?.lines.prefix(3).map(\.event) ?? []
    while let batch = next {
      events.latest = future.latest
      try events.check(batch.lines, after: &last)
      show(.checking, events, batch, input, &terminal)
      next = try nextBatch(batches)
    }
  }

  /// Splits lines into appends of about the size of a batch. Only `--sort` collects more than one
  /// batch of lines.
  static func parts(of lines: [ForeignImport.Line]) -> [[ForeignImport.Line]] {
    let size = lines.reduce(0) { $0 + $1.event.data.count }
    guard lines.count > Limits.batchCommands || size > Limits.batchBytes else { return [lines] }
    var parts: [[ForeignImport.Line]] = []
    var bytes = Limits.batchBytes
    for line in lines {
      if bytes >= Limits.batchBytes || parts[parts.count - 1].count == Limits.batchCommands {
        parts.append([])
        bytes = 0
      }
      parts[parts.count - 1].append(line)
      bytes += line.event.data.count
    }
    return parts
  }

  /// Returns the first batch, or with `--sort` all lines in order of time.
  private mutating func firstBatch(
    _ batches: ReadAhead<ForeignBatch>
  ) throws -> ForeignBatch? {
    guard var batch = try nextBatch(batches) else { return nil }
    guard sorts else { return batch }
    while let more = try nextBatch(batches) {
      batch.lines += more.lines
      batch.byteCount = more.byteCount
    }
    // The standard library's sort is stable, but does not promise to stay so.
    batch.lines.sort { left, right in
      let (before, after) = (left.event.exactTime, right.event.exactTime)
      return (before.milliseconds, before.finerDigits, left.number)
        < (after.milliseconds, after.finerDigits, right.number)
    }
    return batch
  }

  private mutating func nextBatch(
    _ batches: ReadAhead<ForeignBatch>
  ) throws -> ForeignBatch? {
    guard let batch = try batches.next() else { return nil }
    lineCount += batch.lines.count
    return batch
  }

  private mutating func show(
    _ doing: Bilingual, _ events: borrowing ForeignImport, _ batch: ForeignBatch,
    _ input: ImportInput, _ terminal: inout Terminal
  ) {
    guard terminal.showsProgress else { return }
    throughput.show(
      doing, events: events.recorded + events.skipped, bytes: batch.byteCount,
      of: input.byteCount, &terminal)
  }
}

// MARK: - The report

extension EventsImporting {
  private func failure(
    _ error: ForeignImport.Failure, _ input: ImportInput, recorded: Int
  ) -> ToolFailure {
    let done =
      isDryRun
      ? Bilingual(ru: "пробный прогон: ничего не записано", en: "dry run: nothing was recorded")
      : Bilingual(
        ru: "до этого записано событий: \(recorded.russian)",
        en: "\(recorded.counted("event")) \(recorded == 1 ? "was" : "were") recorded before it")
    switch error {
    case .line(let number, let error):
      let code: FailureCode =
        if case .timeInFuture = error { .timeInFuture } else { .malformedInput }
      return ToolFailure(
        .malformedInput, code,
        ru: "\(input.title.ru), строка \(number): \(error.text.ru); \(done.ru)",
        en: "\(input.title.en), line \(number): \(error); \(done.en)",
        hint: hint(for: error, recorded: recorded))
    case .journal(let error):
      let failure = ToolFailure(error, at: common.journalOption)
      let again = Bilingual(
        ru: "импортируйте тот же ввод ещё раз; события, которые уже записаны, будут пропущены",
        en: "import the same input again; events that are already there are skipped")
      return ToolFailure(
        failure.status, failure.code, failure.text + done.map { "; \($0)" },
        hint: failure.code == .outcomeUnknown ? again : failure.hint)
    }
  }

  private func hint(for error: ForeignEventError, recorded: Int) -> Bilingual? {
    if error.isOfHeader, choices.format == nil {
      return Bilingual(
        ru: "первая строка — не объект JSON, поэтому ввод читается как CSV; формат называет "
          + "--format",
        en: "the first line is no JSON object, so the input is read as CSV; --format names a "
          + "format")
    }
    if case .repeatedDataKey = error, plan?.guesses(.data) == true {
      return Bilingual(
        ru: "--map data= оставляет этот объект одним полем данных",
        en: "--map data= keeps that object as one member of the data")
    }
    if let hint = Self.hint(for: error) { return hint }
    // An array may end on another line.
    if case .syntax(let error) = error, recorded == 0,
      [.notAnObject, .unexpectedEnd].contains(error.reason)
    {
      return Bilingual(
        ru: "событие — объект JSON на своей строке; из массива такие строки делает jq -c '.[]'",
        en: "an event is a JSON object on a line of its own; jq -c '.[]' makes such lines of an "
          + "array")
    }
    if isDryRun || recorded == 0 { return nil }
    return Bilingual(
      ru: "исправьте строку и импортируйте весь ввод снова; записанные события будут пропущены",
      en: "correct the line and import the whole input again; recorded events are skipped")
  }

  /// The advice for one wrong value.
  private static func hint(for error: ForeignEventError) -> Bilingual? {
    switch error {
    case .timeInFuture: return FutureTimes.hint
    case .xml: return ImportFormat.xesHint
    case .unknownMember(let name):
      let mapping = Bilingual(
        ru: "--map type=type,time=time отправляет поля с другими названиями в data",
        en: "--map type=type,time=time puts members of other names into the data")
      if name != "actor" && name != "command" { return mapping }
      return Bilingual(
        ru: "события, которые записали команды, переносят вместе с журналом: \(toolName) export "
          + "--records, потом import --records; для файла из другой программы: \(mapping.ru)",
        en: "events that commands have recorded move with their whole journal: \(toolName) export "
          + "--records, then import --records; in a file of another program, \(mapping.en)")
    case .noUsualName(_, .member, let names) where names.contains("recordsFormat"):
      return Bilingual(
        ru: "это записи журнала от export --records; их читает import --records",
        en: "these are the records of a journal, from export --records; import --records reads "
          + "them")
    case .invalidPart("id", _, _, _), .repeatedID:
      return Bilingual(
        ru: "--map id= оставляет это поле в data", en: "--map id= leaves the member in the data")
    case .invalidTime(.timestamp(let error)), .invalidPartTime(_, _, .timestamp(let error)):
      switch error {
      case .missingOffset:
        return Bilingual(
          ru: "--zone NAME задаёт часовой пояс времён без смещения; --zone journal — пояс журнала",
          en: "--zone NAME is the time zone of times without an offset; --zone journal is the "
            + "journal's")
      case .tooManyFractionDigits:
        return Bilingual(
          ru: "--round-time округляет времена до миллисекунд",
          en: "--round-time rounds times to milliseconds")
      default: return nil
      }
    default: return nil
    }
  }

  /// Prints the mapping and the first events if this is a dry run.
  private func printPlan(_ terminal: inout Terminal) throws(SystemError) {
    if isDryRun { try plan?.print(firstEvents, in: common.locale, &terminal) }
  }

  private func summarise(
    _ events: borrowing ForeignImport, _ terminal: inout Terminal
  ) throws(SystemError) {
    let seconds = throughput.seconds
    guard common.json else {
      try printPlan(&terminal)
      let (read, new, old) = (lineCount, events.recorded, events.skipped)
      let time = Throughput.text(lineCount, in: seconds)
      try terminal.print(
        ru:
          "прочитано \(read.russian), \(isDryRun ? "к записи" : "записано") \(new.russian), "
          + "пропущено \(old.russian) (уже в журнале), \(time.ru)",
        en:
          "\(read.grouped) read, \(new.grouped) \(isDryRun ? "to record" : "recorded"), "
          + "\(old.grouped) skipped (already in the journal), \(time.en)")
      return
    }
    try terminal.print(
      JSONWriter.object { json in
        json.int("read", lineCount)
        json.int("recorded", isDryRun ? 0 : events.recorded)
        if isDryRun { json.int("toRecord", events.recorded) }
        json.int("passedOver", events.skipped)
        json.throughput(lineCount, in: seconds)
        if isDryRun { plan?.write(firstEvents, to: &json) }
      })
  }
}
