/// Encodes plain `Codable` payloads as JSON, straight into a buffer.
///
/// Without white space; strings as ``JSONWriter`` spells them; integers exactly; floating point
/// numbers by the shortest decimal that reads back the same, integral ones without a point (2 for
/// 2.0). An encoder is used by one thread at a time and reused for many payloads: it learns the
/// keys of types as it meets them. Encoders and containers it lends to an `encode(to:)` must not
/// be kept beyond it, and report no coding path: errors do.
public struct PayloadEncoder: ~Copyable {
  /// What is left open by the types themselves.
  package struct Options: Hashable, Sendable {
    /// What becomes of a member whose value is nil.
    package enum NilHandling: Sendable {
      /// It is left out.
      case omit
      /// It is written as `null`.
      case null
    }

    /// In which order the members of an object are written.
    package enum KeyOrder: Sendable {
      /// As the type encodes them: as they are declared, unless it says otherwise. Dictionaries
      /// and sets have no order that could be relied on.
      case asWritten
      /// As written, but dictionaries by the bytes of their keys, escapes included. Sets, and dictionaries whose
      /// keys are not text, which are written as arrays, are sorted by the bytes of their elements
      /// or keys: the same value always gives the same bytes.
      case canonical
    }

    /// Members whose value is nil.
    package var nilHandling: NilHandling
    /// The members of objects.
    package var keyOrder: KeyOrder
    /// Whether values are written in faster ways where their types have them; the bytes are the
    /// same. Without, `encode(to:)` alone says what is written: what the others are checked against.
    package var takesShortcuts: Bool

    /// For payloads unless stated otherwise.
    package init(
      nilHandling: NilHandling = .omit, keyOrder: KeyOrder = .asWritten, takesShortcuts: Bool = true
    ) {
      self.nilHandling = nilHandling
      self.keyOrder = keyOrder
      self.takesShortcuts = takesShortcuts
    }
  }

  private let output: PayloadOutput

  /// An encoder for payloads, with the default options.
  public init() { self.init(options: Options()) }

  /// An encoder that knows no keys yet. Allocates a few KiB for those it will learn.
  package init(options: Options) { output = PayloadOutput(options) }

  deinit { output.deallocate() }

  /// Appends a value as JSON. O(size), or O(size · log n) where something is sorted.
  ///
  /// - Throws: an error that names the member; nothing has been appended then.
  public mutating func encode<Value: Encodable>(
    _ value: Value, into bytes: inout [UInt8]
  ) throws(PayloadEncodingError) {
    let count = bytes.count
    output.begin(&bytes)
    defer { output.end(&bytes) }
    do {
      try output.write(value)
    } catch {
      output.writer.bytes.removeSubrange(count...)
      throw .translated(error)
    }
  }

  /// Appends a value as JSON, for a single value: an encoder that is kept is faster.
  ///
  /// - Throws: an error that names the member; nothing has been appended then.
  package static func encode<Value: Encodable>(
    _ value: Value, into bytes: inout [UInt8], options: Options = Options()
  ) throws(PayloadEncodingError) {
    var encoder = PayloadEncoder(options: options)
    try encoder.encode(value, into: &bytes)
  }

  /// SHA-256 over the value's canonical encoding, of which never more than a part is in memory: what
  /// is sorted. O(size · log n) at most.
  ///
  /// - Throws: an error that names the member.
  package static func digest<Value: Encodable>(
    of value: Value
  ) throws(PayloadEncodingError) -> Digest {
    let encoder = PayloadEncoder(options: Options(keyOrder: .canonical))
    do { return try encoder.output.digest(of: value) } catch { throw .translated(error) }
  }
}

/// The output has one owner, so another thread may have it.
extension PayloadEncoder: @unchecked Sendable {}
