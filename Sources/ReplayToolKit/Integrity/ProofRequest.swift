import EventEngine

/// A request for a proof.
struct ProofRequest {
  private let position: Position
  private let receiptPath: String?

  /// Returns nil if there is no `--proof`.
  init?(_ arguments: Arguments) throws(UsageError) {
    receiptPath = arguments.value("--receipt")
    guard let number = try arguments.integer("--proof", in: 1...Int.max) else {
      if receiptPath != nil {
        throw UsageError(
          ru: "--receipt требует --proof POSITION",
          en: "--receipt needs --proof POSITION")
      }
      return nil
    }
    let others = Audit.options.map(\.name).filter {
      arguments.isGiven($0) && !["--proof", "--receipt"].contains($0)
    }
    if let other = (others + arguments.positionals).first {
      throw UsageError(
        ru: "--proof доказывает одно событие всего журнала; уберите \(other)",
        en: "--proof proves one event of the whole journal; leave \(other) out")
    }
    position = Position(number)
  }

  func run(_ common: CommonOptions, _ terminal: inout Terminal) throws -> ExitStatus {
    let receipt = try receiptPath.map { path in try ReceiptFile.receipt(path) }
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    guard position <= reader.head else {
      throw ToolFailure.noSuchEvent(position, head: reader.head)
    }
    if let receipt { try Self.check(receipt, reader.manifest.journal, reader.head) }
    let proof = try reader.proof(of: position, covered: receipt?.size)
    if let receipt, case .contradiction = proof.verdict(for: receipt) {
      throw Self.falsified(receipt.otherEvents)
    }
    try terminal.print(proof.encoded())
    return .success
  }

  /// - Throws: `ToolFailure` if the receipt is for another journal, or covers more events.
  static func check(
    _ receipt: HeadReceipt, _ journal: JournalID, _ head: Position
  ) throws {
    if receipt.journal != journal { throw falsified(receipt.otherJournal(journal)) }
    if receipt.size > head.rawValue {
      throw falsified(
        Bilingual(
          ru: "квитанция охватывает события до \(receipt.size), а здесь их \(head.rawValue)",
          en: "the receipt covers \(receipt.size) events; only \(head.rawValue) are here"))
    }
  }

  static func falsified(_ what: Bilingual) -> ToolFailure {
    ToolFailure(
      .refused, .falsified, ru: "подделано: \(what.ru)", en: "falsified: \(what.en)",
      hint: Bilingual(
        ru: "проверьте весь журнал: \(toolName) verify --against FILE",
        en: "check the whole journal: \(toolName) verify --against FILE"))
  }
}
