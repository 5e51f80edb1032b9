import EventEngine

/// The laws of folding. For every read model the state is the same whether it is rebuilt, folded
/// incrementally, resumed from a stored state or folded up to a position. Its digest covers the
/// output of `encode(to:)`, however that is produced. An answer is the same from only its facts as
/// from all events, from events of all types, from a resumed state, and from the summary.
struct FoldLaws {
  let domains: [CheckedDomain]
  let directory: JournalDirectory
  let zone: TimeZoneTable

  /// - Parameter read: called with the length of each record in bytes.
  func violation(read: (Int) -> Void = { _ in }) throws -> Violation? {
    var reader = try JournalReader.open(directory)
    let sample = Self.sample(reader.head.rawValue)
    var stored: [Int: [[UInt8]]] = [:]
    if let violation = try incremental(&reader, storing: sample, &stored, read) {
      return violation
    }
    var asked = QueryConsistency(domains: domains, zone: zone)
    for position in sample {
      let rebuilt = try rebuild(&reader, through: Position(position), read)
      for (model, bytes) in zip(rebuilt, stored[position] ?? [])
      where try model.state.encodedState() != bytes {
        return Violation(
          "the rebuilt state equals the incremental state", "\(model.name) at position \(position)")
      }
      for model in rebuilt
      where try SHA256.hash(model.state.encodedState()) != model.state.digest() {
        return Violation(
          "digest = SHA-256 of the encoded state", "\(model.name) at position \(position)")
      }
      let resumed = try resume(rebuilt, at: Position(position))
      if let violation = try asked.violation(&reader, Position(position), rebuilt, resumed, read) {
        return violation
      }
    }
    return nil
  }

  /// The length of the longest journal of which all positions are checked.
  private static let wholeUpTo = 60

  /// All positions of a short journal, otherwise a sample that includes the last one.
  private static func sample(_ head: Int) -> [Int] {
    head <= wholeUpTo ? Array(0..<(head + 1)) : [head * 5 / 17, head * 11 / 17, head]
  }

  /// The number of times that `violation` reads a journal of this length: once for the incremental
  /// folds, once for the touched queries, once for the events of all types, and up to each sampled
  /// position for a rebuild.
  static func passes(_ head: Int) -> Double {
    3 + Double(sample(head).reduce(0, +)) / Double(max(1, head))
  }

  /// The greatest length of a journal for which the states after every event are stored and
  /// resumed. For a longer journal, only the states at the sampled positions are.
  private static let eachEventUpTo = 1000

  /// Folds event by event, into states that stay in memory and into others that are encoded and
  /// decoded after every event, as if another process folded each event.
  private func incremental(
    _ reader: inout JournalReader, storing sample: [Int], _ stored: inout [Int: [[UInt8]]],
    _ read: (Int) -> Void
  ) throws -> Violation? {
    let (live, resumed) = (CheckedReadModels(domains), CheckedReadModels(domains))
    var liveFold = live.fold(in: zone)
    var resumedFold = resumed.fold(in: zone)
    var encoded = try live.states.map { try $0.state.encodedState() }
    stored[0] = encoded
    var violation: Violation?
    var failure: (any Error)?
    let isShort = reader.head.rawValue <= Self.eachEventUpTo
    try reader.forEach { (view) throws(JournalError) in
      read(view.byteCount)
      try liveFold.apply(view)
      try resumedFold.apply(view)
      let type = view.type
      let isSampled = sample.contains(view.position.rawValue)
      guard isShort || isSampled else { return true }
      do {
        for (index, model) in live.states.enumerated()
        where !isShort || model.state.factTypes.contains(type) {
          encoded[index] = try model.state.encodedState()
          let other = resumed.states[index].state
          let isSame = try other.encodedState() == encoded[index]
          if isSame && isSampled {
            let snapshot = try model.state.snapshot(at: view.position)
            try other.restore(snapshot.text, in: snapshot.part)
          } else if isSame {
            try other.restore(encoded[index], in: encoded[index].indices)
          }
          if !isSame || !other.isEqual(to: model.state) {
            violation = Violation(
              "resumed = incremental", "\(model.name) at position \(view.position)")
            return false
          }
        }
      } catch {
        failure = error
        return false
      }
      if isSampled { stored[view.position.rawValue] = encoded }
      return true
    }
    if let failure { return Violation("a state can be stored and resumed", "\(failure)") }
    return violation
  }

  /// The same states, resumed from their snapshots.
  private func resume(_ states: [CheckedFold], at position: Position) throws -> [CheckedFold] {
    let resumed = CheckedReadModels(domains)
    _ = resumed.begin()
    for (other, model) in zip(resumed.states, states) {
      let snapshot = try model.state.snapshot(at: position)
      try other.state.restore(snapshot.text, in: snapshot.part)
    }
    return resumed.states
  }

  private func rebuild(
    _ reader: inout JournalReader, through last: Position, _ read: (Int) -> Void
  ) throws -> [CheckedFold] {
    let models = CheckedReadModels(domains)
    var fold = models.fold(in: zone)
    try fold.run(&reader, through: last) { read($0.byteCount) }
    return models.states
  }
}
