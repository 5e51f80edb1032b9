import Domain
import EventStore

/// A fold whose state can be told from another by its digest.
public protocol DigestedFold: AnyObject {
  var name: String { get }

  /// SHA-256 over the state's canonical encoding.
  func digest() throws(PayloadEncodingError) -> Digest
}

/// The state of one projection while it is folded.
public final class StateFold<P: Projection>: EventFold, DigestedFold {
  public var state = P()

  public init() {}

  public var name: String { P.shape.name }
  public var factTypes: [EventType] { P.factTypes }

  public func apply(_ event: Recorded<P.Event>) { state.apply(event) }

  public func digest() throws(PayloadEncodingError) -> Digest {
    var encoder = PayloadEncoder(options: .init(keyOrder: .sorted))
    var bytes: [UInt8] = []
    try encoder.encode(state, into: &bytes)
    return SHA256.hash(bytes)
  }
}
