import EventEngine

/// Files with receipts and proofs.
enum ReceiptFile {
  static func receipt(_ path: String) throws -> HeadReceipt {
    try read(path, "receipt", hint: "\(toolName) verify --json prints one") {
      (bytes) throws(PayloadDecodingError) in try HeadReceipt(bytes)
    }
  }

  /// - Parameter path: the file that the bytes are from.
  static func decodeProof(_ bytes: [UInt8], from path: String) throws -> EventProof {
    try decode(
      bytes, path, "proof", hint: "\(toolName) audit --proof POSITION prints one"
    ) { (bytes) throws(PayloadDecodingError) in try EventProof(bytes) }
  }

  static let limit = 64 << 20

  private static func read<Value>(
    _ path: String, _ what: String, hint: String,
    _ decode: ([UInt8]) throws(PayloadDecodingError) -> Value
  ) throws -> Value {
    let bytes = try ToolFailure.naming(path) { () throws(SystemError) in
      try SmallFile.contents(of: path, limit: limit)
    }
    return try Self.decode(bytes, path, what, hint: hint, decode)
  }

  private static func decode<Value>(
    _ bytes: [UInt8], _ path: String, _ what: String, hint: String,
    _ decode: ([UInt8]) throws(PayloadDecodingError) -> Value
  ) throws -> Value {
    do throws(PayloadDecodingError) { return try decode(bytes) } catch {
      throw ToolFailure(
        .malformedInput, untranslated: "\(path) is not a \(what): \(error)", hint: hint)
    }
  }
}
