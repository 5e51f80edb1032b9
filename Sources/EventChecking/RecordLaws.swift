import EventEngine

/// Each record is read alike by both paths of the reader, and its event is the same when it is
/// encoded and decoded again; a retired shape says the same when it is recorded in today's.
struct RecordLaws {
  let readModels: [ReadModels]

  /// - Parameters:
  ///   - everyLine: respell only each so-manieth record of a large journal.
  ///   - read: is told of the bytes of each record.
  func violation(
    in directory: JournalDirectory, everyLine step: Int = 1, read: (Int) -> Void = { _ in }
  ) throws -> Violation? {
    var reader = try JournalReader.open(directory)
    let journal = reader.manifest.journal
    var respelling = Respelling(seed: 1)
    var violation: Violation?
    var line: [UInt8] = []
    try reader.forEach { (view) throws(JournalError) in
      read(view.byteCount)
      let domain = String(view.type.rawValue.prefix { $0 != "." })
      if let known = readModels.first(where: { $0.domain == domain }),
        let difference = try known.differenceWhenRecoded(view)
      {
        violation = Violation(
          "encode → decode = identity", "position \(view.position), \(view.type): \(difference)")
        return false
      }
      guard view.position.rawValue % step == 0 else { return true }
      line.removeAll(keepingCapacity: true)
      view.appendLine(to: &line)
      if let problem = respelling.problem(with: line, of: journal) {
        violation = Violation("fast path = general path", "position \(view.position): \(problem)")
        return false
      }
      return true
    }
    return violation
  }
}
