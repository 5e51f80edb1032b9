public struct PayloadEncodingError: Error, Hashable, Sendable {}
public enum PayloadEncoder {
  public static func encode(_ value: some Encodable, into bytes: inout [UInt8]) throws(PayloadEncodingError) {}
}
