import EventEngine

/// The events of an audit with their effects. Callers must ask for the events in ascending order.
struct AuditedEvents: ~Copyable {
  private let positions: [Position]
  private let domains: [DomainDefinition]
  private let locale: Language
  private var effects: EventEffects

  init(
    _ positions: [Position], _ domains: [DomainDefinition], in reader: borrowing JournalReader,
    locale: Language
  ) {
    self.positions = positions
    self.domains = domains
    self.locale = locale
    effects = EventEffects(of: positions, domains, in: reader.timeZone, locale: locale)
  }

  /// Returns the positions of the events that carry the tag or changed an answer about it; without
  /// a tag, that of the last event.
  static func positions(
    of tag: Tag?, in reader: inout JournalReader, through last: Position,
    _ domains: [DomainDefinition]
  ) throws -> [Position] {
    guard let tag else { return last > .start ? [last] : [] }
    var found: Set<Position> = []
    try reader.forEach(Query([.init(tags: [tag])]), through: last) { view in
      found.insert(view.position)
      return true
    }
    let effects = EventEffects(of: [], domains, in: reader.timeZone)
    return found.union(try effects.related(to: tag, in: &reader, through: last)).sorted()
  }

  /// Returns the event with its effects. Reads all of it again if personal data was erased
  /// meanwhile.
  ///
  /// - Parameter show: receives the event before its effects are computed, which may take long.
  mutating func event(
    at position: Position, in reader: inout JournalReader, wait: Int,
    _ show: (AuditText) throws -> Void = { _ in }
  ) throws -> AuditText {
    var isShown = false
    while true {
      guard let event = try reader.event(at: position) else {
        preconditionFailure("An event that was found before is missing.")
      }
      if !isShown, try !reader.wasDisturbed(wait: wait) {
        try show(AuditText(stored: event, effects: [], language: locale))
        isShown = true
      }
      let found = try effects.effects(of: event, in: &reader)
      guard try reader.wasDisturbed(wait: wait) else {
        return AuditText(stored: event, effects: found, language: locale)
      }
      effects = EventEffects(of: positions, domains, in: reader.timeZone, locale: locale)
    }
  }
}
