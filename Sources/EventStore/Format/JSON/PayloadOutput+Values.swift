extension PayloadOutput {
  /// Writes a value of a type that is not written by one of the functions for scalars.
  @inline(__always)
  func writeNested<Value: Encodable>(_ value: Value) throws {
    switch unsafe storage.pointee.types[Value.self] {
    case .stringBacked: writer.string(cast(value))
    case .shape(let shape): try write(value, as: shape)
    case .textKeyed(let dictionary):
      try nest {
        open(.object)
        try write(value, as: dictionary)
      }
    case .general(let stride):
      try nest(stride: stride) { try value.encode(to: PayloadWriter(output: self)) }
    }
  }

  /// Writes a value with a frame of its own; `encode` writes its members or elements.
  @inline(__always)
  private func nest(stride: Int = 0, _ encode: () throws -> Void) throws {
    let outer = frame
    try enter(stride: stride)
    defer {
      frame = outer
      unsafe storage.pointee.depth -= 1
    }
    try encode()
    try close()
  }

  @inline(__always)
  private func enter(stride: Int) throws {
    guard unsafe storage.pointee.depth < JSONScan.maximumDepth else {
      throw PayloadEncodingError(.tooDeep)
    }
    unsafe storage.pointee.depth += 1
    unsafe frame = Frame(
      firstMark: storage.pointee.marks.count, firstInsertion: storage.pointee.insertions.count,
      stride: stride)
  }

  @inline(__always)
  private func close() throws {
    if unsafe storage.pointee.insertions.count > frame.firstInsertion { try insertParts() }
    if unsafe storage.pointee.isMixed { throw PayloadEncodingError(.mixedContainers) }
    switch frame.state {
    case .unopened:
      writer.beginObject()
      writer.endObject()
    case .object:
      if unsafe storage.pointee.marks.count > frame.firstMark { try sortMembers() }
      writer.endObject()
    case .array:
      if unsafe storage.pointee.marks.count > frame.firstMark { sortElements() }
      writer.endArray()
    case .scalar: break
    }
  }

  /// Inserts the parts that were written to outputs of their own. The last part is inserted first,
  /// so that the offsets of the others stay valid.
  @inline(never)
  private func insertParts() throws {
    while unsafe storage.pointee.insertions.count > frame.firstInsertion {
      let insertion = unsafe storage.pointee.insertions.removeLast()
      try insertion.output.close()
      let bytes = insertion.output.writer.bytes
      if insertion.start == writer.bytes.count {
        writer.bytes += bytes
      } else {
        writer.bytes.insert(contentsOf: bytes, at: insertion.start)
      }
      for index in unsafe frame.firstMark..<storage.pointee.marks.count
      where unsafe storage.pointee.marks[index].start > insertion.start {
        unsafe storage.pointee.marks[index].start += bytes.count
        unsafe storage.pointee.marks[index].keyEnd += bytes.count
      }
      insertion.output.writer.bytes.removeAll(keepingCapacity: true)
      unsafe storage.pointee.parts.spare.append(insertion.output)
    }
  }
}
