/// The event of an erasure: the erasable sections at these positions are gone. It belongs to no
/// domain; nothing but an erasure records it.
///
/// An erasure of several subjects is one append with an event for each, and with several for a
/// subject whose positions would not fit into one record.
package struct SubjectErased: Hashable, Codable, Sendable {
  package static let type: EventType = "system.subjectErased"
  static let typeBytes = Array(type.rawValue.utf8)

  /// Whose data it was: the digest of the tag under the journal's key, because the tag beside the
  /// positions would tell what was erased.
  package let subject: KeyedDigest
  /// Why, as somebody put it. It cannot be erased.
  package let reason: String?
  /// Where the sections were; none where there was nothing left to erase.
  package let positions: PositionRanges

  /// Whether a state that was folded up to `position` before the erasure has seen what is gone.
  package func names(anyUpTo position: Position) -> Bool {
    positions.ranges.first.map { $0.lowerBound <= position } ?? false
  }

  /// Runs of positions in one event at most: a record of a few megabytes.
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
        preconditionFailure("texts and numbers can be encoded: \(error)")
      }
      events.append(NewEvent(type: type, data: data))
    } while !rest.isEmpty
    return events
  }
}

extension JournalKey {
  /// What the journal calls a subject whose data was erased.
  package func digest(ofErased subject: Tag) -> KeyedDigest {
    digest("erased subject", subject.rawValue)
  }
}

extension RecordView {
  /// Whether this is the event of an erasure. Costs one comparison.
  package var isErasure: Bool { matches(typeText, SubjectErased.typeBytes) }

  /// What was erased; nil for any other event.
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
