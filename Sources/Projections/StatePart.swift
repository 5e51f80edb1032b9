import EventStore

/// A part of a read model that answers some of its questions: it knows less than the whole does,
/// so keeping it and taking it up again is quicker, and answers alike.
///
/// Its shape's name is that of its snapshots.
public protocol StatePart<Parameters>: Projection {
  associatedtype Parameters
}

extension Projection {
  static func partSnapshots(
    from reader: inout JournalReader, through last: Position
  ) throws -> [Snapshot] {
    var snapshots: [Snapshot] = []
    for part in parts { snapshots.append(try part.snapshot(from: &reader, through: last)) }
    return snapshots
  }

  private static func snapshot(
    from reader: inout JournalReader, through last: Position
  ) throws -> Snapshot {
    let fold = StateFold<Self>()
    try fold.fold(.of(factTypes), from: &reader, through: last)
    return try fold.snapshot(at: last)
  }

  /// What answers `parameters`: a part of the read model or all of it.
  static func reply(
    to parameters: Parameters, from reader: inout JournalReader, through last: Position,
    _ asking: Asking
  ) throws -> [UInt8] {
    if let part = part(for: parameters) {
      return try part.replyAlone(to: parameters, from: &reader, through: last, asking)
    }
    return try replyAlone(to: parameters, from: &reader, through: last, asking)
  }

  private static func replyAlone(
    to parameters: Parameters, from reader: inout JournalReader, through last: Position,
    _ asking: Asking
  ) throws -> [UInt8] {
    let state = try folded(for: parameters, from: &reader, through: last)
    return try encoded(state.answer(to: parameters, asking))
  }
}
