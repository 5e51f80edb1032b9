import Foundation
import Testing

/// Arguments that are not UTF-8. A repaired path would name another file.
@Suite struct InvalidUTF8Tests {
  /// The tool's output when a shell runs it with `words`, in which `$1` is not UTF-8.
  private func run(_ words: String, in folder: Folder) throws -> (Int32, String) {
    let run = try Tool.shell(
      "set -- \"$0\" \"$(printf 'caf\\351 \\320\\266\\033[1m')\"; \(words)", in: folder,
      variables: ["REPLAY_LOCALE": nil, "REPLAY_JOURNAL": nil])
    return (run.status, run.diagnostics)
  }

  @Test(arguments: [
    ("exec \"$1\" stats --journal \"$2\"", "argument 3", ""),
    ("exec \"$1\" import --journal \"$2\"", "argument 3", ""),
    ("exec \"$1\" \"$2\"", "argument 1", ""),
    ("REPLAY_JOURNAL=\"$2\" exec \"$1\" stats", "REPLAY_JOURNAL", "stats "),
    ("REPLAY_JOURNAL=\"$2\" exec \"$1\" import", "REPLAY_JOURNAL", "import "),
    ("TMPDIR=\"$2\" exec \"$1\" check", "TMPDIR", "check "),
  ])
  func `an error names the invalid argument`(words: String, what: String, verb: String) throws {
    let folder = try Folder()
    let (status, said) = try run(words, in: folder)
    #expect(status == 64)
    #expect(
      said == """
        replay-tool: \(what) is not UTF-8: "caf\\xe9 ж\\u001b[1m"
        try: replay-tool \(verb)--help

        """)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
  }

  @Test func `an unused variable is not checked`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    let (status, said) = try run(
      "REPLAY_JOURNAL=\"$2\" exec \"$1\" stats --journal journal", in: folder)
    #expect(status == 0 && said == "")
  }
}
