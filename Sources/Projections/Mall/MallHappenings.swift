import Domain
import EventEngine

/// The events of the mall, the registered visitors and all users.
///
/// `MallShowcase` contains all of this, too. This state is smaller, so queries about events are
/// answered faster.
public struct MallHappenings: StoredState {
  private(set) var happenings = HappeningRegistry()
  private(set) var users = UserRegistry()

  public init() {}
}

extension MallHappenings {
  public static let name = "mall.events"

  public static let factTypes = HappeningRegistry.factTypes + UserRegistry.factTypes

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .happening(let fact): happenings.apply(fact, event)
    case .account(let fact): users.apply(fact)
    case .device, .code, .profile, .review, .object, .offer, .news, .programme, .gift,
      .transaction:
      return
    }
  }
}
