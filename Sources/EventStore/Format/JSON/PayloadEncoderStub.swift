public struct PayloadEncodingError: Error, Hashable, Sendable {}
public struct PayloadEncoder: ~Copyable {
  public struct Options: Hashable, Sendable {
    public enum NilHandling: Sendable { case omit, null }
    public enum KeyOrder: Sendable { case asWritten, sorted }
    public init(nilHandling: NilHandling = .omit, keyOrder: KeyOrder = .asWritten) {}
  }
  public init(options: Options = Options()) { }
  public mutating func encode<V: Encodable>(_ value: V, into bytes: inout [UInt8]) throws(PayloadEncodingError) {}
}
