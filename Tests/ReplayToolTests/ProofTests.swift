import Foundation
import Testing

/// Proofs for the holder of a receipt who has no journal.
@Suite struct ProofTests {
  private func receipt(_ folder: Folder, _ name: String) throws -> String {
    try folder.write(Tool.run("verify", "--json", in: folder).output, to: name)
  }

  private func proof(
    _ position: Int, _ folder: Folder, for receipt: String? = nil
  ) throws -> String {
    let held = receipt.map { ["--receipt", $0] } ?? []
    let proved = try Tool.run(["audit", "--proof", "\(position)"] + held, in: folder)
    #expect(proved.status == 0, "\(proved.diagnostics)")
    return try folder.write(proved.output, to: "proof.json")
  }

  /// Checks a proof in a folder without a journal.
  private func check(_ proof: String, _ receipt: String) throws -> Tool.Outcome {
    try Tool.run("verify", "--proof", proof, "--receipt", receipt, in: Folder())
  }

  @Test(.english) func `an event of the receipt is proved, and shown without its erasable section`()
    throws
  {
    let folder = try Folder.sample("courier")
    let receipt = try receipt(folder, "receipt.json")
    let placed = try #require(
      try Tool.run("export", "--type", "courier.orderPlaced", in: folder).lines.first)
    let position = try #require(json(placed)["position"] as? Int)
    for held in [receipt, nil] {
      let proof = try proof(position, folder, for: held)
      let checked = try check(proof, receipt)
      #expect(checked.status == 0, "\(checked.output)")
      #expect(checked.output.contains("courier.orderPlaced"))
      #expect(checked.output.contains("proved: event \(position) is one of the"))
      let text = try String(contentsOfFile: proof, encoding: .utf8)
      #expect(!text.contains("personal") && !text.contains("salt"))
    }
  }

  @Test(.english) func `older and newer receipts are distinguished`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let old = try receipt(folder, "old.json")
    try Tool.run("import", in: folder, input: Folder.receipt(200).joined(separator: "\n"))
    let new = try receipt(folder, "new.json")
    #expect(try check(try proof(70, folder, for: old), old).status == 0)
    let unsuited = try check(try proof(70, folder), old)
    #expect(unsuited.status == 1)
    #expect(unsuited.output.contains("audit --proof 70 --receipt FILE"))
    let later = try check(try proof(150, folder, for: old), old)
    #expect(later.status == 1)
    #expect(
      later.output == """
        not proved: the receipt covers 100 events, and event 150 is not one of them. Anybody with \
        the receipt could have invented the event

        """)
    let unproved = try Tool.run(
      "verify", "--proof", folder.path("proof.json"), "--receipt", old, "--json", in: folder)
    #expect(unproved.status == 1)
    let answer = try json(unproved.output)
    #expect(answer["ok"] as? Bool == false && answer["covered"] as? Bool == false)
    #expect(answer["core"] == nil)
    let shown = try Tool.run(
      "verify", "--proof", try proof(150, folder, for: new), "--receipt", new, "--json",
      in: folder)
    let report = try json(shown.output)
    #expect(report["ok"] as? Bool == true && report["covered"] as? Bool == true)
    #expect(report["position"] as? Int == 150)
  }

  @Test func `the message in JSON is that of standard error`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let receipt = try receipt(folder, "receipt.json")
    let records = try Tool.run("export", "--proofs", folder.path("proofs"), in: folder)
    #expect(records.status == 0)
    let proofs = try String(contentsOfFile: folder.path("proofs"), encoding: .utf8)
    let changed = proofs.replacing("case-", with: "cas3-", maxReplacements: 1)
    let one = try #require(changed.split(separator: "\n").first)
    for (text, name) in [(String(one), "one"), (changed, "many")] {
      let proof = try folder.write(text + "\n", to: name)
      let checked = try Tool.run(
        "verify", "--proof", proof, "--receipt", receipt, "--json", in: folder)
      #expect(checked.status == 1)
      let error = try json(checked.output)["error"] as? [String: Any]
      let message = try #require(error?["message"] as? String)
      #expect(message.contains("этого события нет на позиции, которую указывает доказательство"))
      #expect(checked.diagnostics == "replay-tool: \(message)\n")
    }
  }

  @Test(.english) func `a changed proof, another journal and a shorter one prove nothing`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let receipt = try receipt(folder, "receipt.json")
    let proof = try proof(7, folder, for: receipt)
    let text = try String(contentsOfFile: proof, encoding: .utf8)
    let changed = try folder.write(
      text.replacing("case-", with: "cas3-", maxReplacements: 1), to: "changed.json")
    let refused = try check(changed, receipt)
    #expect(refused.status == 1)
    #expect(
      refused.output.contains("not proved: the event is not at the position that the proof claims"))

    let other = try Folder()
    try other.importReceipt(100)
    #expect(try check(proof, self.receipt(other, "other.json")).status == 1)
    let foreign = try Tool.run("audit", "--proof", "7", "--receipt", receipt, in: other)
    #expect(foreign.status == 1)
    #expect(foreign.diagnostics.contains("falsified: the receipt is for another journal"))

    let records = try Tool.run("export", "--records", "--position", "50", in: folder).output
    let cut = try Folder()
    try Tool.run("import", "--records", in: cut, input: records)
    let shorter = try Tool.run("audit", "--proof", "7", "--receipt", receipt, in: cut)
    #expect(shorter.status == 1)
    #expect(shorter.diagnostics.contains("the receipt covers 100 events; only 50 are here"))
    #expect(try Tool.run("verify", "--against", receipt, in: cut).status == 1)
  }

  @Test func `invalid arguments are usage errors, and invalid files are malformed input`() throws {
    let folder = try Folder()
    try folder.importReceipt(50)
    let receipt = try receipt(folder, "receipt.json")
    let proof = try proof(7, folder)
    for words in [
      ["verify", "--proof", proof], ["verify", "--receipt", receipt],
      ["verify", "--proof", proof, "--receipt", receipt, "--against", receipt],
      ["audit", "--proof", "0"], ["audit", "--receipt", receipt],
      ["audit", "--proof", "7", "order:1"], ["audit", "--proof", "7", "--position", "7"],
      ["audit", "--proof", "7", "--type", "B"], ["audit", "--proof", "7", "--reverse"],
      ["audit", "--proof", "7", "-n", "0"], ["audit", "--proof", "7", "--format", "json"],
      ["audit", "--proof", "7", "--columns", "type"],
    ] {
      #expect(try Tool.run(words, in: folder).status == 64, "\(words)")
    }
    #expect(try Tool.run("audit", "--proof", "51", in: folder).status == 65)
    #expect(try check(receipt, receipt).status == 65)
    #expect(try check(proof, proof).status == 65)
    #expect(try check(folder.path("none"), receipt).status == 66)
    #expect(try check(proof, folder.path("none")).status == 66)
  }
}
