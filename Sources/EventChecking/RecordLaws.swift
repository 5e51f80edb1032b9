import EventEngine

/// The laws of single records: each has the one spelling of the format, and its event is the same
/// after encoding and decoding. The event of a retired shape is the same in today's shape.
struct RecordLaws {
  let readModels: [ReadModels]

  /// - Parameter read: is called with the length of each record in bytes.
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
      if let reason = view.misspelling {
        violation = Violation("a record has one spelling", "position \(view.position): \(reason)")
      }
      return violation == nil
    }
    return violation
  }
}
