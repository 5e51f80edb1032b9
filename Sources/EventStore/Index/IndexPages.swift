/// The pages of a run. Each has a code of its own, so that a look-up reads and checks only the few
/// pages it needs.
enum IndexPages {
  /// The length of a page in the file, in bytes.
  static let size = 4096
  /// The bytes of a page before its code.
  static let capacity = size - PageSeal.byteCount

  /// The bytes of page `number` without its code; nil if the code does not match.
  static func read(
    _ number: Int, of file: any StoredFile, _ seal: PageSeal
  ) throws(SystemError) -> [UInt8]? {
    var bytes = try file.contents(size, at: number * size)
    guard bytes.count == size else { return nil }
    let found = Array(bytes[capacity...])
    bytes.removeLast(PageSeal.byteCount)
    return constantTimeEquals(seal.code(of: bytes, page: number), found) ? bytes : nil
  }

  /// A page as stored in the file, padded with zeros.
  static func page(_ content: [UInt8], number: Int, _ seal: PageSeal) -> [UInt8] {
    let bytes = content + [UInt8](repeating: 0, count: capacity - content.count)
    return bytes + seal.code(of: bytes, page: number)
  }
}

/// The pages of a run that were read last: consecutive look-ups read the same pages, and checking
/// the code of a page takes longer than reading it. At most 4 MiB for each run.
struct CheckedPages {
  private var slots: [(number: Int, page: [UInt8])?] = Array(repeating: nil, count: 1024)

  subscript(_ number: Int) -> [UInt8]? {
    get {
      guard let slot = slots[number % slots.count], slot.number == number else { return nil }
      return slot.page
    }
    set { slots[number % slots.count] = newValue.map { (number, $0) } }
  }
}

/// Writes a section of a run page by page: entries of one size, or bytes.
struct IndexSection {
  private let file: any StoredFile
  private let seal: PageSeal
  private let entrySize: Int
  private var page: Int
  private var content: [UInt8] = []
  /// Complete pages to be written together.
  private var waiting: [UInt8] = []
  private var firstWaiting: Int
  /// The number of entries appended; in a section of bytes, the number of bytes.
  private(set) var count = 0

  /// - Parameter entrySize: in bytes; no entry spans two pages.
  init(_ file: any StoredFile, _ seal: PageSeal, page: Int, entrySize: Int) {
    self.file = file
    self.seal = seal
    self.entrySize = entrySize
    self.page = page
    firstWaiting = page
  }

  /// The number of entries per page.
  static func entries(ofSize size: Int) -> Int { IndexPages.capacity / size }

  /// The number of pages for that many entries.
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
    waiting += IndexPages.page(content, number: page, seal)
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

  /// Writes the last, incomplete page.
  mutating func end() throws(SystemError) {
    if !content.isEmpty { try endPage() }
    try flush()
  }
}
