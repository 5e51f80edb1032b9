/// An event that is about to be recorded.
public struct NewEvent: Hashable, Sendable {
  /// The event's id; nil for one that the journal creates.
  public var id: EventID?
  /// The event's time; nil for that of the append. A time before that of the previous event is
  /// raised to it.
  public var time: Timestamp?
  /// The type to record.
  public var type: EventType
  /// The version of the payload's shape.
  public var version: SchemaVersion
  /// The tags outside of the erasable section.
  public var tags: [Tag]
  /// A JSON object without insignificant white space.
  public var data: [UInt8]
  /// The section that can be erased: personal data, its subjects, and tags made from it.
  public var erasable: Erasable?
  /// The earlier event that led to this one, instead of the one named by the append's cause.
  package var because: Position?

  /// The data that is physically removed when one of its subjects is erased.
  public struct Erasable: Hashable, Sendable {
    /// The tags of the subjects. An erasure of any subject removes the section.
    public var subjects: [Tag]
    /// A JSON object without insignificant white space.
    public var personal: [UInt8]?
    /// Tags made from personal data. Queries select by them until the section is erased.
    public var tags: [Tag]
    /// The keyed digest of the salt and the command's content. It distinguishes a retried command
    /// from another one under the same id.
    package var fingerprint: KeyedDigest?
    /// The 16 bytes that are hashed before the section, so that its commitment reveals nothing
    /// about it; nil for random ones.
    package var salt: [UInt8]?

    /// - Parameter personal: a JSON object without insignificant white space.
    public init(
      subjects: [Tag] = [], personal: [UInt8]? = nil, tags: [Tag] = [],
      fingerprint: KeyedDigest? = nil, salt: [UInt8]? = nil
    ) {
      self.subjects = subjects
      self.personal = personal
      self.tags = tags
      self.fingerprint = fingerprint
      self.salt = salt
    }
  }

  /// - Parameter data: a JSON object without insignificant white space.
  public init(
    id: EventID? = nil, time: Timestamp? = nil, type: EventType, version: SchemaVersion = 1,
    tags: [Tag] = [], data: [UInt8] = Array("{}".utf8), erasable: Erasable? = nil
  ) {
    self.id = id
    self.time = time
    self.type = type
    self.version = version
    self.tags = tags
    self.data = data
    self.erasable = erasable
  }
}
