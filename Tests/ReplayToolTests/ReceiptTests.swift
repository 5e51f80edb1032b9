import EventEngine
import Foundation
import Testing

/// A receipt covers the manifest, too: its holder detects a change of any member.
@Suite struct ReceiptTests {
  private static let manifest = "journal/journal.json"

  /// A journal of several segments, with a value for each member of the manifest, and its receipt.
  private func journal() throws -> (folder: Folder, receipt: String) {
    let folder = try Folder()
    try folder.importReceipt(segmentSize: 20_000)
    let verified = try Tool.run("verify", "--json", in: folder)
    #expect(verified.status == 0)
    return (folder, try folder.write(verified.output, to: "receipt.json"))
  }

  @Test(.english) func `each member of the manifest is covered by a receipt`() throws {
    let (folder, receipt) = try journal()
    let whole = try folder.bytes(of: Self.manifest)
    let members = try Manifest(line: whole)
    #expect(members.object.keys.contains("timeZone"))
    var leaves: [[ManifestStep]] = []
    for member in members.object.members where member.key != "crc" {
      leaves += ManifestStep.leaves(of: member.value).map { [.key(member.key)] + $0 }
    }
    for leaf in Effort.current.sample(leaves, 8) {
      for change in ManifestChange.allCases {
        guard let changed = members.changed(at: leaf, by: change) else { continue }
        try folder.replace(Self.manifest, with: changed)
        let verified = try Tool.run("verify", "--against", receipt, in: folder)
        #expect(verified.status == 1, "\(leaf) \(change): \(verified.output)")
        let printed = verified.output + verified.diagnostics
        #expect(
          printed.contains("falsified") || printed.contains("damaged")
            || printed.contains("has format"))
      }
    }
    try folder.replace(Self.manifest, with: whole)
    #expect(try Tool.run("verify", "--against", receipt, in: folder).status == 0)
  }

  @Test(.english) func `the holder of a receipt detects an erasure that no event names`() throws {
    let folder = try Folder.sample("courier")
    let receipt = try folder.write(
      Tool.run("verify", "--json", in: folder).output, to: "receipt.json")
    // Cuts out every erasable section by hand, and notes the erasures in the manifest.
    let name = "journal/segments/\(try folder.segments()[0])"
    let members = try Manifest(line: folder.bytes(of: Self.manifest))
    let id = try #require(members.object["journal"].flatMap { EventID("\($0)".trimmed) })
    var ranges: [(first: Int, last: Int)] = []
    var lines: [String] = []
    for line in String(decoding: try folder.bytes(of: name), as: UTF8.self).split(separator: "\n") {
      var body = line.dropLast(18)
      if let section = body.range(of: #","salt":""#, options: .backwards) {
        body = body[..<section.lowerBound]
        let position = lines.count + 1
        if ranges.last?.last == position - 1 {
          ranges[ranges.count - 1].last = position
        } else {
          ranges.append((position, position))
        }
      }
      lines.append(Manifest.checksummed(String(body), seed: id))
    }
    #expect(!ranges.isEmpty)
    try folder.replace(name, with: Data((lines.joined(separator: "\n") + "\n").utf8))
    var body = members.body
    let list = ranges.map { "[\($0.first),\($0.last)]" }.joined(separator: ",")
    body += ",\"unrecordedErasures\":[\(list)]"
    try folder.replace(Self.manifest, with: Data((Manifest.checksummed(body) + "\n").utf8))
    #expect(try Tool.run("verify", in: folder).status == 0, "Only a receipt detects it.")
    let verified = try Tool.run("verify", "--against", receipt, in: folder)
    #expect(verified.status == 1)
    #expect(verified.output.contains("falsified: the settings in the manifest"))
    let report = try json(Tool.run("verify", "--against", receipt, "--json", in: folder).output)
    #expect(report["ok"] as? Bool == false)
  }

  @Test func `a receipt matches every complete copy`() throws {
    let (folder, receipt) = try journal()
    try Tool.run("backup", "copy", in: folder)
    let records = try Tool.run("export", "--records", in: folder).output
    let imported = try Folder()
    try Tool.run("import", "--records", in: imported, input: records)
    try Tool.run("recover", "--to", "saved", in: folder)
    for words in [
      ["--journal", folder.path("copy")], ["--journal", folder.path("saved")],
      ["--journal", imported.journal],
    ] {
      let verified = try Tool.run(["verify", "--against", receipt] + words, in: folder)
      #expect(verified.status == 0, "\(words): \(verified.output)")
      let again = try json(Tool.run(["verify", "--json"] + words, in: folder).output)
      let first = try json(String(contentsOfFile: receipt, encoding: .utf8))
      for member in ["journal", "size", "root", "time", "manifest"] {
        #expect(
          again[member].map { "\($0)" } == first[member].map { "\($0)" }, "\(words) \(member)")
      }
    }
  }

  @Test(.english) func `the holder of a receipt detects another key in place of the journal's`()
    throws
  {
    let (folder, receipt) = try journal()
    let other = try Folder()
    try other.importReceipt(3)
    try folder.replace("journal/journal.key", with: other.bytes(of: "journal/journal.key"))
    let verified = try Tool.run("verify", "--against", receipt, in: folder)
    #expect(verified.status == 1)
    #expect(verified.output.contains("falsified: the key"))
    // A missing key, as in a backup without keys, is not a falsified one.
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.key"))
    #expect(try Tool.run("verify", "--against", receipt, in: folder).status == 0)
  }

  @Test(.english) func `a receipt that does not cover the manifest is refused`() throws {
    let (folder, receipt) = try journal()
    var members = try json(String(contentsOfFile: receipt, encoding: .utf8))
    members["manifest"] = nil
    let old = try folder.write(try canonical(members), to: "old.json")
    let verified = try Tool.run("verify", "--against", old, in: folder)
    #expect(verified.status == 65)
    #expect(verified.diagnostics.contains("is not a receipt: manifest: missing"))
  }
}

