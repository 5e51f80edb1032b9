import Domain
import EventStore

/// How long durable appends take: one at a time by the writer and by a task through `Journal`, in
/// turns with writing as many bytes to a plain file and waiting for the disk, some of each kind at a
/// stretch; then from many tasks at once.
struct AppendMeasurement {
  private let folder: String

  private static let tasks = 64
  /// Appends by all tasks, for each single one.
  private static let concurrentAppends = 10
  /// Appends of one kind before it is another's turn: syncs of several files in turns cost more
  /// or less than those of one.
  private static let stretch = 50

  init(_ folder: String) { self.folder = folder }

  func measure(_ count: Int) throws -> Appends {
    let folder = folder
    return try Waiting.run {
      let event = try Self.event()
      let directory = JournalDirectory("\(folder)/concurrent")
      try directory.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
      let journal = try await Journal.open(directory)
      var appends = try await Self.single(count, of: event, through: journal, in: folder)
      appends.concurrent = try await Self.concurrent(count, of: event, through: journal)
      await journal.close()
      return appends
    }
  }

  private static func event() throws -> NewEvent {
    var encoder = PayloadEncoder()
    let viewed = AcceptedOrdersViewed(courier: CourierID(rawValue: "courier-1"))
    return try NewEvent(CourierEvent.acceptedOrdersViewed(viewed), with: &encoder)
  }

  private static func single(
    _ count: Int, of event: NewEvent, through journal: Journal, in folder: String
  ) async throws -> Appends {
    let directory = JournalDirectory("\(folder)/single")
    try directory.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
    var writer = try JournalWriter.open(directory)
    var file = try OutputFile(creating: "\(folder)/bare")
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([event], at: SystemClock.now())
    }
    let line = try firstLine(of: directory)
    var appends = Appends(lineBytes: line.count + 1)
    while appends.written.count < count {
      let turn = min(stretch, count - appends.written.count)
      for _ in 0..<turn {
        appends.written.append(
          try Figures.time {
            try writer.begin()
            try writer.append([event], at: SystemClock.now())
            try writer.commit()
          })
      }
      for _ in 0..<turn {
        appends.bare.append(
          try Figures.time {
            try file.line { $0.append(contentsOf: line) }
            try file.finish()
          })
      }
      for _ in 0..<turn {
        let start = SystemClock.ticks()
        try await journal.append([event])
        appends.awaited.append(Double(SystemClock.ticks() - start) / 1e9)
      }
    }
    return appends
  }

  private static func firstLine(of directory: JournalDirectory) throws -> [UInt8] {
    var line: [UInt8] = []
    var reader = try JournalReader.open(directory)
    try reader.forEach { view in
      view.appendLine(to: &line)
      return false
    }
    return line
  }

  private static func concurrent(
    _ count: Int, of event: NewEvent, through journal: Journal
  ) async throws -> Double {
    let each = max(1, count * concurrentAppends / tasks)
    let start = SystemClock.ticks()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask { for _ in 0..<each { try await journal.append([event]) } }
      }
      try await group.waitForAll()
    }
    return Double(tasks * each) / (Double(SystemClock.ticks() - start) / 1e9)
  }
}

/// What was measured, in seconds each.
struct Appends: Sendable {
  /// With its line feed.
  let lineBytes: Int
  var written: [Double] = []
  var bare: [Double] = []
  var awaited: [Double] = []
  /// By many tasks at once, per second.
  var concurrent = 0.0

  func add(to figures: inout Figures) {
    func add(_ name: String, _ title: String, _ seconds: [Double]) {
      figures.add(
        "\(name)Milliseconds", title, Figures.middle(of: seconds) * 1e3, "ms", digits: 3)
      let rate = Double(seconds.count) / seconds.reduce(0, +)
      figures.add("\(name)PerSecond", "the same, all of them", rate, "appends/s")
    }
    figures.add("lineBytes", "a record", Double(lineBytes), "bytes")
    add("append", "append one, durable", written)
    add("journalAppend", "by a task", awaited)
    add("bareWrite", "write and fdatasync alone", bare)
    let middle = Figures.middle(of: bare)
    figures.add(
      "appendRatio", "the writer beside that", middle / Figures.middle(of: written), "×", digits: 2)
    figures.add(
      "journalRatio", "the task beside that", middle / Figures.middle(of: awaited), "×", digits: 2)
    figures.add("concurrentPerSecond", "64 tasks at once, durable", concurrent, "appends/s")
  }
}
