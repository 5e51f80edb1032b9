import Checking
import Commands
import Domain
import EventEngine
import Projections
import Testing

@testable import EventChecking

/// Bugs planted in the mall's rules and read models, one for each law that they break.
@Suite struct `A bug planted in the mall` {
  /// A mall with few rules, so that random stories reach deep states soon. It has only the read
  /// models that the laws query.
  private func mall(
    _ rules: [any Decider<MallEvent>.Type],
    codes: any Decider<MallEvent>.Type = CodeExpiry.self,
    showing planted: (any Projection<MallEvent>.Type)...,
    insteadOf original: (any Projection<MallEvent>.Type)...
  ) -> CheckedDomain {
    let models: [any Projection<MallEvent>.Type] = [
      MallStart.self, MallNotifications.self, Happenings.self, PointsBalance.self,
      PointsLedger.self, TransactionHistory.self, MyGifts.self, MallCatalogue.self,
    ]
    let kept = models.filter { model in !original.contains { $0 == model } }
    return CheckedDomain(
      DomainCommands("mall", of: MallEvent.self, Self.entrance + [codes] + rules),
      ReadModels("mall", of: MallEvent.self, kept + planted), VisitorSource.self,
      MallLaws.self)
  }

  private static let entrance: [any Decider<MallEvent>.Type] = [
    MallDevices.self, VerificationCodes.self,
  ]
  private static let events: [any Decider<MallEvent>.Type] = [
    MallHappenings.self, HappeningPlaces.self,
  ]

  @Test func `is not found in a mall without one`() throws {
    let rules: [any Decider<MallEvent>.Type] = [MallSession.self, MallRegistration.self]
    var check = try Check([mall(Self.events + rules)], seed: 7, length: 30)
    check.lawGroups = 1..<2
    let failure = check.failure(runs: 15)
    #expect(failure == nil, "\(String(describing: failure?.violation))")
    #expect(check.tally.rows.reduce(0) { $0 + $1.accepted } > 50)
  }

  @Test func `that rewards a user for inviting an earlier user is detected`() throws {
    try expectDetected(
      "domain invariant", in: mall([Planted<LateFriend>.self]), seed: 7, length: 30, turns: 8)
  }

  @Test func `that refunds another sum than was paid is detected`() throws {
    let rules: [any Decider<MallEvent>.Type] = [
      MallHappenings.self, Planted<GenerousRefund>.self,
    ]
    try expectDetected("domain invariant", in: mall(rules), turns: 8)
  }

  @Test func `that lets codes expire at a wrong time or not at all is detected`() throws {
    try expectDetected(
      "domain invariant", in: mall([], codes: PlantedDue<HastyCodes>.self), length: 30)
    try expectDetected(
      "domain invariant", in: mall([], codes: PlantedDue<ForgottenDevice>.self), length: 60,
      turns: 10)
  }

  @Test func `that keeps the place of a user who left is detected`() throws {
    try expectDetected(
      "read model invariant",
      in: mall(Self.events, showing: PlantedFold<KeptPlace>.self, insteadOf: Happenings.self),
      seed: 4, turns: 8)
  }

  @Test(
    arguments: [
      (PlantedFold<DeafToOff>.self, 10), (PlantedFold<StaleVisitor>.self, 5),
      (PlantedFold<StaleDevice>.self, 5),
    ] as [(any Projection<MallEvent>.Type, UInt64)])
  func `that notifies a device that is not concerned is detected`(
    planted: any Projection<MallEvent>.Type, seed: UInt64
  ) throws {
    let session: [any Decider<MallEvent>.Type] = [MallSession.self]
    try expectDetected(
      "read model invariant",
      in: mall(
        Self.events + session, showing: planted, insteadOf: MallNotifications.self),
      seed: seed, turns: 8)
  }

  @Test func `that forgets a step that was passed is detected`() throws {
    let rules: [any Decider<MallEvent>.Type] = [MallRegistration.self]
    try expectDetected(
      "read model invariant",
      in: mall(rules, showing: PlantedFold<ForgottenStep>.self, insteadOf: MallStart.self),
      seed: 11, turns: 8)
  }
}

