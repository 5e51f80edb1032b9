import EventEngine
import TestSupport
import Testing

/// The law of audits: an event names each answer that it changes, and no other.
extension Story {
  /// Checks the law for these queries, with the story recorded in a journal. An answer for a viewer
  /// need be named only by events that have a tag for each of its parameters.
  func checkAudits(
    _ readModels: ReadModels, of queries: [(any Projection<Event>.Type, JSONObject)]
  ) throws {
    let directory = JournalDirectory("/journal", files: SimulatedDisk())
    try record(in: directory)
    let named = try effects(in: directory, readModels)
    func check<P: Projection<Event>>(_ projection: P.Type, _ members: JSONObject) throws {
      let name = P.shape.name
      let model = readModels.models.first { $0.name == name }
      let parameters = try P.parameters(members)
      var state = P.State()
      for event in events {
        let context = QueryContext(at: Moment(event.time, in: zone), isAudit: true)
        let before = text(P(state), parameters, context)
        state.apply(event)
        let isNamed = named[event.position, default: []].contains(AnswerKey(name, members))
        let mustBeNamed =
          model?.mustBeNamed(members, by: event.event.payload.tags) == true
        guard isNamed || mustBeNamed else { continue }
        #expect(
          isNamed == (before != text(P(state), parameters, context)),
          "\(name) \(members) at \(event.position), \(event.type)")
      }
    }
    for (projection, members) in queries { try check(projection, members) }
  }

  private func record(in directory: JournalDirectory) throws {
    try directory.create(
      JournalSettings(timeZone: zone, passwordIterations: 1), at: events[0].time)
    var writer = try JournalWriter.open(directory, wait: 0)
    var encoder = PayloadEncoder()
    for event in events {
      let new = try NewEvent(event.event, with: &encoder)
      try writer.batch { (writer) throws(JournalError) in
        try writer.append([new], at: event.time)
      }
    }
  }

  /// The answers that each event changes according to an audit.
  private func effects(
    in directory: JournalDirectory, _ readModels: ReadModels
  ) throws -> [Position: Set<AnswerKey>] {
    var reader = try JournalReader.open(directory)
    let domain = DomainDefinition(
      readModels.domain, commands: DomainCommands(readModels.domain, of: Event.self, []),
      readModels: readModels)
    let stored = try reader.read().events
    var effects = EventEffects(of: stored.map(\.position), [domain], in: zone)
    var named: [Position: Set<AnswerKey>] = [:]
    for event in stored {
      let keys = try effects.effects(of: event, in: &reader).map(\.key)
      let answers = keys.map { "\($0.model) \($0.parameters.members.map { "\($0)" }.sorted())" }
      #expect(Set(answers).count == keys.count, "an answer is named twice at \(event.position)")
      named[event.position] = Set(keys)
    }
    return named
  }

  /// Whether the story has an event of each type of these samples.
  func hasAllTypes(of samples: [Event]) -> Bool {
    Set(events.map(\.type)) == Set(samples.map { type(of: $0.payload).type })
  }
}
