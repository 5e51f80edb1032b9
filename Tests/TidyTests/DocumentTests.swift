import Foundation
import Testing

/// Links, names and limits of the documents.
@Suite struct DocumentTests {
  private static let documents =
    [
      "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md",
      "events/README.md", "Examples/Library/README.md",
    ].compactMap { SourceTree.file($0) }
    + SourceTree.files(in: "docs").filter { $0.path.hasSuffix(".md") }

  @Test func `every link between documents leads to a file`() {
    var broken: [String] = []
    for file in Self.documents {
      let folder = SourceTree.root.appending(path: file.path).deletingLastPathComponent()
      for link in file.text.matches(of: /\]\(([^)#]+)(#[^)]*)?\)/).map({ String($0.1) })
      where !link.hasPrefix("http") {
        let target = folder.appending(path: link).standardizedFileURL
        if !FileManager.default.fileExists(atPath: target.path) {
          broken.append("\(file.path): \(link)")
        }
      }
    }
    #expect(broken == [])
  }

  @Test func `every link to a part of a document leads to a heading`() throws {
    var count = 0
    var broken: [String] = []
    for file in Self.documents {
      let folder = SourceTree.root.appending(path: file.path).deletingLastPathComponent()
      for link in file.text.matches(of: /\]\(([^)#:]*)#([^)]+)\)/) {
        let target = folder.appending(path: link.1).standardizedFileURL
        let text = link.1.isEmpty ? file.text : try String(contentsOf: target, encoding: .utf8)
        count += 1
        if !Self.anchors(of: text).contains(String(link.2)) {
          broken.append("\(file.path): \(link.1)#\(link.2)")
        }
      }
    }
    #expect(count > 10)
    #expect(broken == [])
  }

  /// The names of a document's headings in links.
  private static func anchors(of text: String) -> Set<String> {
    Set(
      text.matches(of: /(?m)^#+ (.+)$/).map { heading in
        heading.1.lowercased().replacing(" ", with: "-")
          .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
      })
  }

  @Test func `the figures of the comparison with other programs are measured ones`() throws {
    let page = try #require(SourceTree.file("docs/evaluating.md")).text
    let results = try #require(SourceTree.file("benchmarks/results/results.md")).text
    let speed = try #require(page.split(separator: "\n\n").first { $0.hasPrefix("**Speed.**") })
    let figures = speed.matches(of: /\d+\.\d+/).map(\.0)
    #expect(figures.count >= 5)
    for figure in figures { #expect(results.contains("| \(figure) × |"), "\(figure)") }
  }

  @Test func `every decision page is listed, and has context, choice and cost`() throws {
    let list = try #require(SourceTree.file("docs/decisions/README.md")).text
    let pages = SourceTree.files(in: "docs/decisions").filter { !$0.path.hasSuffix("README.md") }
    #expect(pages.count > 30)
    for page in pages {
      let name = page.path.split(separator: "/").last.map(String.init) ?? ""
      #expect(list.contains("](\(name))"), "\(name)")
      for part in ["**Context.**", "**Choice.**", "**Cost.**"] {
        #expect(page.text.contains(part), "\(name): \(part)")
      }
    }
  }

  @Test func `the architecture names types, folders and files that exist`() throws {
    let architecture = try #require(SourceTree.file("ARCHITECTURE.md"))
    let sources = SourceTree.swiftFiles(in: "Sources", "Tests")
    // Most types have a file of the same name.
    let known = Set(
      (sources + SourceTree.files(in: "events")).flatMap {
        $0.path.split { $0 == "/" || $0 == "." || $0 == "+" }
      })
    let manifest = try #require(SourceTree.file("Package.swift")).text
    let names = architecture.text.matches(of: /`([A-Z]\w+?)s?\/?`/).map(\.1)
    let keywords = ["struct ", "class ", "enum ", "protocol ", "actor ", "typealias "]
    let unknown = Set(names).subtracting(known + ["Codable"]).filter { name in
      !manifest.contains(name) && !known.contains(name + "s")
        && !sources.contains { file in
          keywords.contains { file.text.contains("\($0)\(name)") }
        }
    }
    #expect(names.count > 80)
    #expect(unknown.sorted() == [])
  }

  @Test func `the README is at most 150 lines long`() throws {
    #expect(try #require(SourceTree.file("README.md")).lines.count <= 151)
  }
}
