import Commands
import Domain
import EventChecking
import EventEngine
import ReplayToolKit

/// The events of all five applications: their sample stories, repeated with other ids. In each
/// repetition the ids of the stories have another suffix.
struct MixedTraffic {
  /// The events of one append.
  struct Step {
    let events: [NewEvent]
    let time: Timestamp
    let cause: Cause?
  }

  private let story: [Template]
  /// The time from the beginning of one repetition to that of the next, in milliseconds.
  private let length: Int64
  private var repetition = 0
  /// The index of the next append in the story.
  private var place = 0

  /// - Parameters:
  ///   - samples: the folder with the samples, a subfolder for each domain.
  ///   - journal: the place of a new journal, in which the commands of the samples are executed
  ///     once.
  init(samples: String, in journal: JournalDirectory) throws {
    try Self.execute(samples, in: journal)
    var events: [StoredEvent] = []
    var reader = try JournalReader.open(journal)
    try reader.forEach { view in
      events.append(StoredEvent(view))
      return true
    }
    let ids = Dictionary(grouping: events) { $0.type.domainName }
      .mapValues { Set($0.flatMap(Self.ids(in:))) }
    story = events.split { $0.index == 1 }.map { append in
      Template(append, marking: append.first.flatMap { ids[$0.type.domainName] } ?? [])
    }
    let times = events.map(\.time.rawValue)
    length = (times.max() ?? 0) - (times.min() ?? 0) + 1000
  }

  /// Executes the commands of all samples in the order of their times.
  private static func execute(_ samples: String, in journal: JournalDirectory) throws {
    try journal.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
    var engine = CommandHandler(try JournalWriter.open(journal), applications.commands)
    var commands: [(at: Timestamp, parsed: ParsedCommand)] = []
    for domain in applications.commands {
      for line in try sample("\(samples)/\(domain.domain)/commands.jsonl") {
        guard let command = CommandInput(line) else { continue }
        let parsed = engine.parser.read(command)
        commands.append((parsed.at ?? commands.last?.at ?? .earliest, parsed))
      }
    }
    let sorted = commands.enumerated().sorted { left, right in
      (left.element.at, left.offset) < (right.element.at, right.offset)
    }
    _ = engine.execute(parsed: sorted.map(\.element.parsed))
  }

  private static func sample(_ path: String) throws(ToolFailure) -> [LineInput.Line] {
    try ToolFailure.naming(
      path, hint: Bilingual(untranslated: "--samples DIR names the folder of the sample commands")
    ) {
      () throws(SystemError) in try LineInput.lines(of: path, limit: Limits.commandBytes)
    }
  }

  /// The kinds of things whose ids are the same in every repetition.
  fileprivate static let kinds: Set<Substring> = ["programme", "link", "document", "secret"]

  /// The ids in the event's tags.
  private static func ids(in event: StoredEvent) -> [String] {
    (event.tags + (event.erasable?.tags ?? [])).filter { !kinds.contains($0.key) }.flatMap { tag in
      tag.rawValue.dropFirst(tag.key.count + 1).split(separator: "/").map(String.init)
    }
  }

  mutating func next() -> Step {
    if place == story.count {
      place = 0
      repetition += 1
    }
    defer { place += 1 }
    return story[place].step(marked: ".\(repetition)", later: Int64(repetition) * length)
  }
}

/// One append of a story, which can be repeated with other ids.
private struct Template {
  private let events: [EventTemplate]
  private let time: Timestamp
  private let cause: Cause?

  init(_ events: ArraySlice<StoredEvent>, marking words: Set<String>) {
    self.events = events.map { EventTemplate($0, marking: words) }
    time = events.first?.time ?? .earliest
    var cause = events.first?.cause
    cause?.id = nil
    self.cause = cause
  }

  func step(marked mark: String, later milliseconds: Int64) -> MixedTraffic.Step {
    MixedTraffic.Step(
      events: events.map { $0.event(marked: mark) },
      time: time.advanced(byMilliseconds: milliseconds), cause: cause)
  }
}

private struct EventTemplate {
  private let event: StoredEvent
  private let data: TextTemplate
  private let personal: TextTemplate?

  init(_ event: StoredEvent, marking words: Set<String>) {
    self.event = event
    data = TextTemplate(event.data, marking: words)
    personal = event.erasable?.personal.map { TextTemplate($0, marking: words) }
  }

  func event(marked mark: String) -> NewEvent {
    var copy = NewEvent(
      type: event.type, version: event.version, tags: marked(event.tags, mark),
      data: data.bytes(marked: mark))
    if let erasable = event.erasable {
      copy.erasable = NewEvent.Erasable(
        subjects: marked(erasable.subjects, mark), personal: personal?.bytes(marked: mark),
        tags: marked(erasable.tags, mark))
    }
    return copy
  }

  private func marked(_ tags: [Tag], _ mark: String) -> [Tag] {
    tags.map { tag in
      if MixedTraffic.kinds.contains(tag.key) { return tag }
      let text = tag.rawValue.split(separator: "/").joined(separator: mark + "/")
      return Tag(rawValue: text + mark)
    }
  }
}

/// JSON in pieces: the suffix follows each piece except the last.
private struct TextTemplate {
  private var pieces: [[UInt8]] = [[]]

  /// - Parameter words: the strings to which the suffix is added. Keys stay as they are.
  init(_ json: [UInt8], marking words: Set<String>) {
    var place = 0
    while place < json.count {
      let byte = json[place]
      pieces[pieces.count - 1].append(byte)
      place += 1
      guard byte == UInt8(ascii: "\"") else { continue }
      var end = place
      while json[end] != UInt8(ascii: "\"") { end += json[end] == UInt8(ascii: "\\") ? 2 : 1 }
      pieces[pieces.count - 1] += json[place..<end]
      let isKey = end + 1 < json.count && json[end + 1] == UInt8(ascii: ":")
      if !isKey && words.contains(String(decoding: json[place..<end], as: UTF8.self)) {
        pieces.append([])
      }
      pieces[pieces.count - 1].append(json[end])
      place = end + 1
    }
  }

  func bytes(marked mark: String) -> [UInt8] {
    guard let first = pieces.first else { return [] }
    return pieces.dropFirst().reduce(into: first) { bytes, piece in
      bytes += mark.utf8
      bytes += piece
    }
  }
}

extension [StoredEvent] {
  /// Slices that begin at the events for which `isFirst` is true.
  fileprivate func split(where isFirst: (StoredEvent) -> Bool) -> [ArraySlice<StoredEvent>] {
    let starts = indices.filter { isFirst(self[$0]) }
    return zip(starts, starts.dropFirst() + [count]).map { self[$0..<$1] }
  }
}
