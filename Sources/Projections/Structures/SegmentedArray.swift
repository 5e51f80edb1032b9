import EventEngine

/// An array that grows without moving its elements, apart from those of the first chunk.
///
/// Folding a million facts into an `Array` copies every element about twice, each time into new
/// memory. Appending, reading and removing the last element cost O(1).
struct SegmentedArray<Element> {
  private var chunks: ContiguousArray<ContiguousArray<Element>> = []
  private(set) var count = 0

  private static var bits: Int { 9 }
  private static var chunkSize: Int { 1 << bits }

  init() {}

  subscript(index: Int) -> Element {
    _read { yield chunks[index >> Self.bits][index & (Self.chunkSize - 1)] }
    _modify { yield &chunks[index >> Self.bits][index & (Self.chunkSize - 1)] }
  }

  /// - Returns: the element's index.
  @discardableResult
  mutating func append(_ element: Element) -> Int {
    if count == chunks.count << Self.bits { chunks.append(nextChunk) }
    chunks[count >> Self.bits].append(element)
    count += 1
    return count - 1
  }

  @discardableResult
  mutating func removeLast() -> Element {
    count -= 1
    let element = chunks[count >> Self.bits].removeLast()
    if count & (Self.chunkSize - 1) == 0 { chunks.removeLast() }
    return element
  }

  /// The first chunk grows as needed: many arrays stay short.
  private var nextChunk: ContiguousArray<Element> {
    var chunk = ContiguousArray<Element>()
    if !chunks.isEmpty { chunk.reserveCapacity(Self.chunkSize) }
    return chunk
  }
}

extension SegmentedArray {
  /// The elements of a linked list in the array, the latest first. Each element stores the index of
  /// the previous one.
  ///
  /// Many lists share one array: an array for each would cost an allocation each.
  ///
  /// - Parameter latest: the index of the latest element; nil for an empty list.
  func chain(
    from latest: Int?, _ previous: @escaping (Element) -> Int?
  ) -> some Sequence<Element> {
    sequence(state: latest) { next in
      guard let number = next else { return nil }
      let element = self[number]
      next = previous(element)
      return element
    }
  }
}

extension SegmentedArray: Sendable where Element: Sendable {}

extension SegmentedArray: Equatable where Element: Equatable {}

extension SegmentedArray: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { count }
}

/// Encoded as an array.
extension SegmentedArray: Codable where Element: Codable {
  init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      var chunk = nextChunk
      while chunk.count < Self.chunkSize && !container.isAtEnd {
        chunk.append(try container.decode(Element.self))
      }
      count += chunk.count
      chunks.append(chunk)
    }
  }

  func encode(to encoder: any Encoder) throws { try encoder.encode(joined: chunks) }
}
