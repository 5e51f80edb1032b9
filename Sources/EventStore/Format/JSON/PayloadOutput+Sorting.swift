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
    let order = members.indices.sorted {
      members[$0].key.utf8.lexicographicallyPrecedes(members[$1].key.utf8)
    }
    for (left, right) in zip(order, order.dropFirst())
    where members[left].key.utf8.elementsEqual(members[right].key.utf8) {
      throw PayloadEncodingError(.duplicate(key: members[left].key))
    }
    rearrange(members.map(\.start), order)
  }

  /// Puts the elements of the current array in the order of their bytes, if the collection they
  /// come from has no order.
  func sortElements<Value>(of value: Value) {
    let elements = takeMarks()
    guard let type = Value.self as? any EncodedInAnyOrder.Type else { return }
    let starts = stride(from: 0, to: elements.count, by: type.stride).map { elements[$0].start }
    let bytes = writer.bytes
    let order = starts.indices.sorted {
      bytes[part($0, starts)].lexicographicallyPrecedes(bytes[part($1, starts)])
    }
    rearrange(starts, order)
  }

  private func takeMarks() -> [Mark] {
    let own = Array(marks[frame.firstMark...])
    marks.removeSubrange(frame.firstMark...)
    return own
  }

  /// The bytes of a part: up to the comma before the next one.
  private func part(_ index: Int, _ starts: [Int]) -> Range<Int> {
    starts[index]..<(index + 1 < starts.count ? starts[index + 1] - 1 : writer.bytes.count)
  }

  /// Writes the parts that begin at `starts` once more, in another order.
  private func rearrange(_ starts: [Int], _ order: [Int]) {
    if order.elementsEqual(starts.indices) { return }
    let parts = order.map { part($0, starts) }
    let written = Array(writer.bytes[starts[0]...])
    writer.bytes.removeSubrange(starts[0]...)
    for (index, part) in parts.enumerated() {
      if index > 0 { writer.bytes.append(UInt8(ascii: ",")) }
      writer.bytes.append(
        contentsOf: written[part.lowerBound - starts[0]..<part.upperBound - starts[0]])
    }
  }
}
