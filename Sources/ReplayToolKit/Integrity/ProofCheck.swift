import EventEngine

/// The check of a proof against a receipt.
struct ProofCheck {
  let proof: EventProof
  let receipt: HeadReceipt

  static let notProved = Bilingual(ru: "не доказано", en: "not proved")
  static let proved = Bilingual(ru: "доказано", en: "proved")

  func print(
    _ terminal: inout Terminal, json: Bool, in language: Language
  ) throws -> ExitStatus {
    let verdict = proof.verdict(for: receipt)
    let problem = Self.problem(of: verdict, proof, receipt)
    if json {
      try terminal.print(document(verdict, problem?[language]))
      try terminal.note(reported: problem.map { ToolFailure(falsified: $0) }, in: language)
    } else if let problem {
      try terminal.print(
        "\(terminal.styled(Self.notProved[language], .red)): \(problem[language])")
    } else {
      try terminal.print(ru: "журнал   \(proof.journal)", en: "journal  \(proof.journal)")
      try terminal.print(ru: "событие  \(event.printable)", en: "event    \(event.printable)")
      let proved = terminal.styled(Self.proved[language], .green)
      try terminal.print(
        ru: "\(proved): квитанция от \(receipt.time) охватывает событие \(proof.position); всего "
          + "она охватывает событий: \(receipt.size.russian)",
        en: "\(proved): event \(proof.position) is one of the \(receipt.size.counted("event")) "
          + "that the receipt of \(receipt.time) covers")
    }
    return problem == nil ? .success : .refused
  }

  /// The event as JSON. The core of a record is a JSON object without its closing brace.
  private var event: String { proof.core + "}" }

  /// Returns the reason why nothing is proved; nil if the receipt covers the event.
  static func problem(
    of verdict: EventProof.Verdict, _ proof: EventProof, _ receipt: HeadReceipt
  ) -> Bilingual? {
    switch verdict {
    case .covered: nil
    case .later:
      Bilingual(
        ru: "квитанция охватывает события до \(receipt.size), и события \(proof.position) среди "
          + "них нет. Выдумать такое событие мог любой, у кого есть квитанция",
        en: "the receipt covers \(receipt.size.counted("event")), and event \(proof.position) is "
          + "not one of them. Anybody with the receipt could have invented the event")
    case .contradiction(let contradiction): text(of: contradiction, proof, receipt)
    }
  }

  private static func text(
    of contradiction: EventProof.Contradiction, _ proof: EventProof, _ receipt: HeadReceipt
  ) -> Bilingual {
    switch contradiction {
    case .unknownFormat:
      Bilingual(
        ru: "формат доказательства этой версии \(toolName) неизвестен",
        en: "the proof has a format that this \(toolName) does not know")
    case .otherJournal:
      Bilingual(
        ru: "доказательство относится к журналу \(proof.journal), а квитанция — "
          + "к \(receipt.journal)",
        en: "the proof is for journal \(proof.journal), the receipt for \(receipt.journal)")
    case .otherPosition:
      Bilingual(
        ru: "в доказательстве не то событие, которое стоит на позиции \(proof.position)",
        en: "the event in the proof is not the one at position \(proof.position)")
    case .notIncluded:
      Bilingual(
        ru: "этого события нет на позиции, которую указывает доказательство",
        en: "the event is not at the position that the proof claims")
    case .otherRoot:
      Bilingual(
        ru: "доказательство сделано по другой истории, чем квитанция",
        en: "the proof was made from another history than the receipt")
    case .otherSize:
      Bilingual(
        ru: "доказательство охватывает события до \(proof.size), а квитанция — до \(receipt.size); "
          + "сделайте новое: \(toolName) audit --proof \(proof.position) --receipt FILE",
        en: "the proof covers \(proof.size.counted("event")), the receipt \(receipt.size); make a "
          + "new proof: \(toolName) audit --proof \(proof.position) --receipt FILE")
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
  /// The failure of a proof.
  init(falsified problem: Bilingual) { self.init(.refused, .falsified, problem) }
}
