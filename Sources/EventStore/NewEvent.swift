/// An event that is about to be recorded.
public struct NewEvent: Hashable, Sendable {
  /// Made by the journal when nil.
  public var id: EventID?
  public var type: EventType
  public var version: SchemaVersion
  public var tags: [Tag]
  /// A JSON object without insignificant white space.
  public var data: [UInt8]
  /// Personal data, recorded so that it can be erased.
  public var erasable: Erasable?

  /// What is physically removed when one of its subjects is erased.
  public struct Erasable: Hashable, Sendable {
    public var subjects: [Tag]
    /// A JSON object without insignificant white space.
    public var personal: [UInt8]?
    public var tags: [Tag]
    /// The keyed fingerprint of the command's content, for comparing a repeated command id.
    public var fingerprint: Fingerprint?

    public init(
      subjects: [Tag] = [], personal: [UInt8]? = nil, tags: [Tag] = [],
      fingerprint: Fingerprint? = nil
    ) {
      self.subjects = subjects
      self.personal = personal
      self.tags = tags
      self.fingerprint = fingerprint
    }
  }

  public init(
    id: EventID? = nil, type: EventType, version: SchemaVersion = 1, tags: [Tag] = [],
    data: [UInt8] = Array("{}".utf8), erasable: Erasable? = nil
  ) {
    self.id = id
    self.type = type
    self.version = version
    self.tags = tags
    self.data = data
    self.erasable = erasable
  }
}

/// A salted, keyed digest of a command's content. It tells equal content from other content and
/// nothing else.
public struct Fingerprint: Hashable, Sendable {
  /// 16 random bytes.
  public var salt: [UInt8]
  /// HMAC-SHA-256, 32 bytes.
  public var digest: [UInt8]

  public init(salt: [UInt8], digest: [UInt8]) {
    self.salt = salt
    self.digest = digest
  }
}
