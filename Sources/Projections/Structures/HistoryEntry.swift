import EventEngine

/// A step in the history of an order.
public struct HistoryEntry: Codable, Equatable, Sendable {
  public let position: Position
  public let time: Timestamp
  public let type: EventType
  public let actor: String?
}
