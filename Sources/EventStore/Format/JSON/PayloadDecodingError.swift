/// The reason why a payload could not be decoded, with the offending member.
public struct PayloadDecodingError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// A required member is missing.
    case missing
    /// The type expects one kind of value and the payload has another. Both are named with an
    /// article, as in "an integer".
    case mismatch(expected: String, found: String)
    /// The number is out of the range of the named type.
    case outOfRange(type: String)
    /// The bytes are not JSON.
    case malformed
    /// A key of a dictionary occurs twice.
    case duplicate(key: String)
    /// Values nested deeper than `JSONScan.maximumDepth`.
    case tooDeep
    /// The type itself rejected the value, with this message.
    case refused(String)
  }

  /// The kind of error.
  package let reason: Reason
  /// The member from the outermost value inwards, such as `lines[2].price`; empty for the
  /// outermost value itself.
  package private(set) var path: String
  /// The offset at which the value begins or reading ended. The functions of ``PayloadDecoder``
  /// document its origin.
  public let offset: Int

  /// An error of the member at `path`.
  package init(_ reason: Reason, path: String = "", at offset: Int) {
    self.reason = reason
    self.path = path
    self.offset = offset
  }

  /// The same error, its path extended by the member `key` of the enclosing object.
  func inside(_ key: String) -> Self {
    var error = self
    error.path = path.isEmpty || path.hasPrefix("[") ? key + path : key + "." + path
    return error
  }

  /// The same error, its path extended by the element `index` of the enclosing array.
  func inside(_ index: Int) -> Self { inside("[\(index)]") }
}

extension PayloadDecodingError: CustomStringConvertible {
  /// One line of plain English, such as
  /// `lines[2].price: expected an integer, found a string, at byte 31`.
  public var description: String {
    (path.isEmpty ? "" : path + ": ") + "\(reason), at byte \(offset)"
  }
}

extension PayloadDecodingError.Reason: CustomStringConvertible {
  /// The reason in plain English.
  package var description: String {
    switch self {
    case .missing: "missing"
    case .mismatch(let expected, let found): "expected \(expected), found \(found)"
    case .outOfRange(let type): "number out of range for \(type)"
    case .malformed: "malformed JSON"
    case .duplicate(let key): "duplicate key \(JSONWriter.quoted(key))"
    case .tooDeep: "nesting deeper than \(JSONScan.maximumDepth)"
    case .refused(let words): words
    }
  }
}
