/// An event that is about to be recorded.
public struct NewEvent: Hashable, Sendable {
  /// Created by the journal if nil.
  public var id: EventID?
  /// The time of the append if nil. Raised to that of the previous event if it is earlier.
  public var time: Timestamp?
  /// The type to record.
  public var type: EventType
  /// The version of the payload's shape.
  public var version: SchemaVersion
  /// The tags outside of the erasable section.
  public var tags: [Tag]
  /// A JSON object without insignificant white space.
  public var data: [UInt8]
  /// Personal data, recorded so that it can be erased.
  public var erasable: Erasable?

  /// The data that is physically removed when one of its subjects is erased.
  public struct Erasable: Hashable, Sendable {
    /// The tags of the subjects with whom the personal data is erased.
    public var subjects: [Tag]
    /// A JSON object without insignificant white space.
    public var personal: [UInt8]?
    /// Tags that are removed together with the data. Queries select by them until then.
    public var tags: [Tag]
    /// The salted, keyed digest of the command's content. It distinguishes a retried command from
    /// another one under the same id.
    public var fingerprint: KeyedDigest?
    /// 16 bytes; random ones are drawn if nil.
    public var salt: [UInt8]?

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
