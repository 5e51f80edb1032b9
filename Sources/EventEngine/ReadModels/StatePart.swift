import EventStore

/// A part of a read model that answers some of its questions: it knows less than the whole does,
/// so keeping it and taking it up again is quicker, and answers alike.
public protocol StatePart<Event, Parameters>: Projection {
  associatedtype Event
  associatedtype Parameters
}

extension Projection {
  /// What answers `parameters`: a part of the read model or all of it.
  static func reply(
    to parameters: Parameters, from reader: inout JournalReader, through last: Position,
    _ asking: QueryContext
  ) throws -> [UInt8] {
    if !asking.isAudit { try permission(for: parameters)?.check(in: &reader, asking) }
    if let part = part(for: parameters) {
      return try part.replyAlone(to: parameters, from: &reader, through: last, asking)
    }
    return try replyAlone(to: parameters, from: &reader, through: last, asking)
  }

  private static func replyAlone(
    to parameters: Parameters, from reader: inout JournalReader, through last: Position,
    _ asking: QueryContext
  ) throws -> [UInt8] {
    let projection = try folded(for: parameters, from: &reader, through: last)
    return try encoded(projection.answer(to: parameters, asking))
  }
}
