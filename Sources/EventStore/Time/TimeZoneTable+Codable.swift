extension TimeZoneTable: Codable {
  private enum CodingKeys: String, CodingKey {
    case name, initialOffset, transitions, rule
  }

  /// Decodes the format of ``encode(to:)``, with the checks of the memberwise initializer.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    var list = try container.nestedUnkeyedContainer(forKey: .transitions)
    var transitions: [Transition] = []
    while !list.isAtEnd {
      guard transitions.count < Self.maximumTransitions else {
        throw DecodingError.dataCorruptedError(
          in: list, debugDescription: "more than \(Self.maximumTransitions) transitions")
      }
      transitions.append(try list.decode(Transition.self))
    }
    do {
      try self.init(
        name: container.decode(String.self, forKey: .name),
        initialOffset: container.decode(Int32.self, forKey: .initialOffset),
        transitions: transitions,
        rule: container.decode(String.self, forKey: .rule))
    } catch let error as TimeZoneError {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath, debugDescription: error.description,
          underlyingError: error))
    }
  }

  /// Writes `{"name":…,"initialOffset":…,"transitions":[[instant,offset],…],"rule":…}`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(name, forKey: .name)
    try container.encode(initialOffset, forKey: .initialOffset)
    try container.encode(transitions, forKey: .transitions)
    try container.encode(rule, forKey: .rule)
  }
}

extension TimeZoneTable.Transition: Codable {
  /// Reads `[instant,offset]`.
  public init(from decoder: any Decoder) throws {
    var pair = try decoder.unkeyedContainer()
    instant = try pair.decode(Int64.self)
    offset = try pair.decode(Int32.self)
    guard pair.isAtEnd else {
      throw DecodingError.dataCorruptedError(
        in: pair, debugDescription: "a transition is an instant and an offset, nothing more")
    }
  }

  /// Writes `[instant,offset]`.
  public func encode(to encoder: any Encoder) throws {
    var pair = encoder.unkeyedContainer()
    try pair.encode(instant)
    try pair.encode(offset)
  }
}