/// The commands of a small mall whose users hurry: each step is likely as soon as it is possible.
/// Its events are free and last long.
private struct VisitorSource: CommandSource {
  private var base = MallSource()
  private var done: Set<EventType> = []

  init() {}

  mutating func apply(_ event: Recorded<MallEvent>) {
    base.apply(event)
    done.insert(event.type)
  }

  func weight(of command: String, at now: Timestamp) -> Int {
    let hasJoined = done.contains(HappeningJoined.type)
    let isRegistered = done.contains(MallUserRegistered.type)
    return switch command {
    case "mall.installApp": once(AppInstalled.type)
    case "mall.finishOnboarding": once(MallOnboardingFinished.type)
    case "mall.setNotifications": once(NotificationsChanged.type)
    case "mall.scheduleEvent": once(HappeningScheduled.type)
    case "mall.registerForEvent": isRegistered ? hasJoined ? 10 : 60 : 0
    case "mall.leaveEvent", "mall.signOut", "mall.cancelEvent": hasJoined ? 30 : 0
    case "mall.saveProfile", "mall.enterReferralCode", "mall.skipReferral": isRegistered ? 20 : 0
    case "mall.editEvent", "mall.registerPushToken", "mall.skipSurvey", "mall.submitSurvey": 0
    default: base.weight(of: command, at: now)
    }
  }

  /// The weight of a command that is needed once, until it was accepted.
  private func once(_ type: EventType) -> Int { done.contains(type) ? 2 : 30 }

  func person(for command: String, _ choices: inout Choices) -> String {
    base.person(for: command, &choices)
  }

  func value(of field: String, in draft: Draft, _ choices: inout Choices) -> JSONValue? {
    switch field {
    case "price": .whole(0)
    case "date": draft.day(90)
    default: base.value(of: field, in: draft, &choices)
    }
  }
}

/// A bug in the rules: every event about a user counts as the first of the journal, so that all
/// users have registered at the same time.
private enum LateFriend: DeciderBug {
  typealias Base = MallRegistration

  static func apply(_ event: Recorded<MallEvent>, _ base: inout MallRegistration) {
    base.apply(event.changed(position: Position(rawValue: 1)))
  }
}

/// A bug in the rules: a user who leaves gets a point more than was paid.
private enum GenerousRefund: DeciderBug {
  typealias Base = HappeningPlaces

  static func decide(
    _ command: HappeningPlaces.Command, at now: Moment, _ base: HappeningPlaces
  ) throws(MallRefusal) -> [MallEvent] {
    try base.decide(command, at: now).map { event in
      guard case .happeningLeft(let fact) = event else { return event }
      let refund = fact.refund + Points(rawValue: 1)
      return .happeningLeft(HappeningLeft(user: fact.user, event: fact.event, refund: refund))
    }
  }
}

/// A bug in a fold: the place of a user who left stays taken.
private enum KeptPlace: ProjectionBug {
  typealias Base = Happenings
  static let omitted = [HappeningLeft.type]
}

/// A bug in a fold: notifications are never turned off.
private enum DeafToOff: ProjectionBug {
  typealias Base = MallNotifications

  static func apply(
    _ event: Recorded<MallEvent>, _ base: inout Base.State, _ extra: inout Nothing
  ) {
    if case .notificationsChanged(let fact) = event.event, !fact.isEnabled { return }
    base.apply(event)
  }
}

/// A bug in a fold: a user who left an event stays registered for it.
private enum StaleVisitor: ProjectionBug {
  typealias Base = MallNotifications
  static let omitted = [HappeningLeft.type]
}

/// A bug in a fold: a user who signed out stays signed in.
private enum StaleDevice: ProjectionBug {
  typealias Base = MallNotifications
  static let omitted = [MallUserSignedOut.type]
}

/// Fold: the step of the referral code is never passed.
private enum ForgottenStep: ProjectionBug {
  typealias Base = MallStart
  static let omitted = [ReferralSkipped.type]
}
