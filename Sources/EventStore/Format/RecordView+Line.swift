/// The record as the line it is.
extension RecordView {
  /// The length of the line with its line feed, in bytes.
  package var byteCount: Int { length + 1 }

  /// Appends the line as it stands, without its line feed.
  package func appendLine(to bytes: inout [UInt8]) {
    if let seed = hiddenSectionSeed, isErased { return appendErased(to: &bytes, seed: seed) }
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: line, count: length))
  }

  /// Appends what everybody may know of the event, one JSON object:
  /// `{"position":1,"id":"…","time":"…","type":"…","tags":[…],"data":{…}}`. What can be erased is
  /// not part of it. Texts, numbers and the order of keys are spelled as they were recorded.
  package func appendEvent(to bytes: inout [UInt8]) {
    bytes.append(text: #"{"position":"#)
    bytes.append(decimal: position.rawValue)
    bytes.append(text: #","id":""#)
    id.append(to: &bytes)
    bytes.append(text: #"","time":""#)
    time.appendRFC3339(to: &bytes)
    bytes.append(text: #"","type":""#)
    unsafe bytes.append(contentsOf: typeBytes)
    bytes.append(text: #"","tags":"#)
    append(from: tagsStart, to: tagsEnd, &bytes)
    bytes.append(text: #","data":"#)
    append(from: dataStart, to: dataEnd, &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private func append(from start: Int, to end: Int, _ bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: line + start, count: end - start))
  }

  /// The offset after the array of tags.
  var tagsEnd: Int {
    let end = unsafe JSONScan.skipValue(line + tagsStart, end: line + length)
    return unsafe end.map { unsafe $0 - line } ?? length
  }

  /// What the leaf of the integrity tree is made of: everything that can never be erased.
  var core: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: line, count: coreEnd)) }

  /// The leaf of the integrity tree: erasing a record leaves it as it is.
  var leaf: Digest {
    var hash = Self.leafPrefix
    unsafe hash.update(UnsafeRawBufferPointer(start: line, count: coreEnd))
    return hash.finalize()
  }

  private static let leafPrefix: SHA256 = {
    var hash = SHA256()
    hash.update([0])
    return hash
  }()

  /// The offset after the commitment where there is one, else after the payload.
  var coreEnd: Int {
    erasable().map { $0.commitment.upperBound + 1 } ?? length - RecordFormat.checksumLength
  }
}
