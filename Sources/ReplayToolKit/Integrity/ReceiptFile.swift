import EventEngine

/// Files with receipts and proofs.
enum ReceiptFile {
  static func receipt(_ path: String) throws -> HeadReceipt {
    let bytes = try ToolFailure.naming(path) { () throws(SystemError) in
      try SmallFile.contents(of: path, limit: limit)
    }
    do throws(PayloadDecodingError) { return try HeadReceipt(bytes) } catch {
      throw ToolFailure(
        Bilingual(untranslated: path), isNot: Bilingual(ru: "квитанция", en: "a receipt"), error,
        hint: Bilingual(
          ru: "квитанцию выводит \(toolName) verify --json",
          en: "\(toolName) verify --json prints one"))
    }
  }

  /// - Parameter path: the file that the bytes are from.
  static func decodeProof(_ bytes: [UInt8], from path: String) throws -> EventProof {
    do throws(PayloadDecodingError) { return try EventProof(bytes) } catch {
      throw ToolFailure(
        Bilingual(untranslated: path), isNot: .proof, error,
        hint: Bilingual(
          ru: "доказательство выводит \(toolName) audit --proof POSITION",
          en: "\(toolName) audit --proof POSITION prints one"))
    }
  }

  static let limit = 64 << 20
}

extension HeadReceipt {
  /// The contradiction that the receipt is not for the journal `here`.
  func otherJournal(_ here: JournalID) -> Bilingual {
    Bilingual(
      ru: "квитанция о другом журнале, \(journal); здесь \(here)",
      en: "the receipt is for another journal, \(journal); this is \(here)")
  }

  /// The contradiction that the journal has other events.
  var otherEvents: Bilingual {
    Bilingual(
      ru: "события до \(size) не те, которые охватывает квитанция",
      en: "the first \(size) events differ from those that the receipt covers")
  }
}

extension JSONWriter {
  /// Writes the members of a receipt into an open object.
  mutating func members(of receipt: HeadReceipt) {
    string("journal", "\(receipt.journal)")
    int("size", receipt.size)
    string("root", receipt.root.hex)
    string("time", receipt.time.rfc3339)
    string("manifest", receipt.manifest.hex)
  }
}

extension Bilingual {
  static let proof = Bilingual(ru: "доказательство", en: "a proof")
}

extension ToolFailure {
  /// The failure for a file or a line that cannot be decoded as `kind`, such as "a receipt".
  init(
    _ input: Bilingual, isNot kind: Bilingual, _ error: PayloadDecodingError, hint: Bilingual
  ) {
    self.init(
      .malformedInput, ru: "\(input.ru): это не \(kind.ru): \(error.text.ru)",
      en: "\(input.en) is not \(kind.en): \(error)", hint: hint)
  }
}
