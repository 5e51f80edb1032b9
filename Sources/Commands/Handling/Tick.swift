import Domain
import EventStore

/// `system.tick`: carries out everything that has fallen due, in all domains. Each item is an
/// append of its own and happens once; the command's id is remembered with the first.
enum Tick {
  static let info = CommandInfo(
    name: "system.tick", actor: .system, fields: [], refusals: [],
    summary: Bilingual(
      ru: "выполнить всё, чему пришёл срок", en: "carry out everything that has fallen due"),
    needsKey: false)
}

extension Engine {
  /// The system's own command, as a catalog shows it.
  public static var tick: CommandInfo { Tick.info }

  mutating func tick(
    _ candidate: Candidate, at now: Moment
  ) throws(JournalError) -> [CommandResult.RecordedEvent] {
    let request = candidate.request
    var recorded: [CommandResult.RecordedEvent] = []
    for domain in domains {
      let items: [DueFact]
      do throws(PayloadEncodingError) { items = try domain.due(at: now, &encoder) } catch {
        throw unencodable(error)
      }
      for item in items {
        var events = item.events
        if recorded.isEmpty { addFingerprint(of: candidate, to: &events) }
        let places = try writer.append(
          events, at: now.time,
          cause: Cause(
            command: request.command, id: request.id?.rawValue, actor: request.actor?.rawValue,
            correlation: request.correlation?.rawValue, because: item.because))
        item.appended(places, now.zone)
        recorded += zip(places, events).map { .init(position: $0.position, type: $1.type) }
      }
    }
    return recorded
  }
}
