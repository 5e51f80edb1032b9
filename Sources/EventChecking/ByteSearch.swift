/// A search for many texts at once, in one pass.
struct ByteSearch {
  /// The texts by their first two bytes.
  private var texts: [UInt16: [[UInt8]]] = [:]
  private var begins = [Bool](repeating: false, count: 1 << 16)

  /// - Parameter texts: the texts; those of fewer than two bytes are ignored.
  init(_ texts: some Sequence<[UInt8]>) {
    for text in texts where text.count > 1 {
      let start = UInt16(text[0]) << 8 | UInt16(text[1])
      begins[Int(start)] = true
      self.texts[start, default: []].append(text)
    }
  }

  /// The text that occurs first in `bytes`; nil if none of the texts does.
  func first(in bytes: [UInt8]) -> [UInt8]? {
    var found: [UInt8]?
    look(through: bytes) { text in
      found = text
      return false
    }
    return found
  }

  /// All of the texts that occur in `bytes`.
  func all(in bytes: [UInt8]) -> Set<[UInt8]> {
    var found: Set<[UInt8]> = []
    look(through: bytes) { text in
      found.insert(text)
      return true
    }
    return found
  }

  private func look(through bytes: [UInt8], _ goesOn: ([UInt8]) -> Bool) {
    var start: UInt16 = 0
    for (index, byte) in bytes.enumerated() {
      start = start << 8 | UInt16(byte)
      guard index > 0, begins[Int(start)] else { continue }
      for text in texts[start] ?? [] where bytes[(index - 1)...].starts(with: text) {
        guard goesOn(text) else { return }
      }
    }
  }
}
