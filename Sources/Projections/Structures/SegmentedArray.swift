import Domain
import EventEngine

/// A list that grows without moving what is in it.
///
/// Folding a million facts into an array copies every one of them about twice, and the system
/// hands out fresh memory each time. Appending and reading cost O(1), removing the last one too.
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

  /// - Returns: the element's number.
  @discardableResult
  mutating func append(_ element: Element) -> Int {
    if count == chunks.count << Self.bits { addChunk() }
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

  /// The first chunk grows as it is needed: many lists stay short.
  private mutating func addChunk() {
    var chunk = ContiguousArray<Element>()
    if !chunks.isEmpty { chunk.reserveCapacity(Self.chunkSize) }
    chunks.append(chunk)
  }
}

extension SegmentedArray {
  /// A chain of elements of which each knows the number of the one before it; the latest first.
  ///
  /// Many chains share one list: a list of its own for each would cost an allocation each.
  ///
  /// - Parameter latest: the number of the latest element; nil where there is none.
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

/// Encoded like an array.
extension SegmentedArray: Codable where Element: Codable {
  init(from decoder: any Decoder) throws {
    self.init()
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd { append(try container.decode(Element.self)) }
  }

  func encode(to encoder: any Encoder) throws { try encoder.encode(joined: chunks) }
}
