import Foundation
import Testing

/// Journals to look at, and to damage.
extension Folder {
  /// A journal with the first events of a real log, in segments of `segmentSize` bytes.
  @discardableResult
  func importReceipt(_ count: Int = 300, segmentSize: Int = 1 << 24) throws -> [String] {
    let lines = try Self.receipt(count)
    // Recorded in several appends, so that segments can end between them.
    let step = max(50, count / 8)
    for start in stride(from: 0, to: count, by: step) {
      let part = lines[start..<min(count, start + step)].joined(separator: "\n") + "\n"
      let imported = try Tool.run(
        "import", "--segment-size", "\(segmentSize)", in: self, input: part)
      try #require(imported.status == 0, "\(imported.diagnostics)")
    }
    return lines
  }

  static func receipt(_ count: Int) throws -> [String] {
    let file = SampleTests.project.appending(path: "events/receipt.events.jsonl")
    let text = try String(contentsOf: file, encoding: .utf8)
    return text.split(separator: "\n", maxSplits: count).prefix(count).map(String.init)
  }

  /// The names of the segments, in order.
  func segments() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path("journal/segments")).sorted()
  }

  func bytes(of name: String) throws -> Data { try Data(contentsOf: url.appending(path: name)) }

  func replace(_ name: String, with bytes: Data) throws {
    try bytes.write(to: url.appending(path: name))
  }

  /// Flips one bit.
  func flip(_ offset: Int, of name: String) throws {
    var bytes = try bytes(of: name)
    bytes[offset] ^= 1
    try replace(name, with: bytes)
  }

  /// Cuts bytes off the end.
  func cut(_ count: Int, off name: String) throws {
    try replace(name, with: try bytes(of: name).dropLast(count))
  }
}

/// The object in a line of JSON.
func json(_ text: some StringProtocol) throws -> [String: Any] {
  let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
  return try #require(value as? [String: Any], "\(text)")
}

/// JSON with its keys sorted and nothing else changed, to compare by.
func canonical(_ value: Any) throws -> String {
  let data = try JSONSerialization.data(
    withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed])
  return String(decoding: data, as: UTF8.self)
}
