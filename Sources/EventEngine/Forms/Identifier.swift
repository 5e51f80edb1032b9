import EventStore

/// The id of something in a domain: 1 to 64 ASCII letters, digits, `.`, `_` and `-`. Case matters.
///
/// Fields check the ids of commands in JSON. A program must create an id from an untrusted text
/// with the failable initializer, since `init(rawValue:)` does not check its argument.
public protocol Identifier: TextValue {}

extension Identifier {
  /// Whether `text` is 1 to 64 ASCII letters, digits, `.`, `_` and `-`.
  public static func isValid(_ text: String) -> Bool { text.isIdentifier }

  /// The id with this text; nil if it is not valid.
  public init?(_ text: String) {
    guard Self.isValid(text) else { return nil }
    self.init(rawValue: text)
  }
}

/// The id of an actor: a person, a device, or one of the reserved ids `admin`, `gateway` and
/// `system`.
public struct ActorID: Identifier, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// An idempotency key or a correlation id, in the syntax of ids.
public struct CommandID: Identifier, ExpressibleByStringLiteral {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public init(stringLiteral value: String) { self.init(rawValue: value) }
}

/// An id with the tag of the thing that it names.
public protocol TaggedIdentifier: Identifier {
  /// The part of the tag before the `:`. It must never change, since journals hold it.
  static var tagKey: String { get }
}

extension TaggedIdentifier {
  /// The tag of every event about the thing.
  public var tag: Tag { Tag(Self.tagKey, rawValue) }
}

/// A kind of thing that has ids and that events are about. One line declares the kind and its id
/// type:
///
///     enum Book: Entity { static let tagKey = "book" }
///
/// The id type is `ID<Book>`, and the tag of the id `42` is `book:42`.
public protocol Entity {
  /// The part of the tag before the `:`. It must never change, since journals hold it.
  static var tagKey: String { get }
}

/// The id of a thing of one kind, recorded as a plain string.
public struct ID<Kind: Entity>: TaggedIdentifier, ExpressibleByStringLiteral {
  public let rawValue: String

  /// Does not check its argument; see ``Identifier``.
  @inlinable
  public init(rawValue: String) { self.rawValue = rawValue }

  /// - Precondition: the literal is a valid id.
  public init(stringLiteral text: String) {
    precondition(Self.isValid(text), "\"\(text)\" is not a valid id.")
    self.init(rawValue: text)
  }

  /// The part of the tag before the `:`, as its kind declares it.
  public static var tagKey: String { Kind.tagKey }
}

extension ID: Comparable {
  /// Lexicographic order of the texts.
  public static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
}
