/// A page's markup. Names of elements and attributes are known at compile time; everything else is
/// escaped, so that no text becomes markup.
struct HTML {
  private(set) var bytes: [UInt8] = []
  /// The positions with an element that links to them lead to without scripts.
  private var targets: Set<Int> = []

  typealias Attributes = KeyValuePairs<StaticString, String?>

  /// Appends an element with what `body` appends.
  mutating func element(
    _ name: StaticString, _ attributes: Attributes = [:], _ body: (inout HTML) throws -> Void
  ) rethrows {
    open(name, attributes)
    try body(&self)
    bytes += "</\(name)>".utf8
  }

  /// Appends an element with a text, by default an empty one.
  mutating func element(_ name: StaticString, _ attributes: Attributes = [:], text: String = "") {
    element(name, attributes) { $0.text(text) }
  }

  /// Appends the start of an element, or an element that has no content.
  mutating func open(_ name: StaticString, _ attributes: Attributes = [:]) {
    bytes += "<\(name)".utf8
    for (key, value) in attributes {
      guard let value else { continue }
      bytes += " \(key)".utf8
      if value.isEmpty { continue }
      bytes += "=\"".utf8
      append(value)
      bytes.append(UInt8(ascii: "\""))
    }
    bytes.append(UInt8(ascii: ">"))
  }

  /// Appends a text, with control characters and bidirectional marks spelled out.
  mutating func text(_ text: String) { append(text) }

  /// Appends markup that is part of the tool, such as its script.
  mutating func raw(_ markup: some Sequence<UInt8>) { bytes.append(contentsOf: markup) }

  /// Appends the element that links to a position lead to without scripts, unless there is one.
  mutating func target(_ position: Int) {
    guard targets.insert(position).inserted else { return }
    element("noscript") { $0.element("span", ["id": "position=\(position)"]) }
  }

  /// Returns to an earlier state, to which more was appended since.
  mutating func restore(_ earlier: State) {
    bytes.removeLast(bytes.count - earlier.count)
    targets = earlier.targets
  }

  typealias State = (count: Int, targets: Set<Int>)

  var state: State { (bytes.count, targets) }

  private mutating func append(_ text: String) {
    for byte in text.printable.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
  }
}
