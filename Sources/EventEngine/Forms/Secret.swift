/// A text that must not be shown: a password, a key. Printing it prints dots.
public struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text itself; for hashing and for nothing else.
  public let exposed: String

  public init(_ text: String) { exposed = text }

  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
