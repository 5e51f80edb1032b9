import EventEngine
import Foundation
import TestSupport
import Testing

/// Mistakes of a domain's author and of a program, none of which may stop the process or the
/// journal, or lose anything.
@Suite struct `A mistake` {
  @Test(.timeLimit(.minutes(10)))
  func `in a boundary that gets narrower does not hold up the journal`() async throws {
    let engine = try await Engine.inMemory(domains: [.notes])
    for note in ["1", "2", "1"] { try await engine.issue(Notes.self, .write(note)) }
    #expect(try await engine.ask(WrittenNotes.self, NoParameters()).notes == ["1", "2", "1"])
  }

  @Test func `in the coding keys records no personal data where no erasure reaches it`()
    async throws
  {
    let engine = try await Engine.inMemory(domains: [.notes])
    await #expect {
      try await engine.issue(Notes.self, .notePerson("Eva"))
    } throws: { error in
      "\(error)".contains("its CodingKeys must lack `personal`")
    }
    let result = await engine.issue(
      json: #"{"command":"notes.notePerson","data":{"text":"Eva"}}"#.utf8)
    #expect(result.problem?.kind == .failure && result.problem?.code == "malformedInput")
    #expect(try await engine.head() == .start)
  }

  @Test func `in the subjects records no personal data that no erasure would reach`() {
    var encoder = PayloadEncoder()
    #expect {
      _ = try NewEvent(
        GuestEvent.arrived(GuestArrived(personal: .init(name: "Eva"))), with: &encoder)
    } throws: { error in
      "\(error)".contains("has personal data but no subjects: no erasure would reach it")
    }
  }

  @Test func `in the types due for erasure records no event whose data would stay for ever`() {
    var encoder = PayloadEncoder()
    #expect {
      _ = try NewEvent(GuestEvent.left(GuestLeft()), with: &encoder)
    } throws: { error in
      "\(error)".contains("guest.left makes data due for erasure")
    }
  }

  @Test func `in the name of a command is a refusal`() async throws {
    let engine = try await Engine.inMemory(domains: [.notes])
    await #expect {
      try await engine.issue(Notes.self, .forget)
    } throws: { error in
      let problem = error as? CommandResult.Problem
      return problem?.code == "malformedCommand"
        && problem?.message.contains("«forget»") == true
    }
    await #expect(throws: CommandResult.Problem.self) {
      try await engine.issue(Seats.self, .free("1"), by: "eva")
    }
    #expect(try await engine.head() == .start)
  }

  @Test func `in one command leaves the others of its batch alone`() throws {
    let folder = try TemporaryFolder()
    let directory = JournalDirectory(folder.path("journal"))
    try directory.create(JournalSettings(), at: SystemClock.now())
    var handler = CommandHandler(
      try JournalWriter.open(directory), [DomainDefinition.notes].commands)
    let long = String(repeating: "x", count: 2000)
    func write(_ note: String) -> String {
      #"{"command":"notes.write","data":{"text":"\#(note)"}}"#
    }
    // Names a cause that is not recorded.
    let tick = #"{"command":"system.tick","actor":"system"}"#
    let results = handler.execute(
      [write("1"), write(long), tick, write("2")].enumerated().map { number, line in
        CommandInput(line: Array(line.utf8), number: number)
      })
    #expect(
      results.map { $0.problem?.code } == [nil, "tooLarge", "malformedInput", nil], "\(results)")
    #expect(results[3].events.map(\.position) == [2])
  }

  @Test func `in a list of types does not lose events that were recorded under a former type`()
    async throws
  {
    let folder = try TemporaryFolder()
    // An engine without the domain, whose events only commands record.
    let other = try await Engine.open(
      folder.path("journal"), domains: [.seats], creating: JournalSettings())
    try await other.append([NewEvent(type: "notes.noted", data: Array(#"{"note":"1"}"#.utf8))])
    let engine = try await Engine.open(folder.path("journal"), domains: [.notes])
    try await engine.issue(Notes.self, .write("2"))
    #expect(try await engine.ask(WrittenNotes.self, NoParameters()).notes == ["1", "2"])
    // `check --journal` encodes each event as it would be recorded today.
    var reader = try JournalReader.open(JournalDirectory(folder.path("journal")))
    let difference = DomainDefinition.notes.readModels.differenceWhenRecoded
    var differences: [String?] = []
    try reader.forEach { (view) throws(JournalError) in
      differences.append(try difference(view))
      return true
    }
    #expect(differences == [nil, nil])
  }

  @Test func `in a shape that journals hold is no damage`() async throws {
    let folder = try TemporaryFolder()
    let other = try await Engine.open(
      folder.path("journal"), domains: [.seats], creating: JournalSettings())
    let tags = [EventStore.Tag("note", "2")]
    try await other.append(
      [NewEvent(type: "notes.written", tags: tags, data: Array(#"{"text":"1"}"#.utf8))])
    var options = Engine.Options()
    options.locale = .en
    let engine = try await Engine.open(
      folder.path("journal"), domains: [.notes], options: options)
    await #expect {
      try await engine.issue(Notes.self, .write("2"))
    } throws: { error in
      "\(error)".contains("(notes.written) cannot be decoded: note: missing")
    }
    let result = await engine.issue(json: #"{"command":"notes.write","data":{"text":"2"}}"#.utf8)
    let message =
      "This version cannot read the journal: the event at position 1 (notes.written) cannot be "
      + "decoded: note: missing"
    #expect(result.problem?.code == "journalDamaged")
    #expect(result.problem?.message.hasPrefix(message) == true, "\(result)")
  }

  @Test(arguments: [Timestamp(rawValue: .max), .latest.advanced(byMilliseconds: 0)])
  func `in a time is refused, even where no record can have it`(_ time: Timestamp) async throws {
    let engine = try await Engine.inMemory(domains: [.notes])
    await #expect {
      try await engine.issue(Notes.self, .write("1"), at: time)
    } throws: { error in
      (error as? CommandResult.Problem)?.code == "timeInFuture"
    }
  }

  @Test func `in a time before all times is refused, on an empty journal, too`() async throws {
    let engine = try await Engine.inMemory(domains: [.notes])
    func refusal() async -> String {
      do {
        try await engine.issue(Notes.self, .write("1"), at: Timestamp(rawValue: .min))
        return "none"
      } catch { return (error as? CommandResult.Problem)?.code ?? "\(error)" }
    }
    let first = await refusal()
    #expect(first == "the event cannot be recorded: its time is not in the years 0000 to 9999")
    try await engine.issue(Notes.self, .write("1"))
    #expect(await refusal() == "timeBeforeLastEvent")
  }

  @Test func `in a position is no overflow, and no empty difference`() async throws {
    let engine = try await Engine.inMemory(domains: [.notes])
    try await engine.issue(Notes.self, .write("1"))
    let condition = AppendCondition(noneMatch: .of(["other"]), after: Position(.min))
    try await engine.append([NewEvent(type: "another")], if: condition)
    for position in [-1, 3] {
      await #expect(throws: QueryRefusal.self) {
        try await engine.diff("notes.all", from: Position(position))
      }
    }
    #expect(try await engine.diff("notes.all", from: 0).count == 1)
  }

  @Test func `in the cause of due work records nothing`() async throws {
    let engine = try await Engine.inMemory(domains: [.notes])
    try await engine.issue(Notes.self, .write("1"))
    let tick = await engine.issue(json: #"{"command":"system.tick","actor":"system"}"#.utf8)
    #expect(tick.problem?.message.contains("9999") == true, "\(tick)")
    #expect(try await engine.head() == 1)
  }

  @Test func `in a path does not create another folder`() async throws {
    let folder = try TemporaryFolder()
    await #expect(throws: JournalError.self) {
      _ = try await Engine.open(
        folder.path("a\0b"), domains: [.notes], creating: JournalSettings())
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("a")))
  }

  @Test(arguments: [
    (JournalSettings(passwordIterations: 0), "passwordIterations are not in 1...100000000"),
    (JournalSettings(segmentBytes: 0), "segmentBytes are not in 1...1099511627776"),
  ])
  func `in the settings of a journal is reported before anything is written`(
    _ settings: JournalSettings, _ reason: String
  ) async throws {
    let folder = try TemporaryFolder()
    await #expect {
      _ = try await Engine.open(
        folder.path("journal"), domains: [.notes], creating: settings)
    } throws: { error in
      "\(error)" == "the path or the settings of a journal: its \(reason)"
    }
    await #expect(throws: JournalError.self) {
      _ = try await Engine.inMemory(domains: [.notes], settings: settings)
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path("journal")))
  }

  @Test func `in the subject of a read model is reported when its shape is made`() async {
    await #expect(processExitsWith: .failure) {
      _ = QueryShape<NoParameters>(
        "notes.all", Bilingual(ru: "Записи", en: "The notes"), about: .tag("note", parameters: "n")
      ) { _ in NoParameters() }
    }
  }

  @Test(arguments: ["postgresql://app:secret@db/shop?journal=main", "Postgres:/db"])
  func `in a path that is a URL creates no folder of that name`(_ url: String) async throws {
    for settings in [JournalSettings(), nil] {
      await #expect {
        _ = try await Engine.open(url, domains: [.notes], creating: settings)
      } throws: { error in
        "\(error)".contains(".postgreSQL(_:keyFile:cache:)") && !"\(error)".contains("secret")
      }
    }
    #expect(!FileManager.default.fileExists(atPath: String(url.prefix { $0 != "/" })))
  }
}

private struct GuestArrived: EventPayload {
  struct Personal: Codable, Equatable, Sendable { let name: String }
  enum CodingKeys: CodingKey {}

  static let type: EventType = "guest.arrived"
  var personal: Personal?
  var tags: [EventStore.Tag] { [] }
}

private struct GuestLeft: EventPayload {
  static let type: EventType = "guest.left"
  var tags: [EventStore.Tag] { [EventStore.Tag("guest", "1")] }
}

private enum GuestEvent: Event {
  case arrived(GuestArrived)
  case left(GuestLeft)

  static let catalog = EventCatalog<GuestEvent>().current(arrived).current(left)

  /// Has no list of types.
  var dueForErasure: [EventStore.Tag] {
    if case .left(let payload) = self { payload.tags } else { [] }
  }

  var payload: any EventPayload {
    switch self {
    case .arrived(let payload): payload
    case .left(let payload): payload
    }
  }
}
