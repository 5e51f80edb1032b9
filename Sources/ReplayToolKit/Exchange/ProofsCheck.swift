import EventEngine

/// The check of the proofs that `export --proofs` wrote, one per line, against a receipt.
struct ProofsCheck {
  /// The greatest number of failed proofs that are printed one by one.
  private static let mostProblems = 20

  private let path: String
  private let receipt: HeadReceipt
  private var proved = 0
  /// The first problems, with their lines.
  private var problems: [Bilingual] = []
  private var problemCount = 0

  private init(_ path: String, _ receipt: HeadReceipt) {
    self.path = path
    self.receipt = receipt
  }

  /// Checks the proof in a file, or each of many, and prints the result. Reads the file once, since
  /// it may be a pipe.
  static func run(
    _ path: String, _ receipt: HeadReceipt, _ terminal: inout Terminal, json: Bool,
    in language: Language
  ) throws -> ExitStatus {
    let input = ImportInput(path, limit: ReceiptFile.limit)
    var lines = try input.open()
    var first: [LineInput.Line] = []
    while count(first) < 2, lines.byteCount <= ReceiptFile.limit,
      case let batch = try input.nextLines(&lines), !batch.isEmpty
    {
      first += batch
    }
    guard count(first) > 1 else {
      let bytes = Array(first.map(\.bytes).joined(separator: [0x0a]))
      let check = ProofCheck(
        proof: try ReceiptFile.decodeProof(bytes, from: path), receipt: receipt)
      return try check.print(&terminal, json: json, in: language)
    }
    var check = ProofsCheck(path, receipt)
    try check.check(first)
    while case let batch = try input.nextLines(&lines), !batch.isEmpty { try check.check(batch) }
    return try check.print(&terminal, json: json, in: language)
  }

  /// The number of lines that begin a proof.
  private static func count(_ lines: [LineInput.Line]) -> Int {
    lines.count { $0.bytes.first == UInt8(ascii: "{") }
  }

  private mutating func check(_ lines: [LineInput.Line]) throws {
    for line in lines where !line.isBlank { try check(line) }
  }

  private mutating func check(_ line: LineInput.Line) throws {
    let proof: EventProof
    do throws(PayloadDecodingError) { proof = try EventProof(line.bytes) } catch {
      let input = Bilingual(
        ru: "\(path), строка \(line.number)", en: "\(path), line \(line.number)")
      throw ToolFailure(
        input, isNot: .proof, error,
        hint: Bilingual(
          ru: "доказательства записывает \(toolName) export --proofs",
          en: "\(toolName) export --proofs writes proofs"))
    }
    let verdict = proof.verdict(for: receipt)
    guard let problem = ProofCheck.problem(of: verdict, proof, receipt) else {
      proved += 1
      return
    }
    problemCount += 1
    if problems.count < Self.mostProblems {
      problems.append(
        Bilingual(
          ru: "строка \(line.number): \(problem.ru)", en: "line \(line.number): \(problem.en)"))
    }
  }

  private func print(
    _ terminal: inout Terminal, json: Bool, in language: Language
  ) throws -> ExitStatus {
    if json {
      try terminal.print(document(in: language))
      try terminal.note(reported: failure, in: language)
    } else {
      let notProved = terminal.styled(ProofCheck.notProved[language], .red)
      for problem in problems {
        try terminal.print("\(notProved): \(problem[language])")
      }
      if problemCount > problems.count {
        let more = problemCount - problems.count
        try terminal.print(
          ru: "не доказано ещё \(more.russian)", en: "\(more.grouped) more are not proved")
      }
      let proved = terminal.styled(
        ProofCheck.proved[language], problemCount == 0 ? .green : .bold)
      try terminal.print(
        ru: "\(proved) событий: \(self.proved.russian); всего квитанция от \(receipt.time) "
          + "охватывает: \(receipt.size.russian)",
        en: "\(proved): \(self.proved.counted("event")) of the \(receipt.size.counted("event")) "
          + "that the receipt of \(receipt.time) covers")
    }
    return problemCount == 0 ? .success : .refused
  }

  /// The failure to report to programs: the first wrong proof; nil if there is none.
  private var failure: ToolFailure? {
    problems.first.map { ToolFailure(falsified: $0) }
  }

  private func document(in language: Language) -> [UInt8] {
    JSONWriter.object { json in
      json.bool("ok", problemCount == 0)
      if let failure { json.error(failure.code, failure.text[language]) }
      json.string("journal", "\(receipt.journal)")
      json.int("proved", proved)
      json.int("notProved", problemCount)
    }
  }
}
