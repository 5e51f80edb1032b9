import EventEngine

/// Creates a journal from exported records.
struct RecordsImporting {
  let common: CommonOptions
  let future: FutureTimes

  func run(_ input: ImportInput, _ terminal: inout Terminal) throws {
    var throughput = Throughput()
    let count: Int
    do {
      count = try NewFolders(for: common.directory).removed {
        try read(input, &throughput, &terminal)
      }
    } catch let error as RecordsImportError {
      throw failure(error, input)
    }
    let seconds = throughput.seconds
    terminal.clearProgress()
    terminal.recorded = { .events(count) }
    if common.json {
      try terminal.print(
        JSONWriter.object { json in
          json.int("recorded", count)
          json.throughput(count, in: seconds)
        })
    } else {
      let time = Throughput.text(count, in: seconds)
      try terminal.print(
        ru: "импортировано записей: \(count.russian), \(time.ru)",
        en: "\(count.counted("record")) imported \(time.en)")
    }
    let key = common.directory.keyPath
    terminal.note(
      ru:
        "ключа среди записей нет. Прежде чем выполнять команды, скопируйте файл с ключом исходного "
        + "журнала в \(key)",
      en: "the key is not part of the records. Before issuing commands, copy the key file of the "
        + "original journal to \(key)")
  }

  private func read(
    _ input: ImportInput, _ throughput: inout Throughput, _ terminal: inout Terminal
  ) throws -> Int {
    var lines = try input.open()
    var batch = try input.nextLines(&lines)
    guard let first = batch.first else {
      let empty = Bilingual(ru: "ввод пуст", en: "the input is empty")
      throw ToolFailure(.malformedInput, Self.nothingRecorded(input, empty))
    }
    let header = try RecordsHeader(first.bytes)
    batch.removeFirst()
    let total = input.byteCount
    var records = try RecordsImport.begin(header, into: common.directory, wait: common.wait)
    do {
      repeat {
        records.latest = future.latest
        for line in batch {
          if line.isTooLong { throw RecordsImportError.tooLong(line: line.number) }
          guard line.isTerminated else {
            throw RecordsImportError.incomplete(expected: header.events, found: records.count)
          }
          try records.add(line.bytes, number: line.number)
        }
        throughput.show(
          .importing, events: records.count, bytes: lines.byteCount, of: total, &terminal)
        batch = try input.nextLines(&lines)
      } while !batch.isEmpty
      try records.finish()
      return records.count
    } catch {
      records.discard()
      throw error
    }
  }

  private func failure(_ error: RecordsImportError, _ input: ImportInput) -> any Error {
    switch error {
    case .journal(let error): error
    case .notEmpty:
      ToolFailure(.cannotCreate, error.text, hint: ToolFailure.emptyFolder)
    case .header, .otherFormat, .line, .tooLong, .incomplete:
      ToolFailure(.malformedInput, Self.nothingRecorded(input, error.text))
    case .timeInFuture:
      ToolFailure(
        .malformedInput, .timeInFuture, Self.nothingRecorded(input, error.text),
        hint: FutureTimes.hint)
    }
  }

  private static func nothingRecorded(_ input: ImportInput, _ reason: Bilingual) -> Bilingual {
    Bilingual(
      ru: "\(input.title.ru): \(reason.ru); ничего не записано",
      en: "\(input.title.en): \(reason.en); nothing was recorded")
  }
}
