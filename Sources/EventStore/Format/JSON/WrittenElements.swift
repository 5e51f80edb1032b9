import PlatformLibc

/// The elements of the lists in the value that an encoder wrote last, each with its range in the
/// bytes. If the element at the same index of the next value has the same memory contents, its
/// bytes are copied.
///
/// An element with the same bits as one that is still alive shares its references, and so has the
/// same encoding. Equality would not be enough: canonically equivalent texts are equal, but differ
/// in bytes. Only lists outside of other lists are compared, in the order in which they are
/// written.
final class WrittenElements {
  private var lists: [WrittenList?] = []
  private var bytes: [UInt8] = []
  /// The number of lists begun.
  private var count = 0
  /// Whether an element is being written, which may hold lists itself.
  private var isInside = false

  /// Called before a value is written.
  func begin() {
    count = 0
    isInside = false
  }

  /// Called before the first element of a list.
  func beginList() {
    if isInside { return }
    count += 1
    if lists.count < count { lists.append(nil) }
  }

  /// Keeps the bytes of the value, from which elements of the next value are copied.
  func end(_ bytes: [UInt8]) {
    self.bytes = bytes
    for list in lists[..<count] { list?.trim() }
    lists.removeSubrange(count...)
  }

  /// Removes all elements, after an error.
  func discard() { lists = [] }

  /// Copies the bytes of an element if it is the same as in the previous value; else calls `write`.
  func write<Value>(
    _ value: Value, to output: PayloadOutput, _ write: () throws -> Void
  ) throws {
    guard !isInside, count > 0 else { return try write() }
    let list = list(of: Value.self)
    let start = output.writer.bytes.count
    if let former = list.bytes(of: value) {
      output.writer.raw(bytes[former])
      list.noteCopy(at: start..<output.writer.bytes.count)
    } else {
      isInside = true
      defer { isInside = false }
      try write()
      list.note(value, start..<output.writer.bytes.count)
    }
  }

  private func list<Value>(of type: Value.Type) -> ElementsOf<Value> {
    if let list = lists[count - 1], list.type == ObjectIdentifier(type) {
      return unsafe unsafeDowncast(list, to: ElementsOf<Value>.self)
    }
    let list = ElementsOf<Value>()
    lists[count - 1] = list
    return list
  }
}

/// The elements of one list.
private class WrittenList {
  let type: ObjectIdentifier

  init(_ type: ObjectIdentifier) { self.type = type }

  /// Removes the elements after the last one of the current value.
  func trim() {}
}

private final class ElementsOf<Value>: WrittenList {
  private var values: ContiguousArray<Value> = []
  private var ranges: ContiguousArray<Range<Int>> = []
  /// The number of elements written in the current value.
  private var count = 0

  init() { super.init(ObjectIdentifier(Value.self)) }

  override func trim() {
    values.removeSubrange(count...)
    ranges.removeSubrange(count...)
    count = 0
  }

  /// The range of the next element in the previous bytes; nil if `value` differs from it.
  func bytes(of value: Value) -> Range<Int>? {
    guard count < values.count else { return nil }
    let isSame = unsafe values.withUnsafeBufferPointer { values in
      unsafe withUnsafePointer(to: value) { value in
        let former = unsafe values.baseAddress.unsafelyUnwrapped + count
        return unsafe memcmp(former, value, MemoryLayout<Value>.size) == 0
      }
    }
    return isSame ? ranges[count] : nil
  }

  /// Notes the new range of the next element, which was copied.
  func noteCopy(at range: Range<Int>) {
    ranges[count] = range
    count += 1
  }

  /// Notes the next element, which was not copied, and its range.
  func note(_ value: Value, _ range: Range<Int>) {
    if count < values.count {
      values[count] = value
      ranges[count] = range
    } else {
      values.append(value)
      ranges.append(range)
    }
    count += 1
  }
}
