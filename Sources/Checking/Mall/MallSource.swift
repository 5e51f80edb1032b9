import Domain
import EventChecking
import EventEngine

/// Generates commands for a small mall: for three devices and the people who register on them.
public struct MallSource: CommandSource {
  struct Code {
    let phone: String
    let digits: String
    let device: String
    let id: MallCodeID
    let sentAt: Timestamp

    func isLive(at now: Timestamp) -> Bool {
      now.milliseconds(since: sentAt) < SentCode.lifetime
    }
  }

  var devices: [String] = []
  var users: [String] = []
  var signedIn: [(user: String, device: String)] = []
  var phones: [(phone: String, user: String)] = []
  var referralCodes: [(code: String, user: String)] = []
  var codes: [Code] = []
  var profiles: [String] = []
  var objects: [String] = []
  var offers: [String] = []
  var news: [String] = []
  var happenings: [String] = []
  var gifts: [(user: String, offer: String, isStarted: Bool)] = []
  /// The number of consecutive wrong tries.
  var wrongTries = 0
  /// The phones whose codes became invalid after too many wrong tries.
  var guessed: [String] = []
  /// The time of the last wrong try.
  private var triedAt = Timestamp.earliest
  var reviewers: [String] = []
  /// The registrations for events.
  var joined: [(user: String, event: String)] = []

