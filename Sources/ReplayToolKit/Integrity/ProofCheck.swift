import EventEngine

/// The check of a proof against a receipt.
struct ProofCheck {
  let proof: EventProof
  let receipt: HeadReceipt

  func print(_ terminal: inout Terminal, json: Bool) throws -> ExitStatus {
    let verdict = proof.verdict(for: receipt)
    let problem = Self.problem(of: verdict, proof, receipt)
    if json {
      try terminal.print(document(verdict, problem))
      try terminal.note(reported: problem.map { ToolFailure(falsified: $0) }, in: .en)
    } else if let problem {
      try terminal.print("\(terminal.styled("not proved", .red)) \(problem)")
    } else {
      try terminal.print("journal  \(proof.journal)")
      try terminal.print("event    \(event.printable)")
      try terminal.print(
        "\(terminal.styled("proved", .green)): event \(proof.position) is one of the "
          + "\(receipt.size.counted("event")) that the receipt of \(receipt.time) covers")
    }
    return problem == nil ? .success : .refused
  }

  /// The event as JSON. The core of a record is a JSON object without its closing brace.
  private var event: String { proof.core + "}" }

  /// Returns the reason why nothing is proved; nil if the receipt covers the event.
  static func problem(
    of verdict: EventProof.Verdict, _ proof: EventProof, _ receipt: HeadReceipt
  ) -> String? {
    switch verdict {
    case .covered: nil
    case .later:
      "the receipt covers \(receipt.size.counted("event")), and event \(proof.position) is not one "
        + "of them. Nothing is proved: anybody with the receipt could have invented the event"
    case .contradiction(let contradiction): text(of: contradiction, proof, receipt)
    }
  }

  private static func text(
    of contradiction: EventProof.Contradiction, _ proof: EventProof, _ receipt: HeadReceipt
  ) -> String {
    switch contradiction {
    case .unknownFormat: "the proof has a format that this \(toolName) does not know"
    case .otherJournal:
      "the proof is for journal \(proof.journal), the receipt for \(receipt.journal)"
    case .otherPosition: "the event in the proof is not the one at position \(proof.position)"
    case .notIncluded: "the event is not at the position that the proof claims"
    case .otherRoot:
      "the proof was made from another history than the receipt"
    case .otherSize:
      "the proof covers \(proof.size.counted("event")), the receipt \(receipt.size); make a new "
        + "proof: \(toolName) audit --proof \(proof.position) --receipt FILE"
    }
  }

  private func document(_ verdict: EventProof.Verdict, _ problem: String?) -> [UInt8] {
    JSONWriter.object { json in
      json.bool("ok", problem == nil)
      if let problem { json.error(.falsified, problem) }
      json.string("journal", "\(proof.journal)")
      json.int("position", proof.position.rawValue)
      switch verdict {
      case .contradiction:
        json.string("falsified", problem ?? "")
      case .later:
        json.bool("covered", false)
        json.string("notProved", problem ?? "")
      case .covered:
        json.bool("covered", true)
        json.string("core", proof.core)
      }
    }
  }
}

extension ToolFailure {
  /// The failure of a proof, whose texts are not translated.
  init(falsified problem: String) { self.init(.refused, .falsified, untranslated: problem) }
}
