/// Why a payload could not be decoded, and which member of it is to blame.
public struct PayloadDecodingError: Error, Hashable, Sendable {
  /// What is wrong.
  public enum Reason: Hashable, Sendable {
    /// The type requires a member that is not there.
    case missing
    /// The type wants one thing, the payload has another; both with their article, as in
    /// "an integer".
    case mismatch(expected: String, found: String)
    /// The number does not fit the named type.
    case outOfRange(type: String)
    /// The bytes are not JSON.
    case malformed
    /// A key of a dictionary occurs twice.
    case duplicate(key: String)
    /// Values inside one another beyond ``JSONScan/maximumDepth``.
    case tooDeep
    /// The type itself refused the value, in its own words.
    case refused(String)
  }

  /// What is wrong there.
  public let reason: Reason
  /// The member from the outermost value inwards, such as `lines[2].price`; empty for the
  /// outermost value itself.
  public private(set) var path: String
  /// Where the value begins, or reading ended, counted as ``PayloadDecoder`` counts.
  public let offset: Int

  /// An error of the member at `path`.
  package init(_ reason: Reason, path: String = "", at offset: Int) {
    self.reason = reason
    self.path = path
    self.offset = offset
  }

  /// The same error seen from the object that has the member `key`.
  func inside(_ key: String) -> Self {
    var error = self
    error.path = path.isEmpty || path.hasPrefix("[") ? key + path : key + "." + path
    return error
  }

  /// The same error seen from the array that has the element `index`.
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
  /// What is wrong, in plain English.
  public var description: String {
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
