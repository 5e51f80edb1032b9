import PlatformLibc

/// A parsed JSON text that speeds up the parsing of a similar text. An element of a list that has
/// the same bytes in both texts is not parsed again. The two values share it, which speeds up their
/// comparison, too.
///
/// Only elements that are objects or arrays are reused, and only in lists outside of other lists.
/// The first list is compared with the first one of the other text, and so on.
package struct ParsedText: Sendable {
  /// An object or array in a list.
  fileprivate struct Element {
    let range: Range<Int>
    let value: JSONValue
  }

  private let bytes: [UInt8]
  /// The value of the text.
  package let value: JSONValue
  private let lists: [[Element]]

  /// Parses a text. O(length).
  ///
  /// - Parameter former: a text that differs little from this one, such as the previous answer.
  /// - Throws: the first error and its offset.
  package init(
    _ bytes: [UInt8], like former: ParsedText? = nil, limits: JSONLimits = JSONLimits()
  ) throws(JSONSyntaxError) {
    self.bytes = bytes
    (value, lists) = try JSONGrammar.scan(
      bytes, limits, by: { ListsBuilder($0, bytes, former) }
    ) { ($0.builder.result, $0.lists) }
  }

  /// Builds the value and collects the elements of lists.
  private struct ListsBuilder: JSONListener {
    let bytes: [UInt8]
    let former: ParsedText?
    var builder: JSONBuilder
    var lists: [[Element]] = []
    /// The number of open containers down to the outermost open list, which is included; nil
    /// outside of lists.
    private var depth: Int?
    private var start = 0
    /// The index, in the former text's list, of the element that is expected next.
    private var next = 0

    init(_ text: JSONBytes, _ bytes: [UInt8], _ former: ParsedText?) {
      self.bytes = bytes
      self.former = former
      builder = JSONBuilder(text)
    }

    mutating func known(at index: Int) -> Int? {
      guard depth == builder.depth, let former, lists.count <= former.lists.count else {
        return nil
      }
      let elements = former.lists[lists.count - 1]
      func isHere(_ place: Int) -> Bool {
        elements.indices.contains(place)
          && former.hasSameBytes(elements[place].range, as: bytes, at: index)
      }
      // An element may have been added or removed before this one.
      let place = isHere(next) ? next : isHere(next + 1) ? next + 1 : next - 1
      guard place >= next || isHere(place) else { return nil }
      next = place + 1
      let range = index..<index + elements[place].range.count
      builder.add(elements[place].value)
      lists[lists.count - 1].append(Element(range: range, value: elements[place].value))
      return range.upperBound
    }

    mutating func open(_ container: JSONContainer, at index: Int) {
      if depth == builder.depth { start = index }
      builder.open(container, at: index)
      guard depth == nil, container == .array else { return }
      depth = builder.depth
      next = 0
      lists.append([])
    }

    mutating func close(_ container: JSONContainer, end: Int) {
      builder.close(container, end: end)
      guard let depth else { return }
      if builder.depth == depth, let value = builder.lastElement {
        lists[lists.count - 1].append(Element(range: start..<end, value: value))
        next += 1
      } else if builder.depth < depth {
        self.depth = nil
      }
    }

    mutating func key(_ range: Range<Int>, escaped: Bool) { builder.key(range, escaped: escaped) }

    mutating func string(_ range: Range<Int>, escaped: Bool) {
      builder.string(range, escaped: escaped)
    }

    mutating func number(_ range: Range<Int>) { builder.number(range) }

    mutating func literal(_ literal: JSONLiteral, _ range: Range<Int>) {
      builder.literal(literal, range)
    }
  }

  private func hasSameBytes(_ range: Range<Int>, as other: [UInt8], at index: Int) -> Bool {
    guard range.count <= other.count - index else { return false }
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe other.withUnsafeBytes { other in
        let left = unsafe bytes.baseAddress.unsafelyUnwrapped + range.lowerBound
        let right = unsafe other.baseAddress.unsafelyUnwrapped + index
        return unsafe memcmp(left, right, range.count) == 0
      }
    }
  }
}
