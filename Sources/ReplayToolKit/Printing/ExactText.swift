import EventEngine

/// A text that equals only a text with the same bytes. A `String` also equals every canonically
/// equivalent one, which is another name.
struct ExactText: Hashable {
  let text: String

  init(_ text: String) { self.text = text }

  static func == (left: ExactText, right: ExactText) -> Bool {
    left.text.hasSameBytes(as: right.text)
  }

  func hash(into hasher: inout Hasher) {
    for byte in text.utf8 { hasher.combine(byte) }
  }
}

extension Sequence<String> {
  /// Whether one of the texts has the same bytes.
  func containsExactly(_ text: String) -> Bool { contains { $0.hasSameBytes(as: text) } }
}
