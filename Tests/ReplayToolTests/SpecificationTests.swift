import Foundation
import Testing

/// The catalog has the same names as the specification's tables. `Spec` has their content, a line
/// for each command, then one for each read model:
///
///     command | actor | fields as `name:kind`, or `name?:kind` | refusals, in the order checked
///     read model | parameters | members of its answer
@Suite struct SpecificationTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "Spec")

  /// One for each file in `Spec`.
  static let domains: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".txt") }.map { String($0.dropLast(4)) }.sorted()
  }()

  /// Those with a sample story: the engine's own command has none.
  static let applications = domains.filter { $0 != "system" }

  @Test(arguments: domains)
  func `the catalog matches the specification`(domain: String) throws {
    let catalog = try Catalog.of(domain)
    #expect(catalog.commands.map(\.line).sorted() == (try Self.commands(domain)))
    #expect(catalog.readModels.map(\.line).sorted() == (try Self.readModels(domain).map(\.line)))
  }

  @Test func `there are no other domains`() throws {
    let names = try Catalog.all().domains.map(\.domain)
    #expect(Self.applications.count >= 5)
    #expect(names.sorted() == Self.domains)
  }

  /// Checks every answer of the sample stories.
  @Test(arguments: applications)
  func `answers have the members that the specification names`(domain: String) throws {
    let shown = try Self.recordedMembers(domain)
    for model in try Self.readModels(domain) {
      #expect(shown[model.name] == model.members, "\(model.name)")
    }
  }

  /// The codes with which any command may be refused, in the order in which they are checked.
  private static let common = [
    "malformedCommand", "unknownField", "missingField", "invalidField", "actorNotAllowed",
    "commandIdReused", "timeBeforeLastEvent", "timeInFuture",
  ]

  @Test func `the catalog names the refusals of any command`() throws {
    #expect(try Catalog.all().refusals == Self.common)
  }

  @Test func `every refusal in a sample story is in the line of its command`() throws {
    for domain in Self.applications {
      let lines = try Self.commands(domain)
      for result in try Self.recordedResults(domain) {
        guard let code = result.error?.code, !Self.common.contains(code),
          let command = result.command
        else { continue }
        let line = try #require(lines.first { $0.hasPrefix(command + " ") })
        #expect(line.split(separator: " ").contains(Substring(code)), "\(command): \(code)")
      }
    }
  }
}

extension SpecificationTests {
  struct Model {
    let name: String
    let line: String
    let members: Set<String>
  }

  private static func lines(_ domain: String) throws -> [[String]] {
    let file = folder.appending(path: "\(domain).txt")
    return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map { line in
      line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  static func commands(_ domain: String) throws -> [String] {
    try lines(domain).filter { $0.count == 4 }.map { $0.joined(separator: " | ") }.sorted()
  }

  static func readModels(_ domain: String) throws -> [Model] {
    try lines(domain).filter { $0.count == 3 }.map { line in
      Model(
        name: line[0], line: line.joined(separator: " | "),
        members: Set(line[2].split(separator: " ").map(String.init)))
    }.sorted { $0.line < $1.line }
  }

  /// The lines of a domain's snapshots whose names have this ending, one for each of its stories.
  private static func recorded(_ domain: String, _ ending: String) throws -> [Substring] {
    let folder = Snapshot.folder.appending(path: domain)
    return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(ending) }
      .flatMap { name in
        try String(contentsOf: folder.appending(path: name), encoding: .utf8).split(separator: "\n")
      }
  }

  /// For each read model, the members of its answers to the story's questions.
  private static func recordedMembers(_ domain: String) throws -> [String: Set<String>] {
    var members: [String: Set<String>] = [:]
    var model = ""
    for line in try recorded(domain, "answers.txt") {
      if line.hasPrefix("show ") {
        model = String(line.split(separator: " ")[1])
      } else {
        let answer = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
        members[model, default: []].formUnion(try #require(answer).keys)
      }
    }
    return members
  }

  struct Result: Decodable {
    struct Problem: Decodable {
      let code: String
    }

    let command: String?
    let error: Problem?
  }

  private static func recordedResults(_ domain: String) throws -> [Result] {
    try recorded(domain, "results.jsonl").map { line in
      try JSONDecoder().decode(Result.self, from: Data(line.utf8))
    }
  }
}

/// The output of `catalog --json`.
private struct Catalog: Decodable {
  struct Domain: Decodable {
    let domain: String
    let commands: [Command]
    let readModels: [ReadModel]
  }

  struct Command: Decodable {
    let name: String
    let actor: String
    let fields: [Field]
    let refusals: [String]

    var line: String {
      let fields = fields.map(\.text).joined(separator: " ")
      return "\(name) | \(actor) | \(fields) | \(refusals.joined(separator: " "))"
    }
  }

  struct ReadModel: Decodable {
    let name: String
    let parameters: [Field]
    let shows: [String]

    var line: String {
      let parameters = parameters.map(\.text).joined(separator: " ")
      return "\(name) | \(parameters) | \(shows.joined(separator: " "))"
    }
  }

  struct Field: Decodable {
    let name: String
    let kind: String
    let required: Bool

    var text: String { name + (required ? ":" : "?:") + kind }
  }

  let domains: [Domain]
  let refusals: [String]

  static func all() throws -> Catalog {
    let output = try Tool.run("catalog", "--json", in: Folder()).output
    return try JSONDecoder().decode(Catalog.self, from: Data(output.utf8))
  }

  static func of(_ domain: String) throws -> Domain {
    try #require(try all().domains.first { $0.domain == domain })
  }
}
