import Foundation
import Testing

/// Proofs of all exported events.
@Suite struct ExportProofsTests {
  private func receipt(_ folder: Folder, _ name: String) throws -> String {
    try folder.write(Tool.run("verify", "--json", in: folder).output, to: name)
  }

  @Test(.english, arguments: [1, 2, 3, 50, 64, 100])
  func `every exported row is proved, one by one and all at once`(count: Int) throws {
    let folder = try Folder()
    let lines = try Folder.receipt(count)
    try Tool.run("import", in: folder, input: lines.joined(separator: "\n") + "\n")
    let receipt = try receipt(folder, "receipt.json")
    let proofs = folder.path("all.proofs")
    let exported = try Tool.run("export", "--proofs", proofs, in: folder)
    #expect(exported.status == 0, "\(exported.diagnostics)")
    #expect(exported.lines.count == count)
    let each = try String(contentsOfFile: proofs, encoding: .utf8).split(separator: "\n")
    #expect(each.count == count)
    for position in Set([1, count / 2, count]) where position > 0 {
      let alone = try Tool.run("audit", "--proof", "\(position)", in: folder)
      #expect(alone.output == each[position - 1] + "\n")
    }
    let elsewhere = try Folder()
    let checked = try Tool.run("verify", "--proof", proofs, "--receipt", receipt, in: elsewhere)
    #expect(checked.status == 0)
    guard count > 1 else { return }
    #expect(
      checked.output.hasPrefix("proved: \(count) events of the \(count) events that the receipt"))
    let machine = try json(
      Tool.run("verify", "--json", "--proof", proofs, "--receipt", receipt, in: elsewhere).output)
    #expect(machine["proved"] as? Int == count && machine["notProved"] as? Int == 0)
  }

  @Test(.english) func `proofs are not written to standard output`() throws {
    let folder = try Folder()
    try folder.importReceipt(3)
    let refused = try Tool.run("export", "--file", "rows", "--proofs", "-", in: folder)
    #expect(refused.status == 64 && refused.output == "")
    #expect(
      refused.diagnostics == """
        replay-tool: --proofs needs a file; - is standard output
        try: replay-tool export --help

        """)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path("")) == ["journal"])
  }

  @Test(.english) func `an error names a changed row`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let receipt = try receipt(folder, "receipt.json")
    let proofs = folder.path("some.proofs")
    try Tool.run(
      "export", "--type", "Confirmation of receipt", "--proofs", proofs, "--file",
      folder.path("rows.jsonl"), in: folder)
    var lines = try String(contentsOfFile: proofs, encoding: .utf8).split(separator: "\n")
    lines[1] = Substring(lines[1].replacing("Confirmation", with: "Confirmatio"))
    let changed = try folder.write(lines.joined(separator: "\n"), to: "changed.proofs")
    let checked = try Tool.run("verify", "--proof", changed, "--receipt", receipt, in: folder)
    #expect(checked.status == 1)
    #expect(
      checked.output.hasPrefix(
        "not proved: line 2: the event is not at the position that the proof claims\n"
          + "proved: \(lines.count - 1) events of the 100 events"))
    lines[2] = "{}"
    let malformed = try folder.write(lines.joined(separator: "\n"), to: "malformed.proofs")
    let refused = try Tool.run("verify", "--proof", malformed, "--receipt", receipt, in: folder)
    #expect(refused.status == 65)
    #expect(refused.diagnostics.contains("line 3 is not a proof"))
  }

  @Test(.english) func `proofs refer to an older receipt, which covers no later event`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let old = try receipt(folder, "old.json")
    try Tool.run("import", in: folder, input: Folder.receipt(150).joined(separator: "\n"))
    let proofs = folder.path("p")
    let later = try Tool.run(
      "export", "--proofs", proofs, "--receipt", old, "--file", folder.path("x"), in: folder)
    #expect(later.status == 1)
    #expect(later.diagnostics.contains("the receipt covers 100 events, and event 101 is later"))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        .filter { $0.hasPrefix("p") || $0.hasPrefix("x") } == [])
    let exported = try Tool.run(
      "export", "--proofs", proofs, "--receipt", old, "--position", "100", in: folder)
    #expect(exported.status == 0)
    #expect(try Tool.run("verify", "--proof", proofs, "--receipt", old, in: folder).status == 0)
    let again = try Tool.run("export", "--proofs", proofs, in: folder)
    #expect(again.status == 73 && again.output == "")
    let other = try Folder()
    try other.importReceipt(100)
    let foreign = try Tool.run(
      "export", "--proofs", proofs + "2", "--receipt", old, in: other)
    #expect(foreign.status == 1)
    #expect(foreign.diagnostics.contains("falsified: the receipt is for another journal"))
  }
}
