/// The event of an erasure: the erasable sections at these positions are removed. It belongs to no
/// domain; only an erasure records it.
///
/// An erasure of several subjects is one append with an event for each. A subject whose positions
/// exceed the size of one record gets several events.
package struct SubjectErased: Hashable, Codable, Sendable {
  /// The type under which erasures are recorded.
  package static let type: EventType = "system.subjectErased"
  static let typeBytes = Array(type.rawValue.utf8)

  /// The digest of the subject's tag under the journal's key. The tag itself, next to the
  /// positions, would reveal what was erased.
  package let subject: KeyedDigest
  /// The given reason. It cannot be erased.
  package let reason: String?
  /// The positions of the sections; empty if there was nothing left to erase.
  package let positions: PositionRanges

  /// Whether a state that was folded up to `position` may include data that this erasure removes.
  package func names(anyUpTo position: Position) -> Bool {
    positions.ranges.first.map { $0.lowerBound <= position } ?? false
  }

  /// The maximum number of ranges in one event: a record of a few megabytes.
  static let rangesPerEvent = 100_000

  /// The events that record the erasure of one subject.
  static func events(
    _ subject: KeyedDigest, _ positions: PositionRanges, reason: String?
  ) -> [NewEvent] {
    var events: [NewEvent] = []
    var rest = positions.ranges[...]
    repeat {
      let part = SubjectErased(
        subject: subject, reason: reason, positions: PositionRanges(rest.prefix(rangesPerEvent)))
      rest = rest.dropFirst(rangesPerEvent)
      var data: [UInt8] = []
      do throws(PayloadEncodingError) { try PayloadEncoder.encode(part, into: &data) } catch {
        preconditionFailure("texts and numbers cannot be encoded: \(error)")
      }
      events.append(NewEvent(type: type, data: data))
    } while !rest.isEmpty
    return events
  }
}

extension JournalKey {
  /// The digest that stands for a subject whose data was erased.
  package func digest(ofErased subject: Tag) -> KeyedDigest {
    digest("erased subject", subject.rawValue)
  }
}

extension RecordView {
  /// Whether this is the event of an erasure. One comparison.
  package var isErasure: Bool { matches(typeText, SubjectErased.typeBytes) }

  /// The erasure in the record; nil for any other event.
  ///
  /// - Throws: `.undecodable`.
  package func erasure() throws(JournalError) -> SubjectErased? {
    guard isErasure else { return nil }
    guard version == 1 else {
      throw undecodable("it has schema version \(version.rawValue), which is not known")
    }
    var decoder = PayloadDecoder()
    do throws(PayloadDecodingError) {
      return try decoder.decode(SubjectErased.self, from: data)
    } catch { throw undecodable("\(error)") }
  }
}
