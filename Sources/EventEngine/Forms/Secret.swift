/// A text that must not be printed, such as a password or a key. Its description is dots.
public struct Secret: Equatable, Sendable, CustomStringConvertible, CustomDebugStringConvertible,
  CustomReflectable
{
  /// The text itself: to hash it, to store it beside the journal, or to return it once to its
  /// sender.
  public let exposed: String

  /// Wraps a text, which is not checked.
  public init(_ text: String) { exposed = text }

  public var description: String { "•••" }
  public var debugDescription: String { "•••" }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
