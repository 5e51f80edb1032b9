import PlatformLibc

/// Parses lines into record views.
///
/// A record has one spelling: keys are compared as bytes, in the order of the format. A line that
/// is spelled otherwise is damaged, even if its checksum matches.
struct RecordReader {
  private let seed: UInt32
  private var times = TimestampParser()

  init(journal: JournalID) { seed = journal.checksumSeed }

  /// Reads the line of `length` bytes at `line`; a line feed and 64 readable bytes follow it.
  ///
  /// - Returns: the defect of the line; nil if it is a record.
  @inline(__always)
  mutating func read(
    _ line: UnsafePointer<UInt8>, length: Int, into view: inout RecordView
  ) -> Damage.Reason? {
    guard length >= RecordFormat.shortest else {
      return .malformed("the line is too short", ru: "строка слишком короткая")
    }
    guard let recorded = unsafe Self.checksum(line + length - RecordFormat.checksumLength) else {
      return .malformed("no checksum at its end", ru: "в конце нет контрольной суммы")
    }
    let body = unsafe UnsafeRawBufferPointer(
      start: line, count: length - RecordFormat.checksumLength)
    guard unsafe CRC32C.checksum(body, continuing: seed) == recorded else { return .checksum }
    unsafe view = RecordView(line: line, length: length)
    var cursor = unsafe Cursor(place: line, line: line)
    guard readCore(&cursor, &view) else {
      return .unformatted(at: cursor.offset)
    }
    return nil
  }

