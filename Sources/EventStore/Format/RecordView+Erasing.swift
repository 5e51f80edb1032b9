/// What erasing a record needs to know of it and makes of it.
extension RecordView {
  /// Whose data the erasable section holds; nil where there is no section, or none any more.
  var subjects: [Tag]? {
    guard let section = erasable()?.section else { return nil }
    return texts(at: section.subjects.lowerBound).map(Tag.init(rawValue:))
  }

  /// Whether there is an erasable section.
  var hasSection: Bool { erasable()?.section != nil }

  /// Whether there was an erasable section that is gone.
  public var isErased: Bool { erasable().map { $0.section == nil } ?? false }

  /// Appends the line without its erasable section and with the checksum that fits it then, without
  /// a line feed. All else stays as it is, byte for byte.
  ///
  /// - Parameter seed: what the checksums of the journal start from.
  func appendErased(to bytes: inout [UInt8], seed: UInt32) {
    let start = bytes.count
    let end = coreEnd
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: self.line, count: end))
    let checksum = unsafe bytes.withUnsafeBytes { bytes in
      unsafe CRC32C.checksum(UnsafeRawBufferPointer(rebasing: bytes[start...]), continuing: seed)
    }
    bytes.append(text: #","crc":""#)
    bytes.append(hexadecimal: checksum)
    bytes.append(text: "\"}")
  }
}
