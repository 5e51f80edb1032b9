import EventEngine

/// Files with receipts and proofs.
enum ReceiptFile {
  static func receipt(_ path: String) throws -> HeadReceipt {
    let bytes = try ToolFailure.naming(path) { () throws(SystemError) in
      try SmallFile.contents(of: path, limit: limit)
    }
    do throws(PayloadDecodingError) { return try HeadReceipt(bytes) } catch {
      throw ToolFailure(
        .malformedInput, ru: "\(path): это не квитанция: \(error.text.ru)",
        en: "\(path) is not a receipt: \(error)",
        hint: Bilingual(
          ru: "квитанцию выводит \(toolName) verify --json",
          en: "\(toolName) verify --json prints one"))
    }
  }

  /// - Parameter path: the file that the bytes are from.
  static func decodeProof(_ bytes: [UInt8], from path: String) throws -> EventProof {
    do throws(PayloadDecodingError) { return try EventProof(bytes) } catch {
      throw ToolFailure(
        .malformedInput, ru: "\(path): это не доказательство: \(error.text.ru)",
        en: "\(path) is not a proof: \(error)",
        hint: Bilingual(
          ru: "доказательство выводит \(toolName) audit --proof POSITION",
          en: "\(toolName) audit --proof POSITION prints one"))
    }
  }

  static let limit = 64 << 20
}
