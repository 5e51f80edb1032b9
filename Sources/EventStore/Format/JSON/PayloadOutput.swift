/// What the containers of one encoder share: the writer, and the frame of the current value.
///
/// Containers have no state of their own, so that one can serve all values with the same keys.
/// What cannot be written straight away, nested containers and superclasses, which a type may
/// fill in any order, goes to an output of its own and is put in place when its value is closed.
@safe
@usableFromInline
struct PayloadOutput {
  struct Frame {
    enum State { case unopened, object, array, scalar }

    var state = State.unopened
    /// The number of marks and insertions when the value began.
    var firstMark: Int
    var firstInsertion: Int
    /// How many elements belong together if the value is an array in no particular order, else 0.
    var stride = 0
  }

  /// Where a member or an element of an open value begins; kept only for sorting.
  struct Mark {
    var start: Int
    /// Where the key ends, before its quotation mark; of elements, the start.
    var keyEnd: Int
  }

  /// Memory in which shapes with a faster way put their members together.
  @safe
  struct Piece {
    let start: UnsafeMutablePointer<UInt8>
    let end: UnsafeMutablePointer<UInt8>

    init(count: Int) {
      unsafe start = .allocate(capacity: count)
      unsafe end = start + count
    }
  }

  struct Insertion {
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

  struct Storage {
    let options: PayloadEncoder.Options
    var writer = JSONWriter()
    var frame = Frame(firstMark: 0, firstInsertion: 0)
    var depth = 0
    var marks: [Mark] = []
    var insertions: [Insertion] = []
    var isMixed = false
    let cache = KeyedContainerCache()
    let types: EncodedTypes
    var piece = Piece(count: 2048)
    /// The hash that takes bytes up as they come; nil where they are kept.
    var hash: SHA256?
    /// Shared by the whole and all its parts.
    let parts: Parts
  }

  /// The outputs for parts of values, which are used again for later ones.
  final class Parts {
    var all: [PayloadOutput] = []
    var spare: [PayloadOutput] = []
  }

  let storage: UnsafeMutablePointer<Storage>

  init(_ options: PayloadEncoder.Options) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(options: options, types: EncodedTypes(options), parts: Parts()))
  }

  /// An output for parts of another one's values.
  private init(partOf whole: PayloadOutput) {
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(
        options: whole.options, types: EncodedTypes(whole.options),
        parts: whole.storage.pointee.parts))
  }

  func deallocate() {
    for part in unsafe storage.pointee.parts.all { part.release() }
    release()
  }

  private func release() {
    unsafe storage.pointee.cache.deallocate()
    unsafe storage.pointee.types.deallocate()
    unsafe storage.pointee.piece.start.deallocate()
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
    // Of a digest, a part may be on its way already.
    writer.bytes.removeSubrange(min(checkpoint.bytes, writer.bytes.count)...)
    writer.separates = checkpoint.separates
    unsafe storage.pointee.marks.removeSubrange(checkpoint.marks...)
    unsafe storage.pointee.insertions.removeSubrange(checkpoint.insertions...)
  }

  /// Begins a member whose place among the others is that of a declaration, after the comma.
  @inline(__always)
  func beginMember() {
    writer.separate()
    writer.separates = false
  }

  /// Begins a member that is to be sorted by its key, and writes the key.
  func beginMember(sortedBy key: String) {
    beginMember()
    let start = writer.bytes.count
    writer.key(key)
    if options.keyOrder == .canonical {
      marks.append(Mark(start: start + 1, keyEnd: writer.bytes.count - 2))
    }
  }

  /// Begins an element, after the comma.
  @inline(__always)
  func beginElement() {
    beginMember()
    if frame.stride > 0 && options.keyOrder == .canonical {
      marks.append(Mark(start: writer.bytes.count, keyEnd: writer.bytes.count))
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
