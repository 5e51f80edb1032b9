import PlatformLibc

extension PayloadOutput {
  /// Sorts the marked members of the current object by their keys.
  func sortMembers() throws {
    let members = takeMarks()
    let order = sorted(members.map { $0.start..<$0.keyEnd })
    for (left, right) in zip(order, order.dropFirst()) {
      let (left, right) = (members[left], members[right])
      let key = writer.bytes[left.start..<left.keyEnd]
      if key == writer.bytes[right.start..<right.keyEnd] {
        throw PayloadEncodingError(.duplicate(key: String(decoding: key, as: UTF8.self)))
      }
    }
    rearrange(members.map { $0.start - 1 }, order)
  }

  /// Sorts the elements of the current array by their bytes. Only for types without an order of
  /// their own, such as sets.
  func sortElements() {
    let elements = takeMarks()
    let starts = stride(from: 0, to: elements.count, by: frame.stride).map { elements[$0].start }
    rearrange(starts, sorted(starts.indices.map { part($0, starts) }))
  }

  /// The indices of the ranges in the order of their bytes.
  private func sorted(_ ranges: [Range<Int>]) -> [Int] {
    unsafe writer.bytes.withUnsafeBytes { bytes in
      ranges.indices.sorted { left, right in
        let (left, right) = (ranges[left], ranges[right])
        let difference = unsafe memcmp(
          bytes.baseAddress.unsafelyUnwrapped + left.lowerBound,
          bytes.baseAddress.unsafelyUnwrapped + right.lowerBound, min(left.count, right.count))
        return difference < 0 || difference == 0 && left.count < right.count
      }
    }
  }

  /// Removes and returns the marks of the current value.
  private func takeMarks() -> [Mark] {
    let own = Array(marks[frame.firstMark...])
    marks.removeSubrange(frame.firstMark...)
    return own
  }

  /// The range of a part, which ends at the comma before the next one.
  private func part(_ index: Int, _ starts: [Int]) -> Range<Int> {
    starts[index]..<(index + 1 < starts.count ? starts[index + 1] - 1 : writer.bytes.count)
  }

  /// Rewrites the parts that begin at `starts` in another order.
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
