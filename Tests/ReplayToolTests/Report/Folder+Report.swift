import Foundation
import Synchronization
import Testing

extension Folder {
  private static let samples = Mutex<[String: Folder]>([:])

  /// The sample commands of an application, carried out once and copied for each caller.
  static func sample(_ domain: String) throws -> Folder {
    let folder = try Folder()
    try samples.withLock { samples in
      let sample = try samples[domain] ?? carriedOut(domain)
      samples[domain] = sample
      try FileManager.default.copyItem(atPath: sample.journal, toPath: folder.journal)
    }
    return folder
  }

  private static func carriedOut(_ domain: String) throws -> Folder {
    let folder = try Folder()
    let commands = SampleTests.project.appending(path: "events/\(domain)/commands.jsonl").path
    let issued = try Tool.run(
      "issue", "--file", commands, "--password-iterations", "1", in: folder)
    try #require([0, 1, 65].contains(issued.status), "\(issued.diagnostics)")
    return folder
  }

  /// A few days of the example library, recorded by the example's own tool.
  static func library() throws -> Folder {
    let folder = try Folder(tool: Process.executable("library-tool"))
    let loans = [
      ("42", "eva", 8), ("7", "adam", 9), ("13", "eva", 10), ("42", nil, 11), ("42", "adam", 12),
      ("99", "boris", 13), ("7", nil, 14),
    ]
    for (book, member, day) in loans {
      let command =
        member.map { ["library.lend", "book=\(book)", "member=\($0)"] }
        ?? ["library.takeBack", "book=\(book)"]
      let time = "2026-05-\(day < 10 ? "0" : "")\(day)T09:00:00Z"
      let run = try Tool.run(
        ["issue"] + command + ["--actor", "desk", "--at", time], in: folder)
      try #require(run.status == 0, "\(run.diagnostics)")
    }
    return folder
  }

  /// Writes a page and returns its path.
  @discardableResult
  func report(_ name: String = "page.html", _ arguments: String...) throws -> String {
    let run = try Tool.run(
      ["report", "--html", path(name), "--locale", "en"] + arguments, in: self)
    try #require(run.status == 0, "\(run.diagnostics)")
    return path(name)
  }

  /// Writes a page and returns its text.
  func page(_ arguments: String...) throws -> String { try page(arguments) }

  func page(_ arguments: [String]) throws -> String {
    let run = try Tool.run(["report", "--html", "-", "--locale", "en"] + arguments, in: self)
    try #require(run.status == 0, "\(run.diagnostics)")
    return run.output
  }

  /// Events all of whose texts are markup, script or a mark that reverses the direction of writing.
  static func hostile() throws -> Folder {
    let folder = try Folder()
    let script = #"</script><script>window.taken=1</script><img src=x onerror=window.taken=2>"#
    let lines = (1...40).map { number in
      """
      {"type":"step \(number % 4)\(number % 2 == 0 ? #"\#(script)"# : "")",\
      "time":"2026-05-0\(1 + number % 9 / 3)T10:\(10 + number):00Z",\
      "tags":["case:\(number % 5)\\u202eEVIL'\\"><b>","who:<svg onload=window.taken=3>"],\
      "data":{"<i>\\u001b[31m":"\\u2066\(script)","quote":"'\\"&amp;"}}
      """
    }
    let imported = try Tool.run(
      "import", "--sort", in: folder, input: lines.joined(separator: "\n") + "\n")
    try #require(imported.status == 0, "\(imported.diagnostics)")
    return folder
  }
}
