/// The state shared by the containers of one encoder: the writer, and the frame of the current
/// value.
///
/// Containers have no state of their own, so one container can serve all values with the same type
/// of keys. Nested containers and superclasses are written to an output of their own, since a type
/// may fill them in any order. Its bytes are inserted when the surrounding value is closed.
@safe
@usableFromInline
struct PayloadOutput {
  struct Frame {
    enum State { case unopened, object, array, scalar }

    var state = State.unopened
    /// The number of marks when the value began.
    var firstMark: Int
    /// The number of insertions when the value began.
    var firstInsertion: Int
    /// The number of elements that belong together if the value is an array in no particular order,
    /// else 0.
    var stride = 0
  }

  /// The place of a member or an element of an open value; used only for sorting.
  struct Mark {
    var start: Int
    /// The end of the key, before its closing quotation mark; for an element, its start.
    var keyEnd: Int
  }

  /// The buffer in which `ObjectWriter` assembles members.
  @safe
  struct MemberBuffer {
    let start: UnsafeMutablePointer<UInt8>
    let end: UnsafeMutablePointer<UInt8>

    init(count: Int) {
      unsafe start = .allocate(capacity: count)
      unsafe end = start + count
    }
  }

  /// A part that was written separately, and the index at which it is inserted.
  struct Insertion {
    var start: Int
    var output: PayloadOutput
  }

  /// The state to restore if a member or an element cannot be encoded.
  struct Checkpoint {
    fileprivate var bytes: Int
    fileprivate var separates: Bool
    fileprivate var marks: Int
    fileprivate var insertions: Int
  }

  struct Storage {
    let options: PayloadEncoder.Options
    var writer = JSONWriter()
    var frame = Frame(firstMark: 0, firstInsertion: 0)
    var depth = 0
    var marks: [Mark] = []
    var insertions: [Insertion] = []
    /// Whether the type requested different kinds for one value: an object, an array, a scalar.
    var isMixed = false
    let cache = KeyedContainerCache()
    let types: EncodedTypes
    var memberBuffer = MemberBuffer(count: 2048)
    /// Hashes written bytes while a digest is computed; nil otherwise.
    var hash: DigestThread?
    /// The outputs for parts, shared by the root output and all its parts.
    let parts: Parts
    /// The elements of the previous value; nil if elements are not copied from one value to the
    /// next.
    var written: WrittenElements?
  }

  /// The outputs for parts of values, reused for later ones.
  final class Parts {
    var all: [PayloadOutput] = []
    var spare: [PayloadOutput] = []
  }

  let storage: UnsafeMutablePointer<Storage>

  init(_ options: PayloadEncoder.Options) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(
        options: options, types: EncodedTypes(options), parts: Parts(),
        written: options.copiesElements ? WrittenElements() : nil))
  }

  /// An output for parts of another output's values.
  private init(partOf whole: PayloadOutput) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(
        options: whole.options, types: EncodedTypes(whole.options),
        parts: whole.storage.pointee.parts))
  }

  /// Whether the output has buffers that may be as long as encoded values: for parts, or of the
  /// previous value.
  var hasBuffers: Bool {
    unsafe !storage.pointee.parts.all.isEmpty || storage.pointee.written != nil
  }

  func deallocate() {
    for part in unsafe storage.pointee.parts.all { part.release() }
    release()
  }

  private func release() {
    unsafe storage.pointee.cache.deallocate()
    unsafe storage.pointee.types.deallocate()
    unsafe storage.pointee.memberBuffer.start.deallocate()
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// Takes the caller's bytes, to append to them.
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
    // Encoding failed: discards the unfinished parts.
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

  /// Begins the current value as a container or a scalar, or continues the container. Sets
  /// `isMixed` if the type requests different kinds.
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

  /// Discards the bytes of a member or an element that could not be encoded.
  @inline(never)
  func rewind(to checkpoint: Checkpoint) {
    // For a digest, a part of the bytes may already be hashed.
    writer.bytes.removeSubrange(min(checkpoint.bytes, writer.bytes.count)...)
    writer.separates = checkpoint.separates
    unsafe storage.pointee.marks.removeSubrange(checkpoint.marks...)
    unsafe storage.pointee.insertions.removeSubrange(checkpoint.insertions...)
  }

  /// Writes the comma before a member that is not sorted.
  @inline(__always)
  func beginMember() {
    writer.separate()
    writer.separates = false
  }

  /// Writes the comma and the key of a member that is sorted by its key if the order is canonical.
  func beginMember(sortedBy key: String) {
    beginMember()
    let start = writer.bytes.count
    writer.key(key)
    if options.isCanonical {
      marks.append(Mark(start: start + 1, keyEnd: writer.bytes.count - 2))
    }
  }

  /// Writes the comma before an element.
  @inline(__always)
  func beginElement() {
    beginMember()
    if frame.stride > 0 && options.isCanonical {
      marks.append(Mark(start: writer.bytes.count, keyEnd: writer.bytes.count))
    }
  }

  /// An output whose bytes will be inserted here when the current value is closed.
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
