/// Brings foreign events into a journal, or only checks whether that could be done.
///
/// An event whose id is there already is passed over; a line without an id gets one from its
/// content and its ordinal among equal lines, so that any import can be repeated.
public struct ForeignImport: ~Copyable {
  /// A line of the input: its number and what it says.
  public struct Line: Sendable {
    public let number: Int
    public let event: ForeignEvent

    public init(number: Int, event: ForeignEvent) {
      self.number = number
      self.event = event
    }
  }

  /// A line that cannot be recorded. Nothing of its batch was.
  public enum Failure: Error {
    case line(Int, ForeignEventError)
    case journal(JournalError)
  }

  private var ids = EventIDs()
  /// How many lines without an id had each content, by the id that the first of them got.
  private var ordinals: [EventID: Int] = [:]

  public private(set) var recorded = 0
  public private(set) var passedOver = 0

  public init() {}

  /// Records the events of the batch that are not there yet, in one append.
  public mutating func record(
    _ lines: [Line], with writer: inout JournalWriter
  ) throws(Failure) {
    var problem: Failure?
    do throws(JournalError) {
      try writer.batch { (writer) throws(JournalError) in
        try ids.catchUp(with: &writer.reader)
        let (events, passed): ([NewEvent], Int)
        do throws(Failure) {
          (events, passed) = try select(lines, behind: writer.lastTime)
        } catch {
          problem = error
          return
        }
        guard let first = events.first?.time else {
          passedOver += passed
          return
        }
        let places = try writer.append(events, at: first)
        for place in places { ids.insert(place.id, at: place.position) }
        recorded += events.count
        passedOver += passed
      }
    } catch { throw .journal(error) }
    if let problem { throw problem }
  }

  /// Checks the events of the batch as `record` would, and counts what it would record.
  ///
  /// - Parameter last: the time of the event in front; it is moved on.
  public mutating func check(_ lines: [Line], behind last: inout Timestamp?) throws(Failure) {
    let (events, passed) = try select(lines, behind: last)
    for event in events {
      guard let id = event.id else { continue }
      // Where it would stand makes no difference; that it would be there does.
      ids.insert(id, at: .start)
    }
    last = events.last?.time ?? last
    recorded += events.count
    passedOver += passed
  }

  /// Learns which ids there are.
  public mutating func prepare(with reader: inout JournalReader) throws(JournalError) {
    try ids.catchUp(with: &reader)
  }

  private mutating func select(
    _ lines: [Line], behind last: Timestamp?
  ) throws(Failure) -> ([NewEvent], Int) {
    var events: [NewEvent] = []
    events.reserveCapacity(lines.count)
    var new: Set<EventID> = []
    var last = last
    var passed = 0
    for line in lines {
      let event = line.event
      let id = event.id ?? contentID(of: event)
      guard ids.position(of: id) == nil, !new.contains(id) else {
        passed += 1
        continue
      }
      if let last, event.time < last {
        throw .line(line.number, .timeBeforeLastEvent(event.time, last: last))
      }
      last = event.time
      new.insert(id)
      events.append(
        NewEvent(
          id: id, time: event.time, type: event.type, tags: event.tags, data: event.data))
    }
    return (events, passed)
  }

  private mutating func contentID(of event: ForeignEvent) -> EventID {
    let digest = event.contentDigest
    let first = ForeignEvent.id(ofContent: digest, ordinal: 1)
    let ordinal = ordinals[first, default: 0] + 1
    ordinals[first] = ordinal
    return ordinal == 1 ? first : ForeignEvent.id(ofContent: digest, ordinal: ordinal)
  }
}
