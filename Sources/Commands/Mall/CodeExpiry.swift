import Domain
import EventEngine

/// Records the expiry of unused codes, once each. Driven by time only; it has no commands.
public struct CodeExpiry: TimeDriven {
  public typealias Event = MallEvent
  public typealias Command = Never
  public typealias Refusal = MallRefusal

  private var codes = LiveCodes()

  public init() {}

  public static let factTypes = LiveCodes.factTypes

  /// The events of all codes, since any of them may expire.
  public static let dueFacts = Query.of(factTypes)

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .code(let fact): codes.apply(fact, at: event.time, event.position)
    case .device, .account, .profile, .review, .object, .offer, .news, .happening, .programme,
      .gift, .transaction:
      break
    }
  }

  /// Returns the expiries that are due, oldest code first. Linear in the number of codes that no
  /// event has ended.
  public func due(at now: Moment) -> [DueItem<MallEvent>] {
    codes.codes.values
      .filter { $0.isTooOld(at: now.time) }
      .sorted { $0.position < $1.position }
      .map { DueItem([.codeExpired(CodeExpired(code: $0.code))], because: $0.position) }
  }
}
