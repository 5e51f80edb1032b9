import Commands
import Domain
import EventEngine
import TestSupport
import Testing

/// Commands from few people about few things, so that they often meet. Every decision is checked to
/// need no more than its boundary (`Given` does that).
struct MallWalk {
  private(set) var history: [(event: MallEvent, time: Timestamp)] = []
  private var random: SeededRandom
  private var now = instant("2026-05-08T09:00:00Z")
  private var steps = 0

  init(seed: UInt64) {
    random = SeededRandom(seed: seed)
    for device in ["d-1", "d-2", "d-3"] as [JSONValue] {
      send(MallDevices.self, "mall.installApp", by: device, Self.phone)
    }
    for _ in 0..<30 { publish() }
  }

  var events: [MallEvent] { history.map(\.event) }

  mutating func step() {
    steps += 1
    now = now.advanced(byMilliseconds: Int64(Int.random(in: 0...40_000, using: &random)))
    switch Int.random(in: 0..<20, using: &random) {
    case 0...2:
      send(
        VerificationCodes.self, "mall.requestCode", by: device,
        ["phone": phone, "purpose": pick(["register", "register", "signIn", "changePhone"])])
    case 3...6: enterCode()
    case 7:
      if chance(4) {
        send(MallSession.self, "mall.signOut", by: user, chance(2) ? [:] : ["device": device])
      }
    case 8: step(in: MallRegistration.self, ["mall.skipReferral", "mall.skipSurvey"], [:])
    case 9, 10:
      send(
        MallRegistration.self, "mall.saveProfile", by: user,
        ["name": "Ева Петрова", "email": "eva@mail.ru"])
    case 11: send(MallRegistration.self, "mall.enterReferralCode", by: user, ["code": referral])
    case 12:
      send(
        MallRegistration.self, "mall.submitSurvey", by: user,
        ["dateOfBirth": "1990-01-01", "haveKids": .bool(true)])
    case 13: act()
    case 14...16:
      step(
        in: MallGifts.self, ["mall.buyOffer", "mall.startRedemption", "mall.confirmRedemption"],
        ["offer": offer])
    case 17: send(HappeningPlaces.self, "mall.registerForEvent", by: user, ["event": happening])
    case 18:
      if chance(2) { tick() }
    default: publish()
    }
  }

  /// What the admin does.
  private mutating func publish() {
    let whole = JSONValue.whole(Int.random(in: 0...60, using: &random))
    switch Int.random(in: 0..<9, using: &random) {
    case 0:
      send(
        MallObjects.self, "mall.publishObject",
        [
          "object": object, "category": "shops", "name": "Nike", "floor": whole, "logo": "l",
          "description": "d",
        ])
    case 1, 2:
      send(
        MallOffers.self, "mall.publishOffer",
        [
          "offer": offer, "object": object, "title": "Носки", "price": whole, "image": "i",
          "disclaimer": "d", "description": "d", "terms": "t", "confirmation": "c",
        ])
    case 3:
      send(
        MallOffers.self, "mall.editOffer", ["offer": offer, "object": object, "price": whole])
    case 4: send(MallOffers.self, "mall.withdrawOffer", ["offer": offer])
    case 5:
      if chance(3) { send(MallObjects.self, "mall.withdrawObject", ["object": object]) }
    case 6, 7:
      send(
        MallHappenings.self, "mall.scheduleEvent",
        [
          "event": happening, "title": "Концерт", "date": "2026-05-08", "price": whole,
          "capacity": .whole(2), "image": "i", "description": "d",
        ])
    default:
      if chance(3) { send(MallHappenings.self, "mall.cancelEvent", ["event": happening]) }
      send(
        MallHappenings.self, "mall.editEvent",
        ["event": happening, "price": whole, "capacity": .whole(2)])
    }
  }

  private mutating func act() {
    let actor = chance(2) ? user : device
    if chance(2) {
      send(AppRatings.self, "mall.rateApp", by: actor, ["stars": .whole(4)])
    } else {
      send(AppRatings.self, "mall.writeReview", by: actor, ["text": "Ура"])
    }
  }

  /// Often the right code on the right device.
  private mutating func enterCode() {
    let sent = events.compactMap { event in
      if case .codeSent(let fact) = event { fact } else { nil }
    }
    guard let last = sent.suffix(3).randomElement(using: &random), let personal = last.personal
    else { return }
    let isRight = !chance(3)
    send(
      VerificationCodes.self, "mall.verifyCode",
      by: chance(6) ? device : .string(last.code.device.rawValue),
      [
        "phone": .string(personal.phone.rawValue),
        "code": .string(isRight ? personal.digits.rawValue : "0000"),
      ])
  }

  private mutating func tick() {
    let expiry = CodeExpiry(folding: given(CodeExpiry.self).history)
    for item in expiry.due(at: Moment(now, in: .moscow)) {
      history += item.events.map { ($0, now) }
    }
  }
}

// MARK: - Sending

extension MallWalk {
  private mutating func step<D: Decider<MallEvent>>(
    in decider: D.Type, _ names: [String], _ data: JSONObject
  ) {
    send(decider, names[Int.random(in: names.indices, using: &random)], by: user, data)
  }

  private mutating func send<D: Decider<MallEvent>>(
    _ decider: D.Type, _ name: String, by actor: JSONValue = "admin", _ data: JSONObject
  ) {
    guard case .string(let actor) = actor, let shape = D.shapes.first(where: { $0.name == name }),
      let command = try? shape.command(
        data, by: actor, fresh: "id-\(steps)", seed: UInt64(steps))
    else {
      Issue.record("\(name) is misspelled")
      return
    }
    switch given(decider).when(command, at: now.rfc3339).decision {
    case .events(let new): history += new.map { ($0, now) }
    case .refused(let refusal): #expect(shape.refusals.contains(refusal.code))
    case .badForm, .nothingToDecide: Issue.record("\(name) was not decided")
    }
  }

  private func given<D: Decider<MallEvent>>(_: D.Type) -> Given<D> {
    history.reduce(Given<D>()) { $0.and(at: $1.time.rfc3339, $1.event) }
  }
}

// MARK: - Choosing

extension MallWalk {
  private static let phone: JSONObject = ["os": "iOS", "osVersion": "15", "model": "iPhone"]

  private var device: JSONValue { mutating get { pick(["d-1", "d-2", "d-3"]) } }
  private var phone: JSONValue {
    mutating get { pick(["+79160000001", "+79160000002", "+79160000003", "+79160000004"]) }
  }
  private var object: JSONValue { mutating get { pick(["nike", "puma"]) } }
  private var offer: JSONValue { mutating get { pick(["o-1", "o-2", "o-3", "o-4", "o-5"]) } }
  private var happening: JSONValue { mutating get { pick(["e-1", "e-2", "e-3", "e-4"]) } }

  /// Somebody registered, mostly.
  private var user: JSONValue {
    mutating get {
      let users = registrations.map { JSONValue.string($0.user.rawValue) }
      return pick(users + ["nobody"])
    }
  }

  private var referral: JSONValue {
    mutating get {
      pick(
        registrations.compactMap { $0.personal.map { .string($0.referralCode.rawValue) } } + ["X"])
    }
  }

  private var registrations: [MallUserRegistered] {
    events.compactMap { event in if case .userRegistered(let fact) = event { fact } else { nil } }
  }

  private mutating func pick(_ values: [JSONValue]) -> JSONValue {
    values[Int.random(in: values.indices, using: &random)]
  }

  /// True once in `often` times.
  private mutating func chance(_ often: Int) -> Bool {
    Int.random(in: 0..<often, using: &random) == 0
  }
}
