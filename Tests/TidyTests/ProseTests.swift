import Foundation
import Testing

/// Documents and comments are plain technical English, as far as a list of words can tell.
@Suite struct ProseTests {
  /// The folders and files to which the rules apply.
  static let checked = [
    "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs",
    "benchmarks/README.md", "events/README.md", "Sources", "Tests", "Examples",
  ]

  /// A turn of phrase to avoid, and its replacement.
  private struct Turn: Sendable {
    let pattern: @Sendable (Sentence) -> Bool
    let advice: String
  }

  /// A sentence and its words, in lower case and without punctuation.
  private struct Sentence {
    let text: String
    let words: [Substring]

    init(_ text: String) {
      self.text = text
      words = text.lowercased().split { !$0.isLetter && $0 != "'" }
    }

    /// Whether it has a word of each list, one right after the other.
    func contains(_ phrase: [Substring]...) -> Bool {
      words.indices.dropLast(phrase.count - 1).contains { start in
        zip(phrase, words[start...]).allSatisfy { $0.contains($1) }
      }
    }
  }

  private static let toBe: [Substring] = ["is", "are", "was", "were", "be"]

  private static let turns: [Turn] = [
    Turn(pattern: { isBehind($0) }, advice: "“after” in time and order, not “behind”"),
    Turn(
      pattern: { beginsWithClause($0.text) }, advice: "begin with a noun, not with a bare clause"),
    Turn(pattern: { $0.contains(toBe, ["told"]) }, advice: "“prints”, “returns”, “reports”"),
    Turn(pattern: { $0.contains(toBe + ["not", "nothing"], ["believed"]) }, advice: "“trusted”"),
    Turn(pattern: { $0.contains(["passed"], ["over"]) }, advice: "“skipped”"),
    Turn(pattern: { $0.contains(["go", "goes"], ["on"], ["from"]) }, advice: "“resumes from”"),
    Turn(pattern: { $0.contains(["turn", "turns"], ["red"]) }, advice: "“fails”"),
    Turn(pattern: { $0.contains(["does", "do"], ["not"], ["fit"]) }, advice: "“does not match”"),
  ]

  @Test func `each reason of damage has a Russian text`() {
    let texts = SourceTree.swiftFiles(in: "Sources").flatMap { file in
      file.text.matches(
        of: /\.(?:malformed|manifest)\(\s*"(?:[^"\\]|\\.)*",\s*ru: "(?<ru>(?:[^"\\]|\\.)*)"/
      ).map { String($0.ru) }
    }
    #expect(texts.count > 15)
    // The format's own names are in quotation marks or after them.
    for text in texts {
      let words = text.replacing(/«[^»]*»|\\\([^)]*\)|durability/, with: "")
      #expect(words.contains(/[а-я]/) && !words.contains(/[A-Za-z]/), "\(text)")
    }
  }

  /// Whether "behind" stands for "after", except where something is hidden or left behind.
  private static func isBehind(_ sentence: Sentence) -> Bool {
    guard sentence.words.contains("behind") else { return false }
    let proper = [
      "behind a subscription", "behind the trait", "behind a trait", "behind the protocol",
      "behind one protocol", "behind one small protocol", "\"behind\"", "“behind”",
    ]
    return !proper.contains { sentence.text.contains($0) }
      && !sentence.text.contains(/\b(left|leaves?|lags?)\b[^.]*\bbehind\b/)
  }

  private static let verbs: Set<Substring> = [
    "is", "are", "was", "were", "has", "have", "had", "can", "cannot", "may", "must", "does", "did",
    "comes", "came", "stands", "lies", "follows", "holds", "knows", "reads", "writes", "others",
    "one", "it", "they", "somebody", "nobody", "no", "the", "a", "an", "each", "this", "goes",
  ]

  /// Whether the sentence begins with "Whoever", or with "What" or "Who" and a verb or subject, and
  /// asks nothing.
  private static func beginsWithClause(_ sentence: String) -> Bool {
    let words = sentence.split(separator: " ").prefix(2)
    guard let first = words.first, !sentence.hasSuffix("?") else { return false }
    if first == "Whoever" || first == "Whatever" { return true }
    return (first == "What" || first == "Who") && words.count == 2 && verbs.contains(words[1])
  }

  private static func files() -> [SourceTree.File] {
    checked.flatMap { path in
      path.hasSuffix(".md") ? SourceTree.file(path).map { [$0] } ?? [] : SourceTree.files(in: path)
    }
    .filter { $0.path.hasSuffix(".md") || $0.path.hasSuffix(".swift") }
  }

  @Test func `prose is plain technical English`() {
    let files = Self.files()
    var places: [String] = []
    for sentence in files.flatMap({ Prose($0).sentences }) {
      let words = Sentence(sentence.text)
      for turn in Self.turns where turn.pattern(words) {
        places.append("\(sentence.place): \(turn.advice): \(sentence.text.prefix(100))")
      }
    }
    #expect(files.count > 40)
    let isPlain = places.isEmpty
    #expect(isPlain, "\(places.count) places:\n\(places.joined(separator: "\n"))")
  }

  @Test(arguments: [
    ("What is erased counts as gone.", true), ("Whoever holds the key can write.", true),
    ("The record behind it is read.", true), ("What does it promise?", false),
    ("A catalogue behind a subscription.", false), ("A killed writer left a file behind.", false),
  ]) func `the rules detect the turns of phrase to avoid`(_ sentence: String, _ isDialect: Bool) {
    #expect(Self.turns.contains { $0.pattern(Sentence(sentence)) } == isDialect, "\(sentence)")
  }
}
