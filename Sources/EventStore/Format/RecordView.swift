import PlatformLibc

/// A view of a record in a buffer: the places of its parts, without copies of them.
///
/// Valid only until its reader reads the next record; a `StoredEvent` is a copy.
@safe
public struct RecordView {
  /// A JSON string in the line, without its quotes.
  @usableFromInline
  struct Text {
    @usableFromInline var start: Int32 = 0
    @usableFromInline var count: Int32 = -1
    @usableFromInline var isEscaped = false

    @usableFromInline init() {}

    @usableFromInline init(start: Int, count: Int, isEscaped: Bool) {
      self.start = Int32(truncatingIfNeeded: start)
      self.count = Int32(truncatingIfNeeded: count)
      self.isEscaped = isEscaped
    }

    @usableFromInline var isPresent: Bool { count >= 0 }
  }

  /// The buffer that holds the line, if it may be retained; nil if the memory will be overwritten.
  @usableFromInline var buffer: Unmanaged<LineBuffer>?
  @usableFromInline var line: UnsafePointer<UInt8>
  /// The number of bytes before the line feed.
  @usableFromInline var length: Int

  /// The position of the event.
  public internal(set) var position = Position.start
  /// The id of the event.
  public internal(set) var id = EventID(high: 0, low: 0)
  /// The time of the event.
  public internal(set) var time = Timestamp(rawValue: 0)
  @usableFromInline var typeText = Text()
  /// The version of the payload's shape.
  public internal(set) var version: SchemaVersion = 1
  /// The place of the event in its append, from 1.
  package internal(set) var index = 1
  /// The number of events in its append.
  package internal(set) var count = 1
  /// The last position on stable storage when this record was written; nil if it is not the first
  /// record of a write.
  package internal(set) var synced: Position?
  /// The offset of the opening bracket of the tags.
  var tagsStart = 0
  var hasCause = false
  var commandText = Text()
  var commandIDText = Text()
  var actorText = Text()
  var correlationText = Text()
  package internal(set) var because: Position?
  /// The offset of the opening brace of the payload.
  @usableFromInline var dataStart = 0
  /// The value from which the checksums of the journal start. Set only if the erasable section
  /// counts as erased although it is still in the line.
  @usableFromInline var hiddenSectionSeed: UInt32?

  /// A placeholder until the first record is read.
  static var none: RecordView {
    // An address must not be zero; nothing is read from this one.
    unsafe RecordView(line: UnsafePointer(bitPattern: 1).unsafelyUnwrapped, length: 0)
  }

  @inline(__always)
  init(line: UnsafePointer<UInt8>, length: Int) {
    unsafe self.line = unsafe line
    self.length = length
  }
}

extension RecordView {
  func string(_ text: Text) -> String {
    let bytes = unsafe UnsafeBufferPointer(start: line + Int(text.start), count: Int(text.count))
    guard text.isEscaped else { return unsafe String(decoding: bytes, as: UTF8.self) }
    return unsafe JSONBytes(UnsafeRawBufferPointer(bytes)).unescaped(0..<bytes.count) ?? ""
  }

  /// The type's bytes in the line, which may contain escapes.
  var typeBytes: UnsafeBufferPointer<UInt8> {
    unsafe UnsafeBufferPointer(start: line + Int(typeText.start), count: Int(typeText.count))
  }

  /// The type of the event.
  public var type: EventType { EventType(rawValue: string(typeText)) }

  /// The tags outside of the erasable section, in their recorded order.
  public var tags: [Tag] { texts(at: tagsStart).map(Tag.init(rawValue:)) }

  /// The sender of the command; nil when none was named or no command caused the event.
  public var actor: String? { actorText.isPresent ? string(actorText) : nil }

  /// The id of the command that caused the event; nil if it had none.
  public var commandID: String? { commandIDText.isPresent ? string(commandIDText) : nil }

  /// Whether the command that caused the event had this id, given in UTF-8.
  package func hasCommandID(_ id: [UInt8]) -> Bool {
    // A text without escapes is stored as it is.
    commandIDText.isEscaped
      ? string(commandIDText).utf8.elementsEqual(id)
      : commandIDText.isPresent && matches(commandIDText, id)
  }

  /// The command that caused the event; nil for an append without one.
  public var cause: Cause? {
    guard hasCause else { return nil }
    return Cause(
      command: string(commandText), id: commandID, actor: actor,
      correlation: correlationText.isPresent ? string(correlationText) : nil, because: because)
  }

  /// The payload's bytes, a JSON object.
  public var data: [UInt8] { bytes(dataStart..<dataEnd) }

  /// The offset after the payload.
  var dataEnd: Int {
    let end = unsafe JSONScan.skipValue(line + dataStart, end: line + length)
    return unsafe end.map { unsafe $0 - line } ?? length
  }

  /// The strings of an array that begins at `start`.
  func texts(at start: Int) -> [String] {
    var texts: [String] = []
    forEachText(at: start) { texts.append(string($0)) }
    return texts
  }

  /// Whether the array of strings at `start` contains this one, given as the writer escapes it.
  func contains(_ wanted: [UInt8], at start: Int) -> Bool {
    var found = false
    forEachText(at: start) { text in
      if !found { found = matches(text, wanted) }
    }
    return found
  }

  /// Whether a text of the line equals this one, given in UTF-8 as the writer escapes it.
  func matches(_ text: Text, _ wanted: [UInt8]) -> Bool {
    if text.isEscaped { return JSONWriter.escaped(string(text)) == wanted }
    guard Int(text.count) == wanted.count else { return false }
    return unsafe memcmp(line + Int(text.start), wanted, wanted.count) == 0
  }

  @inline(__always)
  func forEachText(at start: Int, _ body: (Text) -> Void) {
    var place = unsafe line + start + 1
    while unsafe place.pointee == UInt8(ascii: "\"") {
      guard let end = unsafe JSONScan.skipString(place) else { return }
      let first = unsafe place + 1
      let count = unsafe end - first - 1
      body(
        Text(
          start: unsafe first - line, count: count,
          isEscaped: unsafe memchr(first, Int32(UInt8(ascii: "\\")), count) != nil))
      unsafe place = end
      if unsafe place.pointee == UInt8(ascii: ",") { unsafe place += 1 }
    }
  }
}
