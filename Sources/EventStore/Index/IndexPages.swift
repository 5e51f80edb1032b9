/// A derived file is made of pages, each with a checksum of its own, so that a look-up need read
/// and check no more than the few it touches.
enum IndexPages {
  /// Of a page in the file, in bytes.
  static let size = 4096
  /// What a page holds beside its checksum.
  static let capacity = size - 4

  /// The checksum starts from the journal's id, what the run covers and the page's number, so that
  /// neither a foreign page nor one in another's place fits.
  static func checksum(_ bytes: [UInt8], page: Int, seed: UInt32) -> UInt32 {
    CRC32C.checksum(bytes, continuing: seed ^ UInt32(truncatingIfNeeded: page))
  }

  static func seed(_ journal: JournalID, _ positions: ClosedRange<Position>) -> UInt32 {
    var bytes: [UInt8] = []
    bytes.append(word: UInt64(positions.lowerBound.rawValue))
    bytes.append(word: UInt64(positions.upperBound.rawValue))
    return CRC32C.checksum(bytes, continuing: journal.checksumSeed)
  }

  /// What page `number` holds; nil when it isn't whole.
  static func read(
    _ number: Int, of file: any StoredFile, seed: UInt32
  ) throws(SystemError) -> [UInt8]? {
    var bytes = try file.contents(size, at: number * size)
    guard bytes.count == size else { return nil }
    let found = UInt32(truncatingIfNeeded: bytes.word(at: size - 8) >> 32)
    bytes.removeLast(4)
    return checksum(bytes, page: number, seed: seed) == found ? bytes : nil
  }

  /// A page as it lies in the file; what is missing is filled with zeros.
  static func page(_ content: [UInt8], number: Int, seed: UInt32) -> [UInt8] {
    var bytes = content + [UInt8](repeating: 0, count: capacity - content.count)
    let crc = checksum(bytes, page: number, seed: seed)
    for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: crc >> UInt32(shift))) }
    return bytes
  }
}

/// Entries of one size, or bytes, written page after page.
struct IndexSection {
  private let file: any StoredFile
  private let seed: UInt32
  private let entrySize: Int
  private var page: Int
  private var content: [UInt8] = []
  /// Whole pages that wait to be written together.
  private var waiting: [UInt8] = []
  private var firstWaiting: Int
  /// The entries written.
  private(set) var count = 0

  /// - Parameter entrySize: no entry lies in two pages.
  init(_ file: any StoredFile, seed: UInt32, page: Int, entrySize: Int) {
    self.file = file
    self.seed = seed
    self.entrySize = entrySize
    self.page = page
    firstWaiting = page
  }

  /// How many entries a page takes.
  static func entries(ofSize size: Int) -> Int { IndexPages.capacity / size }

  /// How many pages that many entries take.
  static func pages(_ count: Int, ofSize size: Int) -> Int {
    (count + entries(ofSize: size) - 1) / entries(ofSize: size)
  }

  /// Appends an entry of whole words.
  mutating func append(_ words: UInt64...) throws(SystemError) {
    for word in words { content.append(word: word) }
    count += 1
    if content.count + entrySize > IndexPages.capacity { try endPage() }
  }

  /// Appends a number to a section of bytes: seven bits a byte, the lowest first; the top bit says
  /// that more follow (LEB128).
  mutating func append(varint value: UInt64) throws(SystemError) {
    var rest = value
    while true {
      let byte = UInt8(truncatingIfNeeded: rest & 0x7f)
      rest >>= 7
      content.append(rest == 0 ? byte : byte | 0x80)
      count += 1
      if content.count == IndexPages.capacity { try endPage() }
      if rest == 0 { return }
    }
  }

  private mutating func endPage() throws(SystemError) {
    waiting += IndexPages.page(content, number: page, seed: seed)
    content.removeAll(keepingCapacity: true)
    page += 1
    if waiting.count >= 1 << 18 { try flush() }
  }

  private mutating func flush() throws(SystemError) {
    guard !waiting.isEmpty else { return }
    try file.write(waiting, at: firstWaiting * IndexPages.size)
    waiting.removeAll(keepingCapacity: true)
    firstWaiting = page
  }

  /// Writes what is left.
  mutating func end() throws(SystemError) {
    if !content.isEmpty { try endPage() }
    try flush()
  }
}
