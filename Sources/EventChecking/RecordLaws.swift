import EventEngine

/// The laws of single records. Each has the only encoding that the format allows, and its event
/// equals itself after encoding and decoding. An event of a retired shape is unchanged by its
/// conversion to the current shape.
struct RecordLaws {
  let readModels: [ReadModels]

  /// - Parameter read: called with the length of each record in bytes.
  func violation(
    in directory: JournalDirectory, read: (Int) -> Void = { _ in }
  ) throws -> Violation? {
    var reader = try JournalReader.open(directory)
    var violation: Violation?
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
      if let reason = view.defect {
        violation = Violation("a record has one encoding", "position \(view.position): \(reason)")
      }
      return violation == nil
    }
    return violation
  }
}
