import EventEngine

/// The check of the proofs that `export --proofs` wrote, one per line, against a receipt.
struct ProofsCheck {
  /// The proofs that do not hold, of which a few are printed.
  private static let mostProblems = 20

  private let path: String
  private let receipt: HeadReceipt
  private var proved = 0
  private var problems: [(line: Int, problem: String)] = []
  private var problemCount = 0

  /// Checks every line of the file.
  ///
  /// - Throws: for a line that is not a proof.
  init(_ path: String, _ receipt: HeadReceipt) throws {
    self.path = path
    self.receipt = receipt
    let input = ImportInput(path, limit: ReceiptFile.limit)
    var lines = try input.open()
    while case let batch = try input.next(&lines), !batch.isEmpty {
      for line in batch where !line.isBlank { try check(line) }
    }
  }

  /// Whether the file holds more than one proof, so that each has a line of its own.
  static func isNeeded(_ path: String) throws -> Bool {
    let input = ImportInput(path, limit: ReceiptFile.limit)
    var lines = try input.open()
    var count = 0
    while count < 2, case let batch = try input.next(&lines), !batch.isEmpty {
      count += batch.count { !$0.isBlank && $0.bytes.first == UInt8(ascii: "{") }
    }
    return count > 1
  }

  private mutating func check(_ line: LineInput.Line) throws {
    let proof: EventProof
    do throws(PayloadDecodingError) { proof = try EventProof(line.bytes) } catch {
      throw ToolFailure(
        .malformedInput, "\(path), line \(line.number) is not a proof: \(error)",
        hint: "\(toolName) export --proofs writes proofs")
    }
    let verdict = proof.verdict(for: receipt)
    guard let problem = ProofCheck.problem(of: verdict, proof, receipt) else {
      proved += 1
      return
    }
    problemCount += 1
    if problems.count < Self.mostProblems { problems.append((line.number, problem)) }
  }

  func print(_ terminal: inout Terminal, json: Bool) throws -> ExitStatus {
    if json {
      try terminal.print(document)
    } else {
      for (line, problem) in problems {
        try terminal.print("\(terminal.styled("not proved", .red)) line \(line): \(problem)")
      }
      if problemCount > problems.count {
        try terminal.print("\((problemCount - problems.count).grouped) more are not proved")
      }
      try terminal.print(
        "\(terminal.styled("proved", problemCount == 0 ? .green : .bold)): "
          + "\(proved.counted("event")) of the \(receipt.size.counted("event")) that the receipt "
          + "of \(receipt.time) covers")
    }
    return problemCount == 0 ? .success : .refused
  }

  private var document: [UInt8] {
    var json = JSONWriter()
    json.beginObject()
    json.literalKey("ok")
    json.bool(problemCount == 0)
    if let first = problems.first { json.error(.falsified, "line \(first.line): \(first.problem)") }
    json.literalKey("journal")
    json.string("\(receipt.journal)")
    json.literalKey("proved")
    json.int(proved)
    json.literalKey("notProved")
    json.int(problemCount)
    json.endObject()
    return json.bytes
  }
}
