import Commands
import Domain
import EventChecking
import EventEngine

/// A bug in a decider.
protocol DeciderBug {
  associatedtype Base: Decider

  static func boundary(of command: Base.Command, _ base: Base) -> Query
  static func decide(
    _ command: Base.Command, at now: Moment, _ base: Base
  ) throws(Base.Refusal) -> [Base.Event]
  static func oneTimeValues(of command: Base.Command) -> [CommandValue]
}

extension DeciderBug {
  static func boundary(of command: Base.Command, _ base: Base) -> Query {
    base.boundary(of: command)
  }

  static func decide(
    _ command: Base.Command, at now: Moment, _ base: Base
  ) throws(Base.Refusal) -> [Base.Event] {
    try base.decide(command, at: now)
  }

  static func oneTimeValues(of command: Base.Command) -> [CommandValue] {
    Base.oneTimeValues(of: command)
  }
}

/// A decider of the product with a planted bug.
struct Planted<Bug: DeciderBug>: Decider {
  private var base = Bug.Base()

  static var shapes: [CommandShape<Bug.Base.Command>] { Bug.Base.shapes }
  static var factTypes: [EventType] { Bug.Base.factTypes }

  mutating func apply(_ event: Recorded<Bug.Base.Event>) { base.apply(event) }

  func boundary(of command: Bug.Base.Command) -> Query { Bug.boundary(of: command, base) }

  func decide(
    _ command: Bug.Base.Command, at now: Moment
  ) throws(Bug.Base.Refusal) -> [Bug.Base.Event] {
    try Bug.decide(command, at: now, base)
  }

  static func answer(
    to command: Bug.Base.Command, _ events: [Bug.Base.Event], in locale: Language
  ) throws(Bug.Base.Refusal) -> [CommandValue] {
    try Bug.Base.answer(to: command, events, in: locale)
  }

  static func oneTimeValues(of command: Bug.Base.Command) -> [CommandValue] {
    Bug.oneTimeValues(of: command)
  }
}

/// Rules: a user gets a second trial.
enum SecondTrial: DeciderBug {
  typealias Base = Subscriptions

  static func decide(
    _ command: Subscriptions.Command, at now: Moment, _ base: Subscriptions
  ) throws(ModsRefusal) -> [ModsEvent] {
    do throws(ModsRefusal) { return try base.decide(command, at: now) } catch {
      guard error == .trialAlreadyUsed, case .startTrial(let user) = command else { throw error }
      return [.trialStarted(TrialStarted(user: user, until: now.time.advanced(bySeconds: 1)))]
    }
  }
}

/// Boundary: the query omits the decisive events.
enum ForgottenFact: DeciderBug {
  typealias Base = HabitsOnboarding

  static func boundary(
    of command: HabitsOnboarding.Command, _ base: HabitsOnboarding
  ) -> Query { .nothing }
}

/// Interface: a refusal that no shape lists.
enum StrangeRefusal: DeciderBug {
  typealias Base = NFTLikes

  static func decide(
    _ command: NFTLikes.Command, at now: Moment, _ base: NFTLikes
  ) throws(NFTRefusal) -> [NFTEvent] {
    do throws(NFTRefusal) { return try base.decide(command, at: now) } catch {
      throw .cartEmpty
    }
  }
}

/// Idempotency: the answer depends on more than the recorded events.
enum ForgetfulAnswer: DeciderBug {
  typealias Base = ModDownloads

  static func oneTimeValues(of command: ModDownloads.Command) -> [CommandValue] {
    [CommandValue("hint", "Спасибо")]
  }
}

/// Time: expired items are recorded again at every tick.
struct ExpiringForEver: TimeDriven {
  private var base = SubscriptionExpiries()

  static let shapes: [CommandShape<Never>] = []
  static let factTypes = SubscriptionExpiries.factTypes
  static let dueFacts = SubscriptionExpiries.dueFacts

  mutating func apply(_ event: Recorded<ModsEvent>) {
    if case .subscriptionExpired = event.event { return }
    base.apply(event)
  }

  func due(at now: Moment) -> [DueItem<ModsEvent>] { base.due(at: now) }
  func boundary(of command: Never) -> Query {}
  func decide(_ command: Never, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {}
}
