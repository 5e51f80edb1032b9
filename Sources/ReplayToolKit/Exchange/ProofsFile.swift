import EventEngine

/// The file beside an export that proves each of its events, one proof per line.
struct ProofsFile: ~Copyable {
  static let options = [
    OptionSpec(
      "--proofs", "FILE",
      ru: "записать в новый файл (не -) доказательство для каждого экспортированного события",
      en: "write a proof of each exported event to a new file (not -)"),
    OptionSpec(
      "--receipt", "FILE",
      ru: "с --proofs: квитанция, к которой относятся доказательства",
      en: "with --proofs: the receipt that the proofs refer to"),
  ]

  private let proofs: InclusionProofs
  private var file: OutputFile
  private var isFinished = false

  /// Computes the tree of the receipt's events, or of all, and creates the file.
  init(_ path: String, for receiptPath: String?, in reader: inout JournalReader) throws {
    let receipt = try receiptPath.map { path in try ReceiptFile.receipt(path) }
    if let receipt { try ProofRequest.check(receipt, reader.manifest.journal, reader.head) }
    try reader.requireWhole()
    let proofs = try reader.inclusionProofs(among: receipt?.size ?? reader.head.rawValue)
    if let receipt, receipt.root != proofs.root {
      throw ProofRequest.falsified(receipt.otherEvents)
    }
    file = try OutputFile.create(path)
    self.proofs = proofs
  }

  var path: String { file.path }

  mutating func add(_ event: any ListedEvent) throws {
    guard let view = event as? RecordView else {
      preconditionFailure("Only events in their order have their records.")
    }
    guard view.position.rawValue <= proofs.size else {
      throw ToolFailure(
        .refused, .refused,
        ru: "квитанция охватывает события до \(proofs.size), а событие \(view.position) идёт позже",
        en: "the receipt covers \(proofs.size.counted("event")), and event \(view.position) is "
          + "later",
        hint: Bilingual(
          ru: "экспортируйте с --position \(proofs.size) или сделайте новую квитанцию: "
            + "\(toolName) verify --json",
          en: "export with --position \(proofs.size), or make a new receipt: "
            + "\(toolName) verify --json"))
    }
    let proof = proofs.proof(of: view).encoded()
    do throws(SystemError) { try file.writeLine { $0 += proof } } catch {
      throw ToolFailure(.inputOutput, .writing(path, error))
    }
  }

  mutating func finish() throws {
    do throws(SystemError) { try file.finish() } catch {
      throw ToolFailure(.inputOutput, .writing(path, error))
    }
    isFinished = true
  }

  /// Removes the file, even if it is finished.
  mutating func discard() throws(SystemError) {
    if isFinished { return try SystemFileSystem().remove(path) }
    try file.discard()
  }
}
