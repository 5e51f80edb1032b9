/// A collection that encodes itself as an array in no particular order.
private protocol EncodedInAnyOrder {
  /// How many elements of the array belong together; the first of them decides.
  static var stride: Int { get }
}

extension Set: EncodedInAnyOrder {
  fileprivate static var stride: Int { 1 }
}

extension Dictionary: EncodedInAnyOrder {
  fileprivate static var stride: Int { 2 }
}

extension PayloadOutput {
  /// Puts the members of the current object in the order of their keys.
  func sortMembers() throws {
    let members = takeMarks()
    let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
    for (left, right) in zip(sorted, sorted.dropFirst())
    where left.key.utf8.elementsEqual(right.key.utf8) {
      throw PayloadEncodingError(.duplicate(key: left.key))
    }
    let ends = members.dropFirst().map { $0.start - 1 } + [writer.bytes.count]
    var endsByStart: [Int: Int] = [:]
    for (member, end) in zip(members, ends) { endsByStart[member.start] = end }
    rewrite(sorted.map { $0.start..<endsByStart[$0.start, default: $0.start] }, from: members)
  }

  /// Puts the elements of the current array in the order of their bytes, if the collection they
  /// come from has no order.
  func sortElements<Value>(of value: Value) {
    let elements = takeMarks()
    guard let type = Value.self as? any EncodedInAnyOrder.Type else { return }
    let starts = stride(from: 0, to: elements.count, by: type.stride).map { elements[$0].start }
    let ends = starts.dropFirst().map { $0 - 1 } + [writer.bytes.count]
    let bytes = writer.bytes
    let parts = zip(starts, ends).map { $0..<$1 }.sorted {
      bytes[$0].lexicographicallyPrecedes(bytes[$1])
    }
    rewrite(parts, from: elements)
  }

  private func takeMarks() -> [Mark] {
    let own = Array(marks[frame.firstMark...])
    marks.removeSubrange(frame.firstMark...)
    return own
  }

  private func rewrite(_ parts: [Range<Int>], from marks: [Mark]) {
    guard let start = marks.first?.start else { return }
    if zip(parts, parts.dropFirst()).allSatisfy({ $0.lowerBound < $1.lowerBound }) { return }
    let written = Array(writer.bytes[start...])
    writer.bytes.removeSubrange(start...)
    for (index, part) in parts.enumerated() {
      if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
      writer.bytes.append(contentsOf: written[part.lowerBound - start..<part.upperBound - start])
    }
  }
}