  public init() {}

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event {
    case .appInstalled(let fact): devices.append(fact.device.rawValue)
    case .codeSent(let fact):
      guard let personal = fact.personal else { return }
      let phone = personal.phone.rawValue
      codes.removeAll { $0.phone == phone }
      let (digits, device) = (personal.digits.rawValue, fact.code.device.rawValue)
      codes.append(
        Code(
          phone: phone, digits: digits, device: device, id: fact.code.id, sentAt: event.time))
      wrongTries = 0
    case .wrongCodeEntered(let fact):
      triedAt = event.time
      recordWrongTry(fact)
    case .codeUsed(let fact): codes.removeAll { $0.id == fact.code.id }
    case .codeLapsed(let fact): codes.removeAll { $0.id == fact.code.id }
    case .codeExpired(let fact): codes.removeAll { $0.id == fact.code.id }
    case .userRegistered(let fact):
      users.append(fact.user.rawValue)
      if let personal = fact.personal {
        phones.append((personal.phone.rawValue, fact.user.rawValue))
        referralCodes.append((personal.referralCode.rawValue, fact.user.rawValue))
      }
    case .userSignedIn(let fact):
      signedIn.removeAll { $0.device == fact.device.rawValue }
      signedIn.append((fact.user.rawValue, fact.device.rawValue))
    case .userSignedOut(let fact):
      signedIn.removeAll { $0 == (fact.user.rawValue, fact.device.rawValue) }
    case .phoneChanged(let fact):
      phones.removeAll { $0.user == fact.user.rawValue }
      if let personal = fact.personal {
        phones.append((personal.phone.rawValue, fact.user.rawValue))
      }
    case .profileSaved(let fact): profiles.append(fact.user.rawValue)
    case .offerBought(let fact): gifts.append((fact.user.rawValue, fact.offer.rawValue, false))
    case .redemptionStarted(let fact):
      gifts.removeAll { $0.user == fact.user.rawValue && $0.offer == fact.offer.rawValue }
      gifts.append((fact.user.rawValue, fact.offer.rawValue, true))
    case .redemptionConfirmed(let fact):
      gifts.removeAll { $0.user == fact.user.rawValue && $0.offer == fact.offer.rawValue }
    case .appRated(let fact): reviewers.append(fact.reviewer.tag.rawValue.id)
    default: recordContent(event.event)
    }
  }

  private mutating func recordWrongTry(_ fact: WrongCodeEntered) {
    wrongTries += 1
    guard wrongTries == SentCode.wrongTries,
      let index = codes.firstIndex(where: { $0.id == fact.code.id })
    else { return }
    guessed.append(codes.remove(at: index).phone)
  }

  private mutating func recordContent(_ event: MallEvent) {
    switch event {
    case .objectPublished(let fact): objects.append(fact.object.rawValue)
    case .objectWithdrawn(let fact): objects.removeAll { $0 == fact.object.rawValue }
    case .offerPublished(let fact): offers.append(fact.offer.rawValue)
    case .offerWithdrawn(let fact): offers.removeAll { $0 == fact.offer.rawValue }
    case .newsPublished(let fact): news.append(fact.news.rawValue)
    case .newsWithdrawn(let fact): news.removeAll { $0 == fact.news.rawValue }
    case .happeningScheduled(let fact): happenings.append(fact.event.rawValue)
    case .happeningJoined(let fact): joined.append((fact.user.rawValue, fact.event.rawValue))
    case .happeningLeft(let fact):
      joined.removeAll { $0 == (fact.user.rawValue, fact.event.rawValue) }
    default: break
    }
  }

  /// Whether somebody guesses codes: only many wrong tries on one day are refused.
  func isGuessing(at now: Timestamp) -> Bool {
    !guessed.isEmpty && now.milliseconds(since: triedAt) < 3_600_000
  }

  public func weight(of command: String, at now: Timestamp) -> Int {
    switch command {
    case "mall.requestCode" where isGuessing(at: now): 200
    case "mall.verifyCode" where isGuessing(at: now) && codes.contains { $0.isLive(at: now) }: 600
    case "mall.installApp": devices.count < 2 ? 20 : 1
    case "mall.requestCode": devices.isEmpty ? 1 : signedIn.isEmpty || users.count < 2 ? 16 : 6
    case "mall.verifyCode": codes.contains { $0.isLive(at: now) } ? 50 : 1
    case "mall.saveProfile": users.count > profiles.count ? 20 : 1
    case "mall.enterReferralCode": users.isEmpty ? 1 : 5
    case "mall.skipReferral", "mall.submitSurvey", "mall.skipSurvey": users.isEmpty ? 1 : 3
    case "mall.publishObject": objects.isEmpty ? 8 : 1
    case "mall.publishOffer": objects.isEmpty ? 1 : offers.isEmpty ? 12 : 3
    case "mall.scheduleEvent": happenings.isEmpty ? 8 : 2
    case "mall.buyOffer": signedIn.isEmpty ? 1 : 8
    case "mall.registerForEvent": signedIn.isEmpty ? 1 : signedIn.count == 1 ? 6 : 16
    case "mall.leaveEvent": joined.isEmpty ? 1 : 4
    case "mall.setNotifications": devices.isEmpty ? 1 : 4
    case "mall.startRedemption", "mall.confirmRedemption": gifts.isEmpty ? 1 : 6
    case "mall.editProfile", "mall.editNews": 3
    case "mall.writeReview": reviewers.isEmpty ? 1 : 6
    case "mall.rateApp": 4
    case "mall.editEvent", "mall.publishNews": 2
    default: 1
    }
  }

  public func person(for command: String, _ choices: inout Choices) -> String {
    switch command {
    case "mall.installApp": return choices.pick(["d-1", "d-2", "d-3"])
    case "mall.verifyCode":
      return choices.below(8) < 6
        ? choices.pickAny(codes.map(\.device)) ?? "d-1" : choices.pick(devices + ["d-9"])
    case "mall.finishOnboarding", "mall.registerPushToken", "mall.setNotifications",
      "mall.requestCode":
      return choices.below(12) < 11 ? choices.pickAny(devices) ?? "d-1" : "d-9"
    case "mall.writeReview":
      return choices.pick(reviewers + reviewers + users + devices + ["nobody"])
    case "mall.rateApp": return choices.pick(users + devices + ["nobody"])
    case "mall.saveProfile":
      return choices.pick(users.filter { !profiles.contains($0) } + users + ["nobody"])
    case "mall.leaveEvent": return choices.pick(joined.map(\.user) + users + ["nobody"])
    case "mall.startRedemption", "mall.confirmRedemption":
      return choices.pick(gifts.map(\.user) + users + ["nobody"])
    default:
      return choices.below(12) < 11
        ? choices.pickAny(signedIn.map(\.user)) ?? "nobody" : choices.pick(users + ["nobody"])
    }
  }
}

extension String {
  /// The part of a tag after the first `:`.
  fileprivate var id: String { String(drop { $0 != ":" }.dropFirst()) }
}
