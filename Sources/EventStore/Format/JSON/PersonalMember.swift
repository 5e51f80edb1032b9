import Synchronization

/// The rule that the payload of an event leaves its personal data to the section that can be erased.
enum PersonalMember {
  private static let known = Mutex<[ObjectIdentifier: Bool]>([:])

  /// Whether the `Codable` form of a payload has the member `personal`, since it declares no
  /// `CodingKeys`. O(1) after the first call for a type.
  static func isRecordedInPayload<Payload: Decodable>(of type: Payload.Type) -> Bool {
    let id = ObjectIdentifier(type)
    if let known = known.withLock({ $0[id] }) { return known }
    let isRecorded = PayloadMembers.of(type).contains { $0.name == "personal" }
    known.withLock { $0[id] = isRecorded }
    return isRecorded
  }
}
