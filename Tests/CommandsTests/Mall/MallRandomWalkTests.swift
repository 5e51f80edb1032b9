import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `Whatever happens in the mall` {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `points are conserved, places are limited and decisions need only their boundaries`(
    seed: UInt64
  ) {
    var walk = MallWalk(seed: seed)
    for _ in 0..<700 { walk.step() }
    var books = MallBooks()
    for event in walk.events { books.enter(event) }
    #expect(books.transactions >= 8, "a walk that goes nowhere proves nothing")
    #expect(books.places > 0 && books.codesUsed > 3 && books.expiries > 0)
  }
}

/// What must hold after every event, kept in a way of its own.
private struct MallBooks {
  private(set) var transactions = 0
  private(set) var places = 0
  private(set) var codesUsed = 0
  private(set) var expiries = 0
  private var balances: [MallUserID: Int] = [:]
  /// What the other facts say that was given and paid.
  private var expected = 0
  private var happenings: [HappeningID: HappeningContent] = [:]
  private var prices: [HappeningID: [Int]] = [:]
  private var phones: [MallPhoneKey: MallUserID] = [:]
  private var referralCodes: Set<ReferralCode> = []
  private var users: [MallDeviceID: MallUserID] = [:]
  private var ended: Set<MallCodeID> = []
  private var owed = 0

  mutating func enter(_ event: MallEvent) {
    switch event {
    case .pointsMoved(let fact):
      transactions += 1
      #expect(fact.points != .zero)
      balances[fact.user, default: 0] += fact.points.rawValue
      #expect(balances[fact.user, default: 0] >= 0)
      owed -= fact.points.rawValue
    case .profileSaved(let fact): give(fact.points)
    case .referralCodeEntered(let fact):
      #expect(fact.user != fact.referrer)
      give(fact.points + fact.referrerPoints)
    case .surveySubmitted(let fact): give(fact.points)
    case .offerBought(let fact): give(-fact.price)
    case .happeningJoined(let fact): join(fact)
    case .happeningScheduled(let fact): happenings[fact.event] = fact.content
    case .happeningEdited(let fact): happenings[fact.event] = fact.content
    case .happeningCancelled(let fact):
      give(Points(rawValue: prices[fact.event, default: []].reduce(0, +)))
    case .userRegistered, .phoneChanged, .userSignedIn, .userSignedOut: enterAccount(event)
    case .codeUsed(let fact):
      codesUsed += 1
      #expect(ended.insert(fact.code.id).inserted)
    case .codeLapsed(let fact): #expect(ended.insert(fact.code.id).inserted)
    case .codeExpired(let fact):
      expiries += 1
      #expect(ended.insert(fact.code.id).inserted)
    default: break
    }
  }

  /// The transactions stand right behind the fact that they follow from.
  private mutating func give(_ points: Points) {
    #expect(owed == 0)
    owed += points.rawValue
  }

  private mutating func join(_ fact: HappeningJoined) {
    give(-fact.price)
    places += 1
    prices[fact.event, default: []].append(fact.price.rawValue)
    let capacity = happenings[fact.event]?.capacity?.rawValue ?? .max
    #expect(prices[fact.event, default: []].count <= capacity)
  }

  private mutating func enterAccount(_ event: MallEvent) {
    switch event {
    case .userRegistered(let fact):
      guard let personal = fact.personal else { return }
      #expect(phones.updateValue(fact.user, forKey: personal.phoneKey) == nil)
      #expect(referralCodes.insert(personal.referralCode).inserted)
    case .phoneChanged(let fact):
      guard let personal = fact.personal else { return }
      if let former = personal.formerPhoneKey { phones[former] = nil }
      #expect(phones.updateValue(fact.user, forKey: personal.phoneKey) == nil)
    case .userSignedIn(let fact):
      #expect(users[fact.device] == nil || users[fact.device] == fact.user)
      users[fact.device] = fact.user
    case .userSignedOut(let fact):
      #expect(users.removeValue(forKey: fact.device) == fact.user)
    default: break
    }
  }
}
