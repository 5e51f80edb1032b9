import EventEngine

/// Files with receipts and proofs.
enum ReceiptFile {
  static func receipt(_ path: String) throws -> HeadReceipt {
    try read(path, "receipt", hint: "\(toolName) verify --json prints one") {
      (bytes) throws(PayloadDecodingError) in try HeadReceipt(bytes)
    }
  }

  static func proof(_ path: String) throws -> EventProof {
    try read(path, "proof", hint: "\(toolName) audit --proof POSITION prints one") {
      (bytes) throws(PayloadDecodingError) in try EventProof(bytes)
    }
  }

  static let limit = 64 << 20

  private static func read<Value>(
    _ path: String, _ what: String, hint: String,
    _ decode: ([UInt8]) throws(PayloadDecodingError) -> Value
  ) throws -> Value {
    let bytes = try ToolFailure.naming(path) { () throws(SystemError) in
      try SmallFile.contents(of: path, limit: limit)
    }
    do throws(PayloadDecodingError) { return try decode(bytes) } catch {
      throw ToolFailure(.malformedInput, "\(path) is not a \(what): \(error)", hint: hint)
    }
  }
}
