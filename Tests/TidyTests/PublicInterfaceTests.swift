import Foundation
import Testing

/// The public interface of the products is documented.
@Suite struct PublicInterfaceTests {
  private let products = SourceTree.swiftFiles(
    in: "Sources/EventStore", "Sources/EventEngine", "Sources/EventChecking",
    "Sources/EventTesting", "Sources/ReplayToolKit", "Sources/PostgreSQLJournal")

  @Test func `every public declaration of a product has a comment`() {
    let protocols = InterfaceScan.requirements(in: products)
    let all = products.flatMap { InterfaceScan($0).declarations }
    let missing = all.filter { $0.isMissing(protocols) }
    #expect(all.count > 800)
    #expect(missing.map(\.place) == [])
  }

  @Test(arguments: [
    ("/// A seat.\npublic struct Seat {}", 0), ("public struct Seat {}", 1),
    ("/// A seat.\n@frozen\npublic struct Seat {\n  public let row: Int\n}", 1),
    ("/// Its row.\n@usableFromInline let row: Int\npublic let seat: Int", 1),
    ("/// A side.\npublic enum Side {\n  case left\n  /// Not left.\n  case right\n}", 1),
    ("/// Seated.\npublic protocol Seated {\n  var row: Int { get }\n}", 1),
    ("extension Seat: Codable {\n  public init(from decoder: any Decoder) throws {}\n}", 0),
    ("struct Seat {\n  let row: Int\n}", 0), ("package struct Seat {}", 0),
  ]) func `the scan finds declarations without a comment`(_ text: String, _ count: Int) {
    let scan = InterfaceScan(SourceTree.File(path: "Seat.swift", text: text))
    #expect(scan.declarations.count { $0.isMissing([:]) } == count, "\(text)")
  }
}

/// The public declarations of a file, found by their lines: `swift format` puts each on its own.
private struct InterfaceScan {
  struct Declaration {
    let place: String
    /// The line without its indentation and attributes.
    let code: String
    let isDocumented: Bool
    /// The names in the head of the extension around it; empty elsewhere.
    let extended: [String]

    /// A witness inherits the comment of its requirement.
    func isMissing(_ protocols: [String: Set<String>]) -> Bool {
      if isDocumented || code.contains(Self.standard) { return false }
      let isWitness = extended.contains { protocols[$0] != nil }
      return !(isWitness && protocols.values.contains { $0.contains(InterfaceScan.name(code)) })
    }

    /// Witnesses of the standard library's protocols.
    private static var standard: Regex<Substring> {
      #/
        \binit\??\((?:from|rawValue|codingKey|\w+Literal)\b | \bencode\(to\b | \bfunc\ (?:<|==)\ ?\(
        | \bhash\(into\b
        | \b(?:var|let)\ (?:description|debugDescription|customMirror|codingKey|rawValue):
        /#
    }
  }

  private(set) var declarations: [Declaration] = []

  /// A line that contains only attributes.
  private static var attributes: Regex<Substring> {
    /^ *@\w+(?:\([^)]*\))?(?: @\w+(?:\([^)]*\))?)*$/
  }

  init(_ file: SourceTree.File) {
    let lines = file.lines.map(String.init)
    // The public protocol or enum around a line, and its indentation.
    var container: (keyword: String, indent: Int)?
    var extended: [String] = []
    for (number, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      var code = String(line.dropFirst(indent))
      if code.hasPrefix("@") { code.replace(/^(?:@\w+(?:\([^)]*\))? )+/, with: "") }
      if indent == 0, !line.isEmpty {
        extended = code.hasPrefix("extension ") ? code.matches(of: /\w+/).map { String($0.0) } : []
      }
      if let open = container, indent <= open.indent, code == "}" { container = nil }
      let isMember = container.map { indent == $0.indent + 2 && $0.keyword.isMember(code) } ?? false
      if isMember || code.hasPrefix("public ") {
        let above = lines[..<number].last { !$0.contains(Self.attributes) } ?? ""
        declarations.append(
          Declaration(
            place: "\(file.path):\(number + 1): \(code)", code: code,
            isDocumented: above.drop { $0 == " " }.hasPrefix("///"), extended: extended))
      }
      if code.hasPrefix("public "), code.hasSuffix("{"),
        let found = code.firstMatch(of: /^public (?:indirect )?(enum|protocol)\b/)
      {
        container = (String(found.1), indent)
      }
    }
  }

  /// The names of the requirements of each protocol.
  static func requirements(in files: [SourceTree.File]) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    for file in files where file.text.contains("protocol ") {
      var current: String?
      for line in file.lines where !line.contains("///") {
        if let name = current {
          found[name]?.insert(Self.name(String(line)))
          if line == "}" { current = nil }
        } else if line.contains("protocol "), let head = line.firstMatch(of: /\bprotocol (\w+)/) {
          found[String(head.1)] = []
          if !line.hasSuffix("}") { current = String(head.1) }
        }
      }
    }
    return found.mapValues { $0.subtracting([""]) }
  }

  /// The name of a function or a property; an initializer has the name of its first parameter, too.
  static func name(_ code: String) -> String {
    let found = code.firstMatch(of: /\b(?:(?:func|var|let) (\w+)|(init\??\(\w*))/)
    return found.flatMap { $0.1 ?? $0.2 }.map(String.init) ?? ""
  }
}

extension String {
  /// Whether a line in a protocol or an enum, which this keyword begins, declares a member.
  fileprivate func isMember(_ code: String) -> Bool {
    if self == "enum" { return code.hasPrefix("case ") }
    return !code.hasPrefix("}") && code.contains(/\b(?:func|var|init|associatedtype|subscript)\b/)
      && !code.hasPrefix("//")
  }
}
