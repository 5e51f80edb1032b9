/// Encodes plain `Codable` payloads as JSON, directly into an array of bytes.
///
/// The JSON has no white space. Strings are spelled as by `JSONWriter`. Floating point numbers are
/// written as the shortest decimal that reads back the same, whole ones without a point (2 for
/// 2.0). Use an encoder from one thread at a time, and reuse it for many payloads. Do not store the
/// encoders and containers that it lends to an `encode(to:)`. Their `codingPath` is empty; errors
/// name the path.
public struct PayloadEncoder: ~Copyable {
  /// The choices that types leave open.
  package struct Options: Hashable, Sendable {
    /// Whether a nil member is written as `null`. Otherwise it is omitted.
    package var writesNil: Bool
    /// Whether the same value always gives the same bytes: dictionaries are sorted by the bytes of
    /// their keys as spelled in JSON. Sets, and dictionaries that are written as arrays because
    /// their keys are not texts, are sorted by the bytes of their elements or keys. Otherwise the
    /// order of dictionaries and sets is undefined. The members of other values are always in the
    /// order in which the type encodes them, which is by default that of declaration.
    package var isCanonical: Bool
    /// Whether ``FastEncodable`` and other shortcuts are used. The bytes are the same. If false,
    /// only `encode(to:)` is used, as the reference in tests.
    package var takesShortcuts: Bool
    /// Whether an element of a list is copied from the previous value's bytes if that value has an
    /// element with the same memory contents at the same index. Saves time for series of similar
    /// values.
    package var copiesElements: Bool

    /// Creates options. The default ones are those of payloads.
    package init(
      writesNil: Bool = false, isCanonical: Bool = false,
      takesShortcuts: Bool = true, copiesElements: Bool = false
    ) {
      self.writesNil = writesNil
      self.isCanonical = isCanonical
      self.takesShortcuts = takesShortcuts
      self.copiesElements = copiesElements
    }
  }

  private let output: PayloadOutput

  /// An encoder for payloads, with the default options.
  public init() { self.init(options: Options()) }

  /// An encoder with the caches of a released encoder with the same options, or with new ones of
  /// about 20 KiB.
  package init(options: Options) {
    output = Self.spares.take { $0.options == options } ?? PayloadOutput(options)
  }

  deinit {
    // An output with buffers is not kept: they may be as long as the encoded values.
    if !output.hasBuffers, Self.spares.put(output) { return }
    output.deallocate()
  }

  private static let spares = SparePool<PayloadOutput>()

  /// Appends a value as JSON. O(size), or O(size · log n) if something is sorted.
  ///
  /// - Throws: an error that names the member; nothing is appended then.
  public mutating func encode<Value: Encodable>(
    _ value: Value, into bytes: inout [UInt8]
  ) throws(PayloadEncodingError) {
    let count = bytes.count
    let written = unsafe output.storage.pointee.written
    written?.begin()
    output.begin(&bytes)
    defer { output.end(&bytes) }
    do {
      try output.write(value)
      written?.end(output.writer.bytes)
    } catch {
      output.writer.bytes.removeSubrange(count...)
      written?.discard()
      throw .translated(error)
    }
  }

  /// Appends a single value as JSON. A reused encoder is faster.
  ///
  /// - Throws: an error that names the member; nothing is appended then.
  package static func encode<Value: Encodable>(
    _ value: Value, into bytes: inout [UInt8], options: Options = Options()
  ) throws(PayloadEncodingError) {
    var encoder = PayloadEncoder(options: options)
    try encoder.encode(value, into: &bytes)
  }

  /// SHA-256 over the value's canonical encoding. Only the parts to be sorted are held in memory.
  /// O(size · log n) at most.
  ///
  /// - Throws: an error that names the member.
  package static func digest<Value: Encodable>(
    of value: Value
  ) throws(PayloadEncodingError) -> Digest {
    let encoder = PayloadEncoder(options: Options(isCanonical: true))
    do { return try encoder.output.digest(of: value) } catch { throw .translated(error) }
  }
}

/// The output has a single owner, so it can move to another thread.
extension PayloadEncoder: @unchecked Sendable {}
