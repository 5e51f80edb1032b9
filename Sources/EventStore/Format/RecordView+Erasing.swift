/// The erasure of a record's section.
extension RecordView {
  /// The subjects of the erasable section; nil if the record has no such section, or it was erased.
  var subjects: [Tag]? {
    guard let section = erasable()?.section else { return nil }
    return texts(at: section.subjects.lowerBound).map(Tag.init(rawValue:))
  }

  /// Whether there is an erasable section that is not erased.
  var hasSection: Bool { erasable()?.section != nil }

  /// Whether an erasable section was erased.
  public var isErased: Bool { erasable().map { $0.section == nil } ?? false }

  /// Appends the line without its erasable section and with a new checksum, without a line feed.
  /// The core stays the same, byte for byte.
  ///
  /// - Parameter seed: the value from which the checksums of the journal start.
  func appendErased(to bytes: inout [UInt8], seed: UInt32) {
    let start = bytes.count
    let end = coreEnd
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: self.line, count: end))
    bytes.appendChecksum(from: start, seed: seed)
  }
}
