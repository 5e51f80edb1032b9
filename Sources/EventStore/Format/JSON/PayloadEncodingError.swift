/// The reason why a payload could not be encoded, with the offending member.
public struct PayloadEncodingError: Error, Hashable, Sendable {
  /// The kind of error.
  package enum Reason: Hashable, Sendable {
    /// A NaN or an infinity, which JSON cannot spell.
    case notFinite
    /// A key was written twice into one object. Detected only if its keys are sorted.
    case duplicate(key: String)
    /// Values nested deeper than `JSONScan.maximumDepth`.
    case tooDeep
    /// The type asked for containers of different kinds for one value.
    case mixedContainers
    /// The type itself threw an error, with this message.
    case refused(String)
  }

  /// The kind of error.
  package let reason: Reason
  /// The member from the outermost value inwards, such as `lines[2].price`; empty for the
  /// outermost value itself.
  package private(set) var path: String

  /// An error of the member at `path`.
  package init(_ reason: Reason, path: String = "") {
    self.reason = reason
    self.path = path
  }

  /// The same error, its path extended by the member `key` of the enclosing object.
  @usableFromInline
  func inside(_ key: String) -> Self {
    var error = self
    error.path = path.isEmpty || path.hasPrefix("[") ? key + path : key + "." + path
    return error
  }

  /// The encoding error for an error that a type's `encode(to:)` has thrown.
  static func translated(_ error: any Error) -> Self {
    if let error = error as? PayloadEncodingError { return error }
    if case .invalidValue(_, let context) = error as? EncodingError {
      return Self(.refused(context.debugDescription))
    }
    return Self(.refused(String(describing: error)))
  }
}

extension PayloadEncodingError: CustomStringConvertible {
  /// One line of plain English, such as `lines[2].price: a number that is not finite`.
  public var description: String { (path.isEmpty ? "" : path + ": ") + reason.description }
}

extension PayloadEncodingError.Reason: CustomStringConvertible {
  /// The reason in plain English.
  package var description: String {
    switch self {
    case .notFinite: "a number that is not finite"
    case .duplicate(let key): "duplicate key \(JSONWriter.quoted(key))"
    case .tooDeep: "nesting deeper than \(JSONScan.maximumDepth)"
    case .mixedContainers: "containers of different kinds for one value"
    case .refused(let words): words
    }
  }
}
