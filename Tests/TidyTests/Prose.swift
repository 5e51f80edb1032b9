import Foundation

/// The prose of a file: documents without code, sources as their comments.
struct Prose: Sendable {
  /// One paragraph, list item, table cell or heading.
  struct Paragraph: Sendable {
    /// The number of its first line, from 1.
    let line: Int
    let text: String
  }

  let path: String
  let paragraphs: [Paragraph]

  init(_ file: SourceTree.File) {
    path = file.path
    var collector = Collector()
    let isDocument = file.path.hasSuffix(".md")
    var isCode = false
    for (index, line) in file.lines.enumerated() {
      let text = line.trimmingPrefix { $0 == " " }
      if text.hasPrefix("```") || text.hasPrefix("/// ```") { isCode.toggle() }
      if isCode || text.contains("```") {
        collector.close()
      } else if isDocument {
        collector.add(text, at: index + 1)
      } else if text.hasPrefix("//") {
        collector.add(text.drop { $0 == "/" }.trimmingPrefix { $0 == " " }, at: index + 1)
      } else {
        collector.close()
      }
    }
    collector.close()
    paragraphs = collector.paragraphs
  }

  /// The sentences of the file as `path:line: sentence`, code in backticks left out.
  var sentences: [(place: String, text: String)] {
    paragraphs.flatMap { paragraph in
      paragraph.text.replacing(/`[^`]*`/, with: "…")
        .replacing(/\]\([^)]*\)/, with: "]")
        .replacing("**", with: "").replacing("*", with: "")
        .replacing(/([.!?:;|])\s+/) { "\($0.1)\n" }
        .split(separator: "\n")
        .map { ("\(path):\(paragraph.line)", String($0)) }
    }
  }

  /// Joins lines to paragraphs. List items, table rows and headings begin a new one.
  private struct Collector {
    var paragraphs: [Paragraph] = []
    private var current: [Substring] = []
    private var first = 0

    mutating func add(_ text: Substring, at line: Int) {
      let begins = ["- ", "* ", "#", "|", ">"].contains { text.hasPrefix($0) }
      if text.isEmpty || begins || text.prefixMatch(of: /\d+\.\ /) != nil { close() }
      guard !text.isEmpty else { return }
      if current.isEmpty { first = line }
      current.append(text.drop { "-*#>| ".contains($0) })
    }

    mutating func close() {
      if !current.isEmpty {
        paragraphs.append(Paragraph(line: first, text: current.joined(separator: " ")))
      }
      current = []
    }
  }
}
