/// What the containers of one encoder share: the writer, and the frame of the current value.
///
/// Containers have no state of their own, so that one can serve all values with the same keys.
/// What cannot be written straight away, nested containers and superclasses, which a type may
/// fill in any order, goes to an output of its own and is put in place when its value is closed.
@safe
struct PayloadOutput {
  struct Frame {
    enum State { case unopened, object, array, scalar }

    var state = State.unopened
    /// The number of marks and insertions when the value began.
    var firstMark: Int
    var firstInsertion: Int
  }

  /// Where a member or an element of an open value begins; kept only for sorting.
  struct Mark {
    var start: Int
    var key: String
  }

  private struct Insertion {
    var start: Int
    var output: PayloadOutput
  }

  /// How much has been written: what to return to when a member cannot be encoded.
  struct Checkpoint {
    fileprivate var bytes: Int
    fileprivate var separates: Bool
    fileprivate var marks: Int
    fileprivate var insertions: Int
  }

  private struct Storage {
    let options: PayloadEncoder.Options
    var writer = JSONWriter()
    var frame = Frame(firstMark: 0, firstInsertion: 0)
    var depth = 0
    var marks: [Mark] = []
    var insertions: [Insertion] = []
    var isMixed = false
    let cache = KeyedContainerCache()
    /// Shared by the whole and all its parts.
    let parts: Parts
  }

  /// The outputs for parts of values, which are used again for later ones.
  private final class Parts {
    var all: [PayloadOutput] = []
    var spare: [PayloadOutput] = []
  }

  private let storage: UnsafeMutablePointer<Storage>

  init(_ options: PayloadEncoder.Options) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(to: Storage(options: options, parts: Parts()))
  }

  /// An output for parts of another one's values.
  private init(partOf whole: PayloadOutput) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(options: whole.options, parts: whole.storage.pointee.parts))
  }

  func deallocate() {
    for part in unsafe storage.pointee.parts.all { part.release() }
    release()
  }

  private func release() {
    unsafe storage.pointee.cache.deallocate()
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// Takes the bytes over, to append to them.
  func begin(_ bytes: inout [UInt8]) {
    unsafe swap(&bytes, &storage.pointee.writer.bytes)
    restart(at: 0)
  }

  private func restart(at depth: Int) {
    writer.separates = false
    frame = Frame(firstMark: 0, firstInsertion: 0)
    unsafe storage.pointee.depth = depth
    unsafe storage.pointee.isMixed = false
  }

  /// Gives the bytes back.
  func end(_ bytes: inout [UInt8]) {
    unsafe swap(&bytes, &storage.pointee.writer.bytes)
    clear()
    let parts = unsafe storage.pointee.parts
    guard parts.spare.count < parts.all.count else { return }
    // Something could not be encoded.
    for part in parts.all {
      part.writer.bytes.removeAll()
      part.clear()
    }
    parts.spare = parts.all
  }

  private func clear() {
    unsafe storage.pointee.marks.removeAll(keepingCapacity: true)
    unsafe storage.pointee.insertions.removeAll(keepingCapacity: true)
  }

  @inline(__always) var options: PayloadEncoder.Options { unsafe storage.pointee.options }

  @inline(__always)
  var writer: JSONWriter {
    get { unsafe storage.pointee.writer }
    nonmutating _modify { yield unsafe &storage.pointee.writer }
  }

  @inline(__always)
  var frame: Frame {
    get { unsafe storage.pointee.frame }
    nonmutating _modify { yield unsafe &storage.pointee.frame }
  }

  @inline(__always)
  var marks: [Mark] {
    get { unsafe storage.pointee.marks }
    nonmutating _modify { yield unsafe &storage.pointee.marks }
  }

  @inline(__always) var cache: KeyedContainerCache { unsafe storage.pointee.cache }

  /// Begins the current value as a container, or goes on with it.
  @inline(__always)
  func open(_ state: Frame.State) {
    switch (frame.state, state) {
    case (.unopened, .object):
      writer.beginObject()
      frame.state = state
    case (.unopened, .array):
      writer.beginArray()
      frame.state = state
    case (.unopened, _): frame.state = state
    case (let known, _) where known == state && state != .scalar: break
    default: unsafe storage.pointee.isMixed = true
    }
  }
}

