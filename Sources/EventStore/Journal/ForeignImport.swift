/// Imports foreign events into a journal, or only checks whether they can be imported.
///
/// An event whose id is already in the journal is skipped. A line without an id gets one from its
/// content and its ordinal among equal lines, so imports are idempotent.
package struct ForeignImport: ~Copyable {
  /// A line of the input: its number and content.
  package struct Line: Sendable {
    package let number: Int
    package let event: ForeignEvent
    fileprivate let id: ID

    /// The source of the event's id.
    fileprivate enum ID {
      case given(EventID)
      case derived(content: Digest, first: EventID)
    }

    /// Creates a line. If its event has no id, hashes the content.
    package init(number: Int, event: ForeignEvent) {
      self.number = number
      self.event = event
      if let given = event.id {
        id = .given(given)
      } else {
        let content = event.contentDigest
        id = .derived(content: content, first: ForeignEvent.id(ofContent: content, ordinal: 1))
      }
    }
  }

  /// A line or journal error that rejects the whole batch.
  package enum Failure: Error {
    case line(Int, ForeignEventError)
    case journal(JournalError)
  }

  private var ids = EventIDs()
  /// The position that the last event would have if the checked batches were recorded.
  private var head = Position.start
  /// The number of lines without an id per content, keyed by the first id made from it.
  private var ordinals: [EventID: Int] = [:]

  /// The time of the journal's last event before the import, once the first batch was selected.
  private var start: Timestamp??
  /// The position of that event.
  private var startHead: Position?
  /// Whether the input's ids are a guess. Two lines with one id then prove it wrong; otherwise the
  /// second line is a repetition, and skipped.
  package var guessesIDs = false

  /// The latest time that an event may have; nil for no limit.
  package var latest: Timestamp?
  package private(set) var recorded = 0
  package private(set) var skipped = 0

  package init() {}

  /// Records the events of the batch that are not in the journal yet, in one append.
  package mutating func record(
    _ lines: [Line], with writer: inout JournalWriter
  ) throws(Failure) {
    let selected: Result<(new: Int, skipped: Int), Failure>
    do throws(JournalError) {
      selected = try writer.batch { (writer) throws(JournalError) in
        try ids.catchUp(with: &writer.reader)
        do throws(Failure) {
          let (events, skipped) = try select(lines, after: writer.lastTime, writer.head)
          guard let first = events.first?.time else { return .success((0, skipped)) }
          do throws(JournalError) {
            try writer.appendEncoded(events, at: first, cause: nil, if: nil)
          } catch {
            throw .journal(error)
          }
          return .success((events.count, skipped))
        } catch { return .failure(error) }
      }
    } catch { throw .journal(error) }
    // The events count as recorded only after the batch is written.
    let counts = try selected.get()
    recorded += counts.new
    skipped += counts.skipped
  }

  /// Checks the events of the batch as `record` would, and counts those it would record.
  ///
  /// - Parameter last: the time of the previous event; updated to that of the batch's last.
  package mutating func check(_ lines: [Line], after last: inout Timestamp?) throws(Failure) {
    let (events, skipped) = try select(lines, after: last, head)
    head = Position(head.rawValue + events.count)
    last = events.last?.time ?? last
    recorded += events.count
    self.skipped += skipped
  }

  /// Reads the ids that the journal holds.
  package mutating func prepare(with reader: inout JournalReader) throws(JournalError) {
    try ids.catchUp(with: &reader)
    head = reader.head
  }

  /// Selects the events that are not in the journal yet, and counts the others. The ids of the
  /// selected events are inserted immediately, so the import cannot continue after a failure.
  ///
  /// - Parameters:
  ///   - last: the time of the journal's last event.
  ///   - head: its position.
  private mutating func select(
    _ lines: [Line], after last: Timestamp?, _ head: Position
  ) throws(Failure) -> ([NewEvent], Int) {
    var events: [NewEvent] = []
    events.reserveCapacity(lines.count)
    let start = start ?? last
    self.start = start
    let startHead = startHead ?? head
    self.startHead = startHead
    var last = last
    var position = head.next
    var skipped = 0
    for line in lines {
      let event = line.event
      let id = id(of: line)
      guard ids.insertIfNew(id, at: position) else {
        if guessesIDs, ids.isKnown(id, after: startHead) {
          throw .line(line.number, .repeatedID(id))
        }
        skipped += 1
        continue
      }
      position = position.next
      if let start, event.time < start {
        throw .line(line.number, .timeBeforeJournal(event.time, last: start))
      }
      if let last, event.time < last {
        throw .line(line.number, .timeBeforeLastEvent(event.time, last: last))
      }
      if let latest, event.time > latest {
        throw .line(line.number, .timeInFuture(event.time))
      }
      last = event.time
      events.append(
        NewEvent(
          id: id, time: event.time, type: event.type, tags: event.tags, data: event.data))
    }
    return (events, skipped)
  }

  private mutating func id(of line: Line) -> EventID {
    switch line.id {
    case .given(let id): return id
    case .derived(let content, let first):
      func count(_ ordinal: inout Int) -> Int {
        ordinal += 1
        return ordinal
      }
      let ordinal = count(&ordinals[first, default: 0])
      return ordinal == 1 ? first : ForeignEvent.id(ofContent: content, ordinal: ordinal)
    }
  }
}
