import Domain
import EventChecking
import EventEngine
import ReplayToolKit

/// The duration of durable appends. Three kinds of appender take turns: the writer, a task through
/// `Engine`, and a plain file to which as many bytes are written and synced. Appends from many
/// concurrent tasks follow. A kind can also be measured alone, to compare it with other programs.
struct AppendMeasurement {
  private let folder: String

  /// The kinds of appender.
  enum Appender: String, CaseIterable {
    case writer, file, journal
  }

  private static let tasks = 64
  /// The number of concurrent appends for each sequential one.
  private static let concurrentAppends = 10
  /// The number of appends of one kind in each turn. It is not one, because the cost of a sync
  /// changes if the syncs of several files alternate.
  private static let appendsPerTurn = 50

  init(_ folder: String) { self.folder = folder }

  /// - Parameter appender: the only kind to measure; nil: all.
  func measure(_ count: Int, by appender: Appender? = nil) throws -> Appends {
    let folder = folder
    return try Waiting.run {
      let event = try Self.event()
      let directory = JournalDirectory("\(folder)/concurrent")
      try directory.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
      let engine = try await Engine.open(directory, domains: [])
      var appends = try await Self.single(
        count, of: event, by: appender.map { [$0] } ?? Appender.allCases, through: engine,
        in: folder)
      if appender == nil {
        appends.concurrent = try await Self.concurrent(count, of: event, through: engine)
      }
      await engine.close()
      return appends
    }
  }

  /// Measures appends to a new journal on a server, by one task and by many tasks.
  func measure(_ count: Int, on server: JournalDirectory) throws -> Appends {
    try Waiting.run {
      let event = try Self.event()
      guard try server.create(JournalSettings(passwordIterations: 1), at: SystemClock.now()) else {
        throw GeneratedJournal.exists(
          server,
          hint: Bilingual(
            ru: "укажите в URL новый: journal=NAME",
            en: "name a new one in the URL: journal=NAME"))
      }
      let engine = try await Engine.open(server, domains: [])
      try await engine.append([event])
      var appends = Appends(lineBytes: try Self.firstLine(of: server).count + 1)
      for _ in 0..<count {
        let start = SystemClock.ticks()
        try await engine.append([event])
        let seconds = Double(SystemClock.ticks() - start) / 1e9
        appends.seconds[.journal, default: []].append(seconds)
      }
      appends.concurrent = try await Self.concurrent(count, of: event, through: engine)
      await engine.close()
      return appends
    }
  }

  private static func event() throws -> NewEvent {
    var encoder = PayloadEncoder()
    let viewed = AcceptedOrdersViewed(courier: CourierID(rawValue: "courier-1"))
    return try NewEvent(CourierEvent.acceptedOrdersViewed(viewed), with: &encoder)
  }

  private static func single(
    _ count: Int, of event: NewEvent, by appenders: [Appender], through engine: Engine,
    in folder: String
  ) async throws -> Appends {
    let directory = JournalDirectory("\(folder)/single")
    try directory.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
    var writer = try JournalWriter.open(directory)
    let bare = "\(folder)/bare"
    var file = try ToolFailure.naming(bare) { () throws(SystemError) in
      try OutputFile(creating: bare)
    }
    try writer.batch { (writer) throws(JournalError) in
      try writer.append([event], at: SystemClock.now())
    }
    let line = try firstLine(of: directory)
    var appends = Appends(lineBytes: line.count + 1)
    var rest = count
    while rest > 0 {
      let turn = min(appendsPerTurn, rest)
      for appender in appenders {
        for _ in 0..<turn {
          let start = SystemClock.ticks()
          switch appender {
          case .writer:
            try writer.begin()
            try writer.append([event], at: SystemClock.now())
            try writer.commit()
          case .file:
            try ToolFailure.naming(bare) { () throws(SystemError) in
              try file.writeLine { $0.append(contentsOf: line) }
              try file.sync()
            }
          case .journal: try await engine.append([event])
          }
          let seconds = Double(SystemClock.ticks() - start) / 1e9
          appends.seconds[appender, default: []].append(seconds)
        }
      }
      rest -= turn
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
    _ count: Int, of event: NewEvent, through engine: Engine
  ) async throws -> Double {
    let each = max(1, count * concurrentAppends / tasks)
    let start = SystemClock.ticks()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<tasks {
        group.addTask { for _ in 0..<each { try await engine.append([event]) } }
      }
      try await group.waitForAll()
    }
    return Double(tasks * each) / (Double(SystemClock.ticks() - start) / 1e9)
  }
}

/// The results of the measurement.
struct Appends: Sendable {
  /// The length of a line with its line feed, in bytes.
  let lineBytes: Int
  /// The duration of each append, by kind of appender.
  var seconds: [AppendMeasurement.Appender: [Double]] = [:]
  /// Appends per second by concurrent tasks; nil if not measured.
  var concurrent: Double?

  func add(to figures: inout Figures) {
    figures.add("lineBytes", "a record", Double(lineBytes), "bytes")
    add(.writer, "append", "append one, durable", to: &figures)
    add(.journal, "journalAppend", "append one by a task, durable", to: &figures)
    add(.file, "bareWrite", "write and fdatasync alone", to: &figures)
    addRatio(of: .writer, "appendRatio", "the writer / the bare write", to: &figures)
    addRatio(of: .journal, "journalRatio", "the task / the bare write", to: &figures)
    if let concurrent {
      figures.add("concurrentPerSecond", "64 tasks at once, durable", concurrent, "appends/s")
    }
  }

  private func add(
    _ appender: AppendMeasurement.Appender, _ name: String, _ title: String,
    to figures: inout Figures
  ) {
    guard let seconds = seconds[appender] else { return }
    figures.add(
      "\(name)Milliseconds", title, Figures.middle(of: seconds) * 1e3, "ms", digits: 3)
    let rate = Double(seconds.count) / seconds.reduce(0, +)
    figures.add("\(name)PerSecond", "the same, mean of all", rate, "appends/s")
  }

  private func addRatio(
    of appender: AppendMeasurement.Appender, _ name: String, _ title: String,
    to figures: inout Figures
  ) {
    guard let its = seconds[appender], let bare = seconds[.file] else { return }
    figures.add(
      name, title, Figures.middle(of: bare) / Figures.middle(of: its), "×", digits: 2)
  }
}
