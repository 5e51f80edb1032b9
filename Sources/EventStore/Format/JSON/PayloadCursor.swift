/// The progress of a decoder inside a value.
@safe
struct PayloadFrame {
  enum State { case unopened, object, array, finished }

  /// The first byte of the value.
  var value: UnsafePointer<UInt8>
  /// In a container, the place after the last member or element that was read. For a finished
  /// value, the place after it.
  var next: UnsafePointer<UInt8>
  var state = State.unopened
  /// Whether there may be unread members before `next`: a member was read out of order, or the
  /// object was read before with another type of keys.
  var hasSkipped = false
  /// The tags of the keys read so far, one bit each.
  var tagsRead: UInt64 = 0

  init(_ value: UnsafePointer<UInt8>) {
    unsafe self.value = value
    unsafe next = value
  }

  /// Begins reading the container whose opening bracket is the first byte.
  @inline(__always)
  mutating func open(_ state: State) {
    self.state = state
    unsafe next = value + 1
    hasSkipped = false
    tagsRead = 0
  }
}

/// The state shared by the containers of one decoder: the bytes, and the frame of the current
/// value.
///
/// Containers have no state of their own, so one container can serve all values with the same type
/// of keys. Reading a nested value saves the frame and restores it. A failed read leaves the frame
/// unchanged, so a type may try again.
///
/// ``PayloadDecoder`` requires a line feed at `end`, which ends every scan.
@safe
struct PayloadCursor {
  typealias Place = UnsafePointer<UInt8>

  @safe
  private struct Storage {
    var base: Place
    var end: Place
    var frame: PayloadFrame
    var after: Place
    var depth = 0
    /// An error in the bytes, detected by a function that cannot throw.
    var fault: PayloadDecodingError?
    let cache = KeyedContainerCache()
    let stringBackedTypes = StringBackedTypes()
    let shapes = FastDecodableTypes()
    let texts = TextCache()
  }

  private let storage: UnsafeMutablePointer<Storage>

  init() {
    let nowhere = unsafe Place(bitPattern: 1).unsafelyUnwrapped
    unsafe storage = .allocate(capacity: 1)
    unsafe storage.initialize(
      to: Storage(
        base: nowhere, end: nowhere, frame: PayloadFrame(nowhere), after: nowhere))
  }

  func deallocate() {
    unsafe storage.pointee.cache.deallocate()
    unsafe storage.pointee.stringBackedTypes.deallocate()
    unsafe storage.pointee.shapes.deallocate()
    unsafe storage.pointee.texts.deallocate()
    unsafe storage.deinitialize(count: 1)
    unsafe storage.deallocate()
  }

  /// Switches to other bytes, and to the value that begins at `start` or after white space there.
  func reset(base: Place, start: Place, end: Place) {
    unsafe storage.pointee.base = base
    unsafe storage.pointee.end = end
    unsafe storage.pointee.frame = PayloadFrame(skipWhitespace(start))
    unsafe storage.pointee.depth = 1  // the outermost value
    unsafe storage.pointee.fault = nil
  }

  @inline(__always)
  var frame: PayloadFrame {
    get { unsafe storage.pointee.frame }
    nonmutating _modify { yield unsafe &storage.pointee.frame }
  }

  /// The place after the value that was read last.
  @inline(__always)
  var after: Place {
    get { unsafe storage.pointee.after }
    nonmutating set { unsafe storage.pointee.after = newValue }
  }

  @inline(__always) var shapes: FastDecodableTypes { unsafe storage.pointee.shapes }

  @inline(__always) var stringBackedTypes: StringBackedTypes {
    unsafe storage.pointee.stringBackedTypes
  }

  @inline(__always) var texts: TextCache { unsafe storage.pointee.texts }

  @inline(__always) var cache: KeyedContainerCache { unsafe storage.pointee.cache }

  var fault: PayloadDecodingError? {
    get { unsafe storage.pointee.fault }
    nonmutating set { unsafe storage.pointee.fault = newValue }
  }

  @inline(__always) var end: Place { unsafe storage.pointee.end }

