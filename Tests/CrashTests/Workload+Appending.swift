@testable import EventStore
import TestSupport

extension Workload {
  static let start = Timestamp(rfc3339: "2024-07-12T09:00:00Z")!

  static func settings(segmentBytes: Int) -> JournalSettings {
    JournalSettings(timeZone: .utc, passwordIterations: 1, segmentBytes: segmentBytes)
  }

  /// A new journal, completely on stable storage.
  static func journal(segmentBytes: Int = 1 << 20) throws -> DiskImage {
    let disk = SimulatedDisk()
    try directory(disk).create(settings(segmentBytes: segmentBytes), at: start)
    return disk.image
  }

  /// An append identified by its label.
  struct Append {
    let label: String
    let events: Int
    /// The length of the text in each event.
    var padding = 40

    var newEvents: [NewEvent] {
      (0..<events).map { index in
        let text = String(repeating: "x", count: padding)
        return NewEvent(
          type: "test.happened", tags: [Tag(rawValue: label)],
          data: Array(#"{"n":\#(index),"text":"\#(text)"}"#.utf8))
      }
    }
  }

  /// Records these appends with one write and one sync, and notes the result.
  static func record(
    _ appends: Append..., with writer: inout JournalWriter, on stage: Stage
  ) throws(JournalError) {
    for append in appends { stage.note(.issued(append.label, events: append.events)) }
    do throws(JournalError) {
      try writer.batch { (writer) throws(JournalError) in
        for append in appends { try writer.append(append.newEvents, at: start) }
      }
    } catch {
      if case .outcomeUnknown = error {
        for append in appends { stage.note(.unknown(append.label)) }
      } else {
        for append in appends { stage.note(.refused(append.label)) }
      }
      throw error
    }
    for append in appends { stage.note(.acknowledged(append.label)) }
  }

  /// Reads the journal and notes the events as shown.
  static func show(_ reader: inout JournalReader, on stage: Stage) throws(JournalError) {
    try reader.refresh(wait: 0)
    var labels: [String] = []
    try reader.forEach { (view) throws(JournalError) in
      labels.append(view.tags.first?.rawValue ?? "")
      return true
    }
    stage.note(.shown(labels))
  }

  /// A hash of the data of all events, in order.
  static func sum(_ reader: inout JournalReader, through last: Position) throws -> String {
    var sum: UInt64 = 0
    try reader.forEach(through: last) { (view) throws(JournalError) in
      for byte in StoredEvent(view).data { sum = sum &* 31 &+ UInt64(byte) }
      return true
    }
    return String(sum)
  }

  /// One segment with batches of one or several appends of one or several events.
  static func appending() throws -> Workload {
    Workload(
      name: "appending", image: try journal(),
      run: { stage in
        var writer = try JournalWriter.open(stage.directory, wait: 0)
        var reader = try JournalReader.open(stage.directory, wait: 0)
        try record(.init(label: "a", events: 1), with: &writer, on: stage)
        try record(
          .init(label: "b", events: 2), .init(label: "c", events: 1), with: &writer, on: stage)
        try show(&reader, on: stage)
        try record(.init(label: "d", events: 1, padding: 700), with: &writer, on: stage)
        try record(.init(label: "e", events: 3), with: &writer, on: stage)
        var other = try JournalWriter.open(stage.directory, wait: 0)
        try record(.init(label: "f", events: 1), with: &other, on: stage)
        try show(&reader, on: stage)
        try record(
          .init(label: "g", events: 1), .init(label: "h", events: 4),
          .init(label: "i", events: 1), with: &writer, on: stage)
      }, fold: sum)
  }

  /// Records whose ends lie before, at and after the boundaries of the disk's blocks.
  static func crossingBlocks() throws -> Workload {
    Workload(
      name: "crossing blocks", image: try journal(), limits: .few,
      run: { stage in
        var writer = try JournalWriter.open(stage.directory, wait: 0)
        for number in 0..<12 {
          let end = writer.reader.open.end
          let empty = Append(label: String(number + 10), events: 1, padding: 0)
          let length = try length(of: empty, after: writer.reader.head.rawValue)
          // The line feed alone in a block, a line that fills its block, and a byte more or less.
          let place = [1, 0, 511, 2, 1, 510][number % 6]
          let padding = 511 - (end + length + 511 - place) % 512
          try record(
            .init(label: empty.label, events: 1, padding: padding), with: &writer, on: stage)
        }
      }, fold: sum)
  }

  /// The length of an append's only record if it were the first of a write after `position`.
  private static func length(of append: Append, after position: Int) throws -> Int {
    var records = RecordWriter(journal: JournalID(EventID(high: 1, low: 1)))
    var json = JSONWriter()
    records.append(
      append.newEvents[0],
      RecordWriter.Placement(
        position: Position(position + 1), time: start, index: 1, count: 1,
        synced: Position(position)), cause: nil, to: &json)
    return json.bytes.count
  }

  /// Segments of one to three appends.
  static func rolling() throws -> Workload {
    Workload(
      name: "rolling", image: try journal(segmentBytes: 400),
      run: { stage in
        var writer = try JournalWriter.open(stage.directory, wait: 0)
        var reader = try JournalReader.open(stage.directory, wait: 0)
        for round in 0..<3 {
          try record(.init(label: "a\(round)", events: 1 + round % 2), with: &writer, on: stage)
          try record(
            .init(label: "b\(round)", events: 1), .init(label: "c\(round)", events: 1, padding: 9),
            with: &writer, on: stage)
          try show(&reader, on: stage)
        }
      }, fold: sum)
  }

  /// The creation of a journal, followed by appends.
  static func creating() throws -> Workload {
    let create = { @Sendable (directory: JournalDirectory) throws -> Void in
      try directory.create(settings(segmentBytes: 500), at: start)
    }
    return Workload(
      name: "creating",
      run: { stage in
        try create(stage.directory)
        var writer = try JournalWriter.open(stage.directory, wait: 0)
        try record(.init(label: "a", events: 1), with: &writer, on: stage)
        try record(.init(label: "b", events: 2), with: &writer, on: stage)
      }, again: create, fold: sum)
  }
}