  /// The value in `,"crc":"xxxxxxxx"}`; nil if the bytes differ.
  @inline(__always)
  private static func checksum(_ place: UnsafePointer<UInt8>) -> UInt32? {
    guard unsafe matches(place, #","crc":""#), unsafe matches(place + 16, "\"}") else { return nil }
    let digits = unsafe UnsafeRawPointer(place + 8).loadUnaligned(as: UInt64.self).littleEndian
    return Hexadecimal.value(ofWord: digits)
  }

  /// Reads all members before the payload, and finds the payload's first byte.
  private mutating func readCore(_ cursor: inout Cursor, _ view: inout RecordView) -> Bool {
    guard cursor.literal(#"{"position":"#), let position = cursor.integer(),
      cursor.literal(#","id":""#), let id = cursor.uuid(),
      cursor.literal(#"","time":""#), let time = unsafe times.parse(cursor.place)
    else { return false }
    unsafe cursor.place += Timestamp.textLength
    guard cursor.literal(#"","type":"#), let type = cursor.text(),
      cursor.literal(#","version":"#), let version = cursor.integer(),
      cursor.literal(#","tags":"#)
    else { return false }
    guard position <= Limits.lastPosition else { return false }
    view.position = Position(position)
    view.id = id
    view.time = time
    view.typeText = type
    view.version = SchemaVersion(rawValue: version)
    view.tagsStart = cursor.offset
    guard cursor.skipTexts() else { return false }
    if cursor.literal(#","cause":{"command":"#) {
      guard readCause(&cursor, &view) else { return false }
    }
    if !cursor.literal(#","append":[1,1]"#) {
      guard cursor.literal(#","append":["#), let index = cursor.integer(),
        cursor.literal(","), let count = cursor.integer(),
        cursor.literal("]"), 1 <= index, index <= count, count <= Limits.appendEvents
      else { return false }
      view.index = index
      view.count = count
    }
    if cursor.literal(#","synced":"#) {
      guard let synced = cursor.integer(), synced <= Limits.lastPosition else { return false }
      view.synced = Position(synced)
    }
    guard cursor.literal(#","data":{"#) else { return false }
    view.dataStart = cursor.offset - 1
    return true
  }

  private func readCause(_ cursor: inout Cursor, _ view: inout RecordView) -> Bool {
    guard let command = cursor.text() else { return false }
    view.hasCause = true
    view.commandText = command
    if cursor.literal(#","id":"#) {
      guard let text = cursor.text() else { return false }
      view.commandIDText = text
    }
    if cursor.literal(#","actor":"#) {
      guard let text = cursor.text() else { return false }
      view.actorText = text
    }
    if cursor.literal(#","correlation":"#) {
      guard let text = cursor.text() else { return false }
      view.correlationText = text
    }
    if cursor.literal(#","because":"#) {
      guard let because = cursor.integer(), because <= Limits.lastPosition else { return false }
      view.because = Position(because)
    }
    return cursor.literal("}")
  }

  @inline(__always)
  static func matches(_ place: UnsafePointer<UInt8>, _ literal: StaticString) -> Bool {
    unsafe memcmp(place, literal.utf8Start, literal.utf8CodeUnitCount) == 0
  }
}

extension Damage.Reason {
  static func unformatted(at offset: Int) -> Self {
    .malformed(
      "at byte \(offset) it does not follow the format",
      ru: "байт \(offset) не соответствует формату")
  }
}

/// A cursor in a line that moves past each token it recognises.
@safe
struct Cursor {
  var place: UnsafePointer<UInt8>
  let line: UnsafePointer<UInt8>

  /// The distance from the beginning of the line, in bytes.
  var offset: Int { unsafe place - line }

  @inline(__always)
  mutating func literal(_ text: StaticString) -> Bool {
    guard unsafe RecordReader.matches(place, text) else { return false }
    unsafe place += text.utf8CodeUnitCount
    return true
  }

  /// Reads a whole number of up to 18 digits without sign or leading zeros; nil for anything else.
  @inline(__always)
  mutating func integer() -> Int? { unsafe DecimalDigits.natural(at: &place) }

  /// Reads a JSON string and moves past its closing quotation mark; nil for anything else.
  @inline(__always)
  mutating func text() -> RecordView.Text? {
    guard unsafe place.pointee == UInt8(ascii: "\"") else { return nil }
    let start = unsafe place + 1
    let stop = unsafe JSONScan.stringEnd(start)
    if unsafe stop.pointee == UInt8(ascii: "\"") {
      unsafe place = stop + 1
      return unsafe RecordView.Text(start: start - line, count: stop - start, isEscaped: false)
    }
    guard let end = unsafe JSONScan.skipString(place) else { return nil }
    unsafe place = end
    return unsafe RecordView.Text(start: start - line, count: end - start - 1, isEscaped: true)
  }

  /// Moves past an array of strings without white space; false for anything else.
  @inline(__always)
  mutating func skipTexts() -> Bool {
    guard unsafe place.pointee == UInt8(ascii: "[") else { return false }
    unsafe place += 1
    if unsafe place.pointee == UInt8(ascii: "]") {
      unsafe place += 1
      return true
    }
    while text() != nil {
      let byte = unsafe place.pointee
      unsafe place += 1
      if byte == UInt8(ascii: "]") { return true }
      if byte != UInt8(ascii: ",") { return false }
    }
    return false
  }

  /// Reads the 36 bytes of a UUID in lower case, `8-4-4-4-12`; nil for anything else.
  @inline(__always)
  mutating func uuid() -> EventID? {
    let bytes = unsafe UnsafeRawPointer(place)
    func word(_ offset: Int) -> UInt64 {
      unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian
    }
    func half(_ offset: Int) -> UInt64 {
      UInt64(unsafe bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self).littleEndian)
    }
    let dash = UInt8(ascii: "-")
    guard unsafe place[8] == dash, unsafe place[13] == dash, unsafe place[18] == dash,
      unsafe place[23] == dash, let first = Hexadecimal.value(ofWord: word(0)),
      let second = Hexadecimal.value(ofWord: half(9) | half(14) << 32),
      let third = Hexadecimal.value(ofWord: half(19) | half(24) << 32),
      let fourth = Hexadecimal.value(ofWord: word(28))
    else { return nil }
    unsafe place += 36
    return EventID(
      high: UInt64(first) << 32 | UInt64(second), low: UInt64(third) << 32 | UInt64(fourth))
  }
}
