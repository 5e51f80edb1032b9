import EventEngine

/// The options of an import: format, mapping and times.
package struct ImportOptions: Sendable {
  /// Nil to guess the format from the first line.
  var format: ImportFormat?
  var mapping = ImportMapping()
  var times = ForeignTimes()

  /// JSON lines of events as `export` writes them.
  package static var native: ImportOptions { ImportOptions(format: .jsonLines) }
}

/// Reads the events of an input, batch by batch, in constant memory.
package struct ForeignLines: ~Copyable, Sendable {
  private let input: ImportInput
  private let domains: [String]
  private var lines: LineInput
  /// Lines that were read to determine the form.
  private var pending: [LineInput.Line]
  private var form: any ForeignForm
  /// The format and the origin of each part; nil if the input is empty.
  let plan: ImportPlan?
  /// The first events of the lines that were read to determine the form, three at most.
  let firstEvents: [ForeignEvent]

  /// The number of lines that suffice for the header and the first row of a CSV file, each of which
  /// may span several lines.
  private static let headerLines = 64

  /// Reads the first lines, and determines the form of the input from them.
  ///
  /// - Throws: `ForeignImport.Failure` for a wrong header or first line, `UsageError` for a mapping
  ///   that does not match it, `ToolFailure` if the input cannot be read.
  package init(
    _ input: ImportInput, _ choices: ImportOptions, for domains: [DomainDefinition]
  ) throws {
    let names = domains.map(\.name)
    self.input = input
    self.domains = names
    var lines = try input.open()
    var first = try Self.firstLines(input, &lines)
    if let start = first.first {
      let format = choices.format ?? ImportFormat(firstLine: start.bytes)
      if format == .csv {
        while first.count < Self.headerLines, lines.byteCount < Limits.batchBytes,
          case let more = try input.nextLines(&lines), !more.isEmpty
        {
          first += more
        }
      }
      form = try Self.form(format, &first, choices)
      plan = ImportPlan(format, form, isGuess: choices.format == nil)
    } else {
      form = NativeEvents(choices.times)
      plan = nil
    }
    firstEvents = Self.firstEvents(form, first, names)
    pending = first
    self.lines = lines
  }

  /// Reads up to the first line that is not blank. Returns it and the lines that were read with it;
  /// empty if all lines are blank.
  private static func firstLines(
    _ input: ImportInput, _ lines: inout LineInput
  ) throws -> [LineInput.Line] {
    while case let batch = try input.nextLines(&lines), !batch.isEmpty {
      let rest = batch.drop { $0.isBlank }
      if !rest.isEmpty { return Array(rest) }
    }
    return []
  }

  private static func form(
    _ format: ImportFormat, _ first: inout [LineInput.Line], _ choices: ImportOptions
  ) throws -> any ForeignForm {
    let (mapping, times) = (choices.mapping, choices.times)
    switch format {
    case .csv: return try CSVEvents(&first, mapping, times)
    case .cloudEvents:
      if mapping.isGiven {
        throw UsageError(
          ru: "--map не сочетается с CloudEvents: имена полей там заданы",
          en: "--map cannot be combined with CloudEvents, whose members have fixed names")
      }
      return CloudEvents(times)
    case .jsonLines:
      guard mapping.isGiven || NativeEvents.isForeign(first[0].bytes) else {
        return NativeEvents(times)
      }
      return try MemberEvents(first: first[0], mapping, times)
    }
  }

  /// Returns the events before the first wrong line, three at most. That line is reported when it
  /// is read again.
  private static func firstEvents(
    _ form: any ForeignForm, _ lines: [LineInput.Line], _ domains: [String]
  ) -> [ForeignEvent] {
    var form = form
    var events: [ForeignEvent] = []
    do throws(ForeignImport.Failure) {
      for line in lines where events.count < 3 {
        if let read = try Self.event(line, &form, domains) { events.append(read.event) }
      }
    } catch { return events }
    return events
  }

  /// Returns the event that ends with the line; nil if there is none.
  private static func event(
    _ line: LineInput.Line, _ form: inout any ForeignForm, _ domains: [String]
  ) throws(ForeignImport.Failure) -> ForeignImport.Line? {
    guard let (number, event) = try form.read(line) else { return nil }
    if event.type.isReserved(by: domains) { throw .line(number, .reservedType(event.type)) }
    return ForeignImport.Line(number: number, event: event)
  }

  /// Passes the batches to `give` until it returns false.
  @Sendable package static func all(
    _ lines: inout ForeignLines, _ give: (ForeignBatch) -> Bool
  ) throws {
    while let batch = try lines.next() { if !give(batch) { return } }
  }

  /// Returns the next events; nil at the end. A batch ends with an event, unless that takes more
  /// than a few reads: an input that ends within an event fails before its last batch is recorded.
  private mutating func next() throws -> ForeignBatch? {
    var events: [ForeignImport.Line] = []
    var reads = 0
    while case let batch = try nextLines(), !batch.isEmpty {
      reads += 1
      for line in batch {
        if let event = try Self.event(line, &form, domains) { events.append(event) }
      }
      if !events.isEmpty, !form.isIncomplete || reads >= 4 {
        return ForeignBatch(lines: events, byteCount: lines.byteCount)
      }
    }
    try form.finish()
    return events.isEmpty ? nil : ForeignBatch(lines: events, byteCount: lines.byteCount)
  }

  private mutating func nextLines() throws -> [LineInput.Line] {
    if pending.isEmpty { return try input.nextLines(&lines) }
    defer { pending = [] }
    return pending
  }
}

/// The events of the lines that were read together.
package struct ForeignBatch: Sendable {
  package var lines: [ForeignImport.Line]
  /// The number of input bytes read so far.
  package var byteCount: Int
}
