/// An event of one domain: an enum with one case per event. The compiler then reports every
/// `switch` that does not handle a new case.
public protocol Event: Sendable, Equatable {
  /// The recorded shapes a journal may hold, each with its event.
  static var catalog: EventCatalog<Self> { get }

  /// The recorded shape of this event.
  var payload: any EventPayload { get }

  /// The subjects whose personal data must be erased after this event. An event that has any is
  /// refused unless ``typesDueForErasure`` lists its type.
  var dueForErasure: [Tag] { get }

  /// The types of all events with such subjects.
  static var typesDueForErasure: [EventType] { get }

  /// The time from the event until the erasure is due, in milliseconds.
  static var erasureDelay: Int64 { get }
}

extension Event {
  public var dueForErasure: [Tag] { [] }
  public static var typesDueForErasure: [EventType] { [] }
  public static var erasureDelay: Int64 { 0 }
}

/// A shape that journals hold: the current one of a fact, or one that is retired.
///
/// Type and version are frozen once recorded.
public protocol RecordedShape: Decodable, Sendable {
  /// The current shape of the same fact.
  associatedtype Current: EventPayload
  /// Personal data, recorded separately so that it can be erased.
  associatedtype Personal: Codable & Sendable & Equatable = Never

  /// The recorded type, such as `library.bookLent`; unique with the version.
  static var type: EventType { get }
  /// The version of the shape; 1 by default.
  static var version: SchemaVersion { get }

  /// The separately recorded data; nil if there is none or it is erased. Not part of `Codable`: a
  /// payload with personal data declares its `CodingKeys` without it.
  var personal: Personal? { get set }

  /// The same fact in its current shape.
  consuming func upcastToCurrent() -> Current

  /// Decodes the payload of a record, through ``FastDecodable`` if the shape conforms to it.
  static func decode(
    _ record: RecordView, with decoder: inout PayloadDecoder
  ) throws(PayloadDecodingError) -> Self
}

extension RecordedShape {
  @inlinable
  public static func decode(
    _ record: RecordView, with decoder: inout PayloadDecoder
  ) throws(PayloadDecodingError) -> Self {
    try record.payload(Self.self, with: &decoder)
  }
}

extension RecordedShape where Self: FastDecodable, Personal: FastDecodable {
  @inlinable
  public static func decode(
    _ record: RecordView, with decoder: inout PayloadDecoder
  ) throws(PayloadDecodingError) -> Self {
    if let payload = record.predictedPayload(Self.self, with: &decoder) { return payload }
    return try record.payload(Self.self, with: &decoder)
  }
}

/// The recorded shape of one fact.
public protocol EventPayload: RecordedShape, Encodable, Equatable where Current == Self {
  /// The tags of the fact's subjects. They contain no personal data in the clear.
  var tags: [Tag] { get }

  /// The tags of the subjects of `personal`. An erasure of any of these subjects removes the data.
  /// An event with personal data and no subjects is refused.
  var subjects: [Tag] { get }

  /// Tags made from personal data, as keyed digests. They are erased together with the data.
  var personalTags: [Tag] { get }
}

extension EventPayload {
  public static var version: SchemaVersion { 1 }
  public var subjects: [Tag] { [] }
  public var personalTags: [Tag] { [] }
  public consuming func upcastToCurrent() -> Self { self }
}

/// A shape that journals still hold and that is no longer recorded. It can be read, but is not
/// `Encodable`, so it is never recorded by mistake. It is never edited.
///
/// By default it has the type of the next newer shape. If the fact was recorded under another type,
/// every query and every list of types that names the current type names the former one, too.
public protocol RetiredPayload: RecordedShape where Current == Next.Current {
  /// The shape to which this one is upcast: a newer retired one, or the current one.
  associatedtype Next: RecordedShape

  /// The same fact in the next newer shape.
  func upcast() -> Next
}

extension RetiredPayload {
  public static var type: EventType { Next.type }
  public consuming func upcastToCurrent() -> Current { upcast().upcastToCurrent() }
}

extension RecordedShape where Personal == Never {
  public var personal: Never? {
    get { nil }
    set {}
  }
}
