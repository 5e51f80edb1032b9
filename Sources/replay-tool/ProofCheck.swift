import EventStore

/// A proof held against a receipt, for people and for programs.
struct ProofCheck {
  let proof: EventProof
  let receipt: HeadReceipt

  func print(_ terminal: inout Terminal, json: Bool) throws -> ExitStatus {
    let verdict = proof.verdict(for: receipt)
    let contradiction = Self.contradiction(of: verdict, proof, receipt)
    if json {
      try terminal.print(document(verdict, contradiction))
    } else if let contradiction {
      try terminal.print("\(terminal.styled("not proved", .red)) \(contradiction)")
    } else {
      try terminal.print("journal  \(proof.journal)")
      try terminal.print("event    \(event.printable)")
      let what = verdict == .covered ? "is one of" : "came after"
      let rest =
        verdict == .covered
        ? "" : ", in a journal that still begins with them; the receipt says no more of it"
      try terminal.print(
        "\(terminal.styled("proved", .green)): event \(proof.position) \(what) the "
          + "\(receipt.size.counted("event")) of the receipt of \(receipt.time)\(rest)")
    }
    return contradiction == nil ? .success : .refused
  }

  /// The core is an object but for its end.
  private var event: String { proof.core + "}" }

  private static func contradiction(
    of verdict: EventProof.Verdict, _ proof: EventProof, _ receipt: HeadReceipt
  ) -> String? {
    guard case .contradiction(let contradiction) = verdict else { return nil }
    return switch contradiction {
    case .newerForm: "the proof is of a form that this replay-tool does not know"
    case .otherJournal:
      "the proof is of journal \(proof.journal), the receipt of \(receipt.journal)"
    case .otherPosition: "the event in the proof is not the one at position \(proof.position)"
    case .notIncluded: "the event does not stand where the proof says"
    case .otherRoot:
      "the proof is of a journal with another history than that of the receipt"
    case .otherSize:
      "the proof is of \(proof.size.counted("event")) and the receipt of \(receipt.size); make it anew: "
        + "replay-tool audit --proof \(proof.position) --receipt FILE"
    }
  }

  private func document(_ verdict: EventProof.Verdict, _ contradiction: String?) -> [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.literalKey("ok")
    json.bool(contradiction == nil)
    if let contradiction { json.error(.falsified, contradiction) }
    json.literalKey("journal")
    json.string("\(proof.journal)")
    json.literalKey("position")
    json.int(proof.position.rawValue)
    if let contradiction {
      json.literalKey("falsified")
      json.string(contradiction)
    } else {
      json.literalKey("covered")
      json.bool(verdict == .covered)
      json.literalKey("core")
      json.string(proof.core)
    }
    json.endObject()
    return json.bytes
  }
}