// MARK: - Members and elements

extension PayloadOutput {
  @inline(__always)
  var checkpoint: Checkpoint {
    unsafe Checkpoint(
      bytes: writer.bytes.count, separates: writer.separates, marks: storage.pointee.marks.count,
      insertions: storage.pointee.insertions.count)
  }

  /// Forgets what a member has left behind that could not be encoded.
  @inline(never)
  func rewind(to checkpoint: Checkpoint) {
    writer.bytes.removeSubrange(checkpoint.bytes...)
    writer.separates = checkpoint.separates
    unsafe storage.pointee.marks.removeSubrange(checkpoint.marks...)
    unsafe storage.pointee.insertions.removeSubrange(checkpoint.insertions...)
  }

  /// Marks the beginning of a member or an element, after the comma.
  ///
  /// - Parameter isOrdered: whether its place among the others is that of a declaration.
  @inline(__always)
  func beginPart(_ key: @autoclosure () -> String, isOrdered: Bool = false) {
    writer.separate()
    writer.separates = false
    if !isOrdered && options.keyOrder == .canonical {
      marks.append(Mark(start: writer.bytes.count, key: key()))
    }
  }

  /// An output whose bytes will be put here when the current value is closed.
  func insertion() -> PayloadOutput {
    let output = takePart()
    output.restart(at: unsafe storage.pointee.depth)
    unsafe storage.pointee.insertions.append(
      Insertion(start: writer.bytes.count, output: output))
    writer.separates = true
    return output
  }

  private func takePart() -> PayloadOutput {
    let parts = unsafe storage.pointee.parts
    if let part = parts.spare.popLast() { return part }
    let part = PayloadOutput(partOf: self)
    parts.all.append(part)
    return part
  }
}

// MARK: - Values

extension PayloadOutput {
  /// Writes a value of a type with an `encode(to:)` of its own.
  @inline(__always)
  func writeNested<Value: Encodable>(_ value: Value) throws {
    let outer = frame
    try enter()
    defer {
      frame = outer
      unsafe storage.pointee.depth -= 1
    }
    try value.encode(to: PayloadWriter(output: self))
    try close(value)
  }

  @inline(__always)
  private func enter() throws {
    guard unsafe storage.pointee.depth < JSONScan.maximumDepth else {
      throw PayloadEncodingError(.tooDeep)
    }
    unsafe storage.pointee.depth += 1
    unsafe frame = Frame(
      firstMark: storage.pointee.marks.count, firstInsertion: storage.pointee.insertions.count)
  }

  @inline(__always)
  private func close<Value>(_ value: Value) throws {
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
      if unsafe storage.pointee.marks.count > frame.firstMark { sortElements(of: value) }
      writer.endArray()
    case .scalar: break
    }
  }

  /// Puts the parts that were written apart where they belong, from the last to the first.
  @inline(never)
  private func insertParts() throws {
    while unsafe storage.pointee.insertions.count > frame.firstInsertion {
      let insertion = unsafe storage.pointee.insertions.removeLast()
      try insertion.output.close(())
      let bytes = insertion.output.writer.bytes
      if insertion.start == writer.bytes.count {
        writer.bytes += bytes
      } else {
        writer.bytes.insert(contentsOf: bytes, at: insertion.start)
      }
      for index in unsafe frame.firstMark..<storage.pointee.marks.count
      where unsafe storage.pointee.marks[index].start > insertion.start {
        unsafe storage.pointee.marks[index].start += bytes.count
      }
      insertion.output.writer.bytes.removeAll(keepingCapacity: true)
      unsafe storage.pointee.parts.spare.append(insertion.output)
    }
  }
}
