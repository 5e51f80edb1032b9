import EventEngine

/// Rebuilt = incremental = resumed from a state that was kept = as of any position, for every read
/// model; its digest is of what `encode(to:)` writes, in whatever way it is made; and an answer is the
/// same whether only its facts were folded or everything.
struct FoldLaws {
  let domains: [CheckedDomain]
  let directory: JournalDirectory
  let zone: TimeZoneTable

  /// - Parameter read: is told of the bytes of each record that is read.
  func violation(read: (Int) -> Void = { _ in }) throws -> Violation? {
    var reader = try JournalReader.open(directory)
    let sample = Self.sample(reader.head.rawValue)
    var kept: [Int: [[UInt8]]] = [:]
    if let violation = try incremental(&reader, keeping: sample, &kept, read) {
      return violation
    }
    var asked = QueryConsistency(domains: domains, zone: zone)
    for position in sample {
      let rebuilt = try rebuild(&reader, through: Position(position), read)
      for (model, bytes) in zip(rebuilt, kept[position] ?? [])
      where try model.state.encodedState() != bytes {
        return Violation("rebuilt = incremental", "\(model.name) at position \(position)")
      }
      for model in rebuilt
      where try SHA256.hash(model.state.encodedState()) != model.state.digest() {
        return Violation("a digest covers the encoded state", "\(model.name) at \(position)")
      }
      if let violation = try asked.violation(&reader, Position(position), rebuilt, read) {
        return violation
      }
    }
    return nil
  }

  /// All positions of a journal up to this long.
  private static let wholeUpTo = 60

  /// All positions of a short journal, else some of them, the last one in any case.
  private static func sample(_ head: Int) -> [Int] {
    head <= wholeUpTo ? Array(0..<(head + 1)) : [head * 5 / 17, head * 11 / 17, head]
  }

  /// How often a journal of this length is read, by incremental folds, by rebuilt ones and by what
  /// learns the questions.
  static func passes(_ head: Int) -> Double {
    2 + Double(sample(head).reduce(0, +)) / Double(max(1, head))
  }

  /// Of a longer journal states are kept at the positions of the sample alone.
  private static let eachEventUpTo = 1000

  /// Folds event by event, beside states that are encoded and decoded again after each of them, as
  /// if every event were folded by another process.
  private func incremental(
    _ reader: inout JournalReader, keeping sample: [Int], _ kept: inout [Int: [[UInt8]]],
    _ read: (Int) -> Void
  ) throws -> Violation? {
    let (live, resumed) = (LiveReadModels(domains), LiveReadModels(domains))
    var liveFold = live.fold(in: zone)
    var resumedFold = resumed.fold(in: zone)
    var encoded = try live.states.map { try $0.state.encodedState() }
    kept[0] = encoded
    var violation: Violation?
    var failure: (any Error)?
    let isShort = reader.head.rawValue <= Self.eachEventUpTo
    try reader.forEach { (view) throws(JournalError) in
      read(view.byteCount)
      try liveFold.apply(view)
      try resumedFold.apply(view)
      let type = view.type
      guard isShort || sample.contains(view.position.rawValue) else { return true }
      do {
        for (index, model) in live.states.enumerated()
        where !isShort || model.state.factTypes.contains(type) {
          encoded[index] = try model.state.encodedState()
          let other = resumed.states[index].state
          let isSame = try other.encodedState() == encoded[index]
          if isSame { try other.restore(encoded[index]) }
          if !isSame || !other.isEqual(to: model.state) {
            violation = Violation("resumed = incremental", "\(model.name) at \(view.position)")
            return false
          }
        }
      } catch {
        failure = error
        return false
      }
      if sample.contains(view.position.rawValue) { kept[view.position.rawValue] = encoded }
      return true
    }
    if let failure { return Violation("a state can be stored and resumed", "\(failure)") }
    return violation
  }

  private func rebuild(
    _ reader: inout JournalReader, through last: Position, _ read: (Int) -> Void
  ) throws -> [CheckedFold] {
    let models = LiveReadModels(domains)
    var fold = models.fold(in: zone)
    try fold.run(&reader, through: last) { read($0.byteCount) }
    return models.states
  }
}
