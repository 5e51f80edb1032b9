import EventEngine

// A domain whose author has made mistakes.

struct NoteWritten: EventPayload {
  static let type: EventType = "notes.written"
  let note: String
  var tags: [Tag] { [Tag("note", note)] }
}

/// The former shape, recorded under another type.
struct OldNote: RetiredPayload {
  static let type: EventType = "notes.noted"
  static let version: SchemaVersion = 1
  let note: String
  func upcast() -> NoteWritten { NoteWritten(note: note) }
}

/// Declares no `CodingKeys` without `personal`.
struct PersonNoted: EventPayload {
  struct Personal: Codable, Equatable, Sendable {
    let name: String
  }

  static let type: EventType = "notes.personNoted"
  let note: String
  var personal: Personal?
  var tags: [Tag] { [Tag("note", note)] }
  var subjects: [Tag] { tags }
}

enum NoteEvent: Event {
  case written(NoteWritten)
  case personNoted(PersonNoted)

  static let catalog = EventCatalog<NoteEvent>().current(written).current(personNoted)
    .retired(OldNote.self, as: written)

  var payload: any EventPayload {
    switch self {
    case .written(let payload): payload
    case .personNoted(let payload): payload
    }
  }
}

struct Notes: Decider {
  enum Command: Sendable {
    case write(String)
    case notePerson(String)
    /// Has no shape.
    case forget
  }

  enum Refusal: String, Refused {
    case never
    var code: String { rawValue }
    func message(in locale: Language) -> String { rawValue }
  }

  private var notes: [String] = []

  mutating func apply(_ event: Recorded<NoteEvent>) {
    if case .written(let payload) = event.event { notes.append(payload.note) }
  }

  /// Names fewer facts once note 1 is folded.
  func boundary(of command: Command) -> Query {
    notes.contains("1")
      ? .of(Self.factTypes, Tag("note", "2"))
      : .of(Self.factTypes, anyOf: Tag("note", "1"), Tag("note", "2"))
  }

  func decide(_ command: Command, at now: Moment) throws(Refusal) -> [NoteEvent] {
    switch command {
    case .write(let note): [.written(NoteWritten(note: note))]
    case .notePerson(let name):
      [.personNoted(PersonNoted(note: "3", personal: .init(name: name)))]
    case .forget: []
    }
  }

  private static let text = Field<String>.text("text")

  static let shapes = [
    CommandShape<Command>(
      "notes.write", by: .anyone, Bilingual(ru: "Записать", en: "Write"), text
    ) { .write($0) },
    CommandShape<Command>(
      "notes.notePerson", by: .anyone, Bilingual(ru: "Записать имя", en: "Note a person"), text
    ) { .notePerson($0) },
  ]
}

/// Names a cause that is not recorded.
struct Reminders: TimeDriven {
  static let shapes: [CommandShape<Never>] = []
  static let dueFacts = Query.of([NoteWritten.type])

  mutating func apply(_ event: Recorded<NoteEvent>) {}

  func due(at now: Moment) -> [DueItem<NoteEvent>] {
    [DueItem([.written(NoteWritten(note: "4"))], because: 9999)]
  }

  func boundary(of command: Never) -> Query {}
  func decide(_ command: Never, at now: Moment) throws(Notes.Refusal) -> [NoteEvent] {}
}

struct WrittenNotes: Projection, StoredState {
  static let shape = QueryShape<NoParameters>(
    "notes.all", Bilingual(ru: "Записи", en: "The notes"), shows: ["notes"]
  ) { _ in NoParameters() }

  struct Answer: Encodable, Equatable {
    let notes: [String]
  }

  private var notes: [String] = []

  mutating func apply(_ event: Recorded<NoteEvent>) {
    if case .written(let payload) = event.event { notes.append(payload.note) }
  }

  func answer(to parameters: NoParameters, _ context: QueryContext) -> Answer {
    Answer(notes: notes)
  }
}

extension DomainDefinition {
  static let notes = DomainDefinition(
    "notes", of: NoteEvent.self, deciders: [Notes.self, Reminders.self],
    projections: [WrittenNotes.self])
}