  func offset(of place: Place) -> Int { unsafe place - storage.pointee.base }

  /// The bytes from `place` to the end, with bounds-checked access.
  func rest(from place: Place) -> JSONBytes {
    unsafe JSONBytes(UnsafeRawBufferPointer(start: place, count: end - place))
  }

  @inline(__always)
  func skipWhitespace(_ place: Place) -> Place {
    unsafe JSONScan.skipWhitespace(place, end: end)
  }
}

// MARK: - Values

extension PayloadCursor {
  /// Reads a value of any other type: through ``FastDecodable`` if the type conforms to it and the
  /// spelling permits, else by its `init(from:)`.
  @inline(__always)
  func readNested<Value: Decodable>(_ type: Value.Type, at place: Place) throws -> Value {
    if let shape = shapes[type], let value: Value = unsafe predict(shape, at: place) {
      return value
    }
    let outer = frame
    try unsafe enter(place)
    defer {
      frame = outer
      unsafe storage.pointee.depth -= 1
    }
    let value = try unsafe Value(from: PayloadReader(cursor: self, place: place))
    unsafe after = try unsafe close()
    return value
  }

  /// Reads a value without containers; nil if something differs from the writer's spelling.
  ///
  /// - Parameter shape: the type `Value`.
  @inline(never)
  private func predict<Shape: FastDecodable, Value>(
    _ shape: Shape.Type, at place: Place
  ) -> Value? {
    var members = unsafe ObjectReader(at: place, texts)
    do throws(KeyOrderMismatch) {
      let value: Shape = try members.nested()
      unsafe after = members.place
      return unsafe unsafeBitCast(value, to: Value.self)
    } catch { return nil }
  }

  @inline(__always)
  private func enter(_ place: Place) throws {
    guard unsafe storage.pointee.depth < JSONScan.maximumDepth else {
      throw unsafe error(.tooDeep, at: place)
    }
    unsafe storage.pointee.depth += 1
    unsafe frame = PayloadFrame(place)
  }

  /// Skips the unread rest of the current value and returns the place after it.
  @inline(__always)
  func close() throws -> Place {
    switch frame.state {
    case .finished: return unsafe frame.next
    case .object:
      if unsafe frame.next.pointee == UInt8(ascii: "}"), fault == nil {
        return unsafe frame.next + 1
      }
    case .array:
      if unsafe frame.next.pointee == UInt8(ascii: "]"), fault == nil {
        return unsafe frame.next + 1
      }
    case .unopened: break
    }
    return try unsafe closeUnread()
  }

  @inline(never)
  private func closeUnread() throws -> Place {
    if let fault { throw fault }
    switch frame.state {
    case .unopened, .finished: return try unsafe skipValue(frame.value)
    case .object:
      var next = unsafe frame.next
      while true {
        switch unsafe member(at: next) {
        case .end(let place): return unsafe place + 1
        case .malformed(let place): throw unsafe error(.malformed, at: place)
        case .member(let member): unsafe next = try unsafe skipValue(member.value)
        }
      }
    case .array:
      var next = unsafe frame.next
      while let place = try unsafe element(after: next, isFirst: next == frame.value + 1) {
        unsafe next = try unsafe skipValue(place)
      }
      return unsafe skipWhitespace(next) + 1
    }
  }

  func skipValue(_ place: Place) throws -> Place {
    guard let next = unsafe JSONScan.skipValue(place, end: end) else {
      throw unsafe error(.malformed, at: place)
    }
    return unsafe next
  }

  /// The first byte of the next element; nil at the end of the array.
  ///
  /// - Parameter place: the end of the previous element, or the place after the opening bracket.
  func element(after place: Place, isFirst: Bool) throws -> Place? {
    let next = unsafe skipWhitespace(place)
    if unsafe next.pointee == UInt8(ascii: "]") { return nil }
    if isFirst { return unsafe next }
    guard unsafe next.pointee == UInt8(ascii: ",") else { throw unsafe error(.malformed, at: next) }
    return unsafe skipWhitespace(next + 1)
  }
}
