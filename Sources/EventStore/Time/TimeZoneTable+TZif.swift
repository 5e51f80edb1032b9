extension TimeZoneTable {
  /// The maximum length of a TZif file in bytes; those of the time zone database are below 4 KiB.
  package static let maximumTZifLength = 1 << 16

  /// Reads the bytes of a TZif file, versions 1 to 4 (RFC 8536, RFC 9636).
  ///
  /// For any bytes, the result is a checked table or an error. Files that count leap seconds
  /// (`right/…`) are rejected. For a version 1 file the last offset remains in force.
  package init(name: String, tzif: [UInt8]) throws(TimeZoneError) {
    guard tzif.count <= Self.maximumTZifLength else { throw .tooLong(byteCount: tzif.count) }
    var reader = TZifReader(bytes: tzif)
    var header = try reader.header()
    var rule = ""
    var timeSize = 4
    if header.version > 1 {
      // The first block has 32-bit times for old readers; the 64-bit block follows it.
      try reader.skip(header.dataLength(timeSize: 4))
      header = try reader.header()
      guard header.version > 1 else { throw .inconsistent }
      timeSize = 8
    }
    let block = try reader.block(header, timeSize: timeSize)
    if header.version > 1 { rule = try reader.footer() }
    try self.init(
      name: name, initialOffset: block.initialOffset, transitions: block.transitions, rule: rule)
  }
}

/// Parses a TZif file from its beginning. No count in the file can make it read past the end.
private struct TZifReader {
  let bytes: [UInt8]
  var index = 0

  struct Header {
    var version = 0
    var utIndicators = 0
    var standardIndicators = 0
    var leapSeconds = 0
    var times = 0
    var types = 0
    var characters = 0

    /// The length of the data after the types, which says nothing about offsets.
    func tailLength(timeSize: Int) -> Int {
      characters + leapSeconds * (timeSize + 4) + standardIndicators + utIndicators
    }

    func dataLength(timeSize: Int) -> Int {
      times * (timeSize + 1) + types * 6 + tailLength(timeSize: timeSize)
    }
  }

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func skip(_ count: Int) throws(TimeZoneError) {
    guard count <= bytes.count - index else { throw .truncated }
    index += count
  }

  /// A big-endian number of up to eight bytes, its sign extended.
  mutating func integer(byteCount: Int) throws(TimeZoneError) -> Int64 {
    let start = index
    try skip(byteCount)
    var value: Int64 = bytes[start] >= 0x80 ? -1 : 0
    for byte in bytes[start..<index] { value = value << 8 | Int64(byte) }
    return value
  }

  /// A count of four bytes: below 2^32, so that no sum of products here can overflow.
  mutating func count() throws(TimeZoneError) -> Int {
    Int(UInt32(truncatingIfNeeded: try integer(byteCount: 4)))
  }

  mutating func header() throws(TimeZoneError) -> Header {
    guard bytes[index...].starts(with: "TZif".utf8) else { throw .notTZif }
    try skip(4)
    let version = UInt8(truncatingIfNeeded: try integer(byteCount: 1))
    var header = Header()
    switch Unicode.Scalar(version) {
    case "\0": header.version = 1
    case "2": header.version = 2
    case "3": header.version = 3
    case "4": header.version = 4
    default: throw .unsupportedVersion(version)
    }
    try skip(15)
    header.utIndicators = try count()
    header.standardIndicators = try count()
    header.leapSeconds = try count()
    header.times = try count()
    header.types = try count()
    header.characters = try count()
    return header
  }

  mutating func block(
    _ header: Header, timeSize: Int
  ) throws(TimeZoneError) -> (initialOffset: Int32, transitions: [TimeZoneTable.Transition]) {
    guard header.dataLength(timeSize: timeSize) <= bytes.count - index else {
      throw .truncated
    }
    guard header.leapSeconds == 0 else { throw .countsLeapSeconds }
    guard header.times <= TimeZoneTable.maximumTransitions else {
      throw .tooManyTransitions(header.times)
    }
    guard 1...256 ~= header.types else { throw .inconsistent }

    var instants: [Int64] = []
    for _ in 0..<header.times { instants.append(try integer(byteCount: timeSize)) }
    var types: [Int] = []
    for _ in 0..<header.times { types.append(Int(try integer(byteCount: 1) & 0xFF)) }
    var offsets: [Int32] = []
    for _ in 0..<header.types {
      offsets.append(Int32(truncatingIfNeeded: try integer(byteCount: 4)))
      try skip(2)  // the flag of daylight-saving time, and the index of the abbreviation
    }
    try skip(header.tailLength(timeSize: timeSize))

    var transitions: [TimeZoneTable.Transition] = []
    for (instant, type) in zip(instants, types) {
      guard type < offsets.count else { throw .inconsistent }
      transitions.append(TimeZoneTable.Transition(instant: instant, offset: offsets[type]))
    }
    return (offsets[0], transitions)
  }

  /// The rule between two line feeds at the end.
  mutating func footer() throws(TimeZoneError) -> String {
    let lineFeed = UInt8(ascii: "\n")
    guard index < bytes.count else { throw .truncated }
    guard bytes[index] == lineFeed else { throw .inconsistent }
    let rest = bytes[(index + 1)...]
    guard let end = rest.firstIndex(of: lineFeed) else { throw .truncated }
    return String(decoding: rest[..<end], as: UTF8.self)
  }
}