/// How a member is changed.
private enum ManifestChange: CaseIterable {
  case plusOne, one, negative, greatest, least, otherText, removed, doubled
}

private enum ManifestStep {
  case key(String)
  case index(Int)

  /// The paths to all values inside a value that contain no others.
  static func leaves(of value: JSONValue) -> [[ManifestStep]] {
    switch value {
    case .object(let object):
      object.members.flatMap { member in leaves(of: member.value).map { [.key(member.key)] + $0 } }
    case .array(let elements):
      // The cases after the first two are of the same kind.
      elements.indices.prefix(2).flatMap { index in
        leaves(of: elements[index]).map { [.index(index)] + $0 }
      }
    case .null, .bool, .number, .string: [[]]
    }
  }
}

/// A manifest's line, whatever its members are.
private struct Manifest {
  let object: JSONObject
  /// Everything before the checksum.
  let body: String

  init(line: Data) throws {
    guard case .object(let object) = try JSONParser.parse(Array(line.dropLast())) else {
      throw CocoaError(.fileReadCorruptFile)
    }
    self.object = object
    body = String(decoding: line.dropLast(19), as: UTF8.self)
  }

  /// The line with one value changed and a valid checksum; nil if the change has no effect.
  func changed(at path: [ManifestStep], by change: ManifestChange) -> Data? {
    guard let changed = Self.changed(.object(object), path[...], change),
      case .object(var members) = changed, members != object
    else { return nil }
    members["crc"] = nil
    let body = String("\(JSONValue.object(members))".dropLast())
    return Data((Self.checksummed(body) + "\n").utf8)
  }

  private static func changed(
    _ value: JSONValue, _ path: ArraySlice<ManifestStep>, _ change: ManifestChange
  ) -> JSONValue? {
    guard let step = path.first else { return changed(value, change) }
    let rest = path.dropFirst()
    switch (step, value) {
    case (.key(let key), .object(var object)):
      guard let member = object[key] else { return nil }
      if rest.isEmpty, change == .removed {
        object[key] = nil
        return .object(object)
      }
      object[key] = changed(member, rest, change)
      return .object(object)
    case (.index(let index), .array(var elements)):
      if rest.isEmpty, change == .removed || change == .doubled {
        elements.replaceSubrange(
          index...index, with: change == .removed ? [] : [elements[index], elements[index]])
        return .array(elements)
      }
      guard let element = changed(elements[index], rest, change) else { return nil }
      elements[index] = element
      return .array(elements)
    default: return nil
    }
  }

  private static func changed(_ value: JSONValue, _ change: ManifestChange) -> JSONValue? {
    switch (value, change) {
    case (.number(let number), .plusOne):
      number.exactInteger.map { .number(JSONNumber($0 &+ 1)) }
    case (.number, .one): .number(JSONNumber(1))
    case (.number, .negative): .number(JSONNumber(-1))
    case (.number, .greatest): .number(JSONNumber(Int.max))
    case (.number, .least): .number(JSONNumber(Int.min))
    case (.string(let text), .otherText): .string(other(text))
    default: nil
    }
  }

  /// A text of the same kind.
  private static func other(_ text: String) -> String {
    if text.hasPrefix("20"), text.hasSuffix("Z") { return "1999" + text.dropFirst(4) }
    if text.utf8.count == 36 || text.utf8.count == 64 {
      return text.dropLast() + (text.hasSuffix("0") ? "1" : "0")
    }
    return text == "MSK-3" ? "MSK-4" : "Asia/Tokyo"
  }

  static func checksummed(_ body: String, seed: EventID? = nil) -> String {
    let start = seed.map { id in
      CRC32C.checksum(
        [id.high, id.low].flatMap { word in
          stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
        })
    }
    let crc = String(CRC32C.checksum(Array(body.utf8), continuing: start ?? 0), radix: 16)
    return "\(body),\"crc\":\"\(String(repeating: "0", count: 8 - crc.count))\(crc)\"}"
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: CharacterSet(charactersIn: "\"")) }
}
