/// The parts of the record's line that are copied or hashed.
extension RecordView {
  /// The length of the line with its line feed, in bytes.
  package var byteCount: Int { length + 1 }

  /// Appends the line without its line feed, and without a section that counts as erased.
  package func appendLine(to bytes: inout [UInt8]) {
    if let seed = hiddenSectionSeed, isErased { return appendErased(to: &bytes, seed: seed) }
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: line, count: length))
  }

  /// Appends the event without its erasable section as one JSON object, as it is printed
  /// everywhere:
  /// `{"position":1,"id":"…","time":"…","type":"…","version":1,"actor":"…","command":"…",
  /// "commandId":"…","correlation":"…","because":1,"tags":[…],"data":{…}}`. Absent members are left
  /// out. Texts and data are spelled as recorded.
  package func appendEvent(to bytes: inout [UInt8]) {
    bytes.append(text: #"{"position":"#)
    bytes.append(decimal: position.rawValue)
    bytes.append(text: #","id":""#)
    id.append(to: &bytes)
    bytes.append(text: #"","time":""#)
    time.appendRFC3339(to: &bytes)
    bytes.append(text: #"","type":""#)
    unsafe bytes.append(contentsOf: typeBytes)
    bytes.append(text: #"","version":"#)
    bytes.append(decimal: version.rawValue)
    append(#","actor":""#, actorText, &bytes)
    append(#","command":""#, commandText, &bytes)
    append(#","commandId":""#, commandIDText, &bytes)
    append(#","correlation":""#, correlationText, &bytes)
    if let because {
      bytes.append(text: #","because":"#)
      bytes.append(decimal: because.rawValue)
    }
    bytes.append(text: #","tags":"#)
    append(from: tagsStart, to: tagsEnd, &bytes)
    bytes.append(text: #","data":"#)
    append(from: dataStart, to: dataEnd, &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  /// Appends a member whose value is a text, if the record has it.
  private func append(_ key: StaticString, _ text: Text, _ bytes: inout [UInt8]) {
    guard text.isPresent else { return }
    bytes.append(text: key)
    append(from: Int(text.start), to: Int(text.start) + Int(text.count), &bytes)
    bytes.append(UInt8(ascii: "\""))
  }

  private func append(from start: Int, to end: Int, _ bytes: inout [UInt8]) {
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: line + start, count: end - start))
  }

  /// The offset after the array of tags.
  var tagsEnd: Int {
    let end = unsafe JSONScan.skipValue(line + tagsStart, end: line + length)
    return unsafe end.map { unsafe $0 - line } ?? length
  }

  /// The content of the integrity tree's leaf: all members that can never be erased.
  var core: [UInt8] { unsafe Array(UnsafeRawBufferPointer(start: line, count: coreEnd)) }

  /// The leaf of the integrity tree, which erasure does not change.
  var leaf: Digest { leaf(after: erasable()) }

  func leaf(after erasable: ErasableView?) -> Digest {
    var hash = Self.leafPrefix
    unsafe hash.update(UnsafeRawBufferPointer(start: line, count: coreEnd(of: erasable)))
    return hash.finalize()
  }

  private static let leafPrefix: SHA256 = {
    var hash = SHA256()
    hash.update([0])
    return hash
  }()

  /// The offset after the commitment if there is one, else after the payload.
  var coreEnd: Int { coreEnd(of: erasable()) }

  private func coreEnd(of erasable: ErasableView?) -> Int {
    erasable.map { $0.commitment.upperBound + 1 } ?? length - RecordFormat.checksumLength
  }
}
