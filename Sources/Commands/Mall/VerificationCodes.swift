import Domain
import EventEngine

/// The codes sent to phones: requesting and entering them.
public struct VerificationCodes: Decider {
  public enum Command: Equatable, Sendable {
    case request(CodeRequest)
    case verify(CodeEntry)
  }

  private(set) var devices = MallDevices()
  private(set) var accounts = PhoneAccounts()
  private(set) var sent = PhoneCodes()
  private var wrongTries = WrongTries()
  private(set) var session = MallSession()
  private(set) var steps = RegistrationSteps()
  private(set) var referralKeys: Set<ReferralKey> = []

  public init() {}

  public static let factTypes =
    MallDevices.factTypes + PhoneAccounts.factTypes + MallSession.factTypes
    + RegistrationSteps.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .request(let request): boundary(of: request)
    case .verify(let entry): boundary(of: entry)
    }
  }

  private func boundary(of request: CodeRequest) -> Query {
    var facts =
      MallDevices.facts(about: request.device) | PhoneAccounts.facts(about: request.phoneKey)
      | codeFacts(of: request.phoneKey) | WrongTries.facts(about: request.phoneKey)
    switch request.purpose {
    case .register, .signIn: break
    case .changePhone: facts |= SignedInUsers.facts(about: request.device)
    }
    return facts
  }

  /// The query for the events on which entering a code depends, according to its purpose.
  private func boundary(of entry: CodeEntry) -> Query {
    var facts = MallDevices.facts(about: entry.device) | codeFacts(of: entry.phoneKey)
    guard let last = sent.last(sentTo: entry.phoneKey) else { return facts }
    switch last.purpose {
    case .register:
      facts |= MallSession.facts(about: entry.device)
      for draw in entry.referralCodes {
        facts |= .of([MallUserRegistered.type], draw.key.tag)
      }
    case .signIn:
      facts |= MallSession.facts(about: entry.device)
      facts |= RegistrationSteps.facts(about: last.code.user)
    case .changePhone:
      facts |= PhoneAccounts.facts(about: last.code.user)
      if let phone = accounts.phone(of: last.code.user) { facts |= codeFacts(of: phone) }
    }
    return facts
  }

  /// The query for the codes sent to a phone and the state of the last one.
  private func codeFacts(of phone: MallPhoneKey) -> Query {
    let codes = PhoneCodes.facts(about: phone)
    guard let last = sent.last(sentTo: phone) else { return codes }
    return codes | LiveCodes.facts(about: last.code)
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .device(let fact): devices.apply(fact)
    case .code(let fact):
      sent.apply(fact, at: event.time)
      wrongTries.apply(fact, at: event.time)
      session.apply(event)
    case .account(let fact):
      accounts.apply(fact)
      session.apply(event)
      apply(fact)
    case .profile(let fact): steps.apply(fact)
    case .review, .object, .offer, .news, .happening, .programme, .gift, .transaction: break
    }
  }

  private mutating func apply(_ fact: AccountFact) {
    switch fact {
    case .registered(let fact):
      // An erased code is invalid, so another user may get it.
      if let key = fact.personal?.referralKey { referralKeys.insert(key) }
    case .signedIn, .signedOut, .phoneChanged: break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .request(let request): [try sending(for: request, at: now)]
    case .verify(let entry): try entering(entry, at: now)
    }
  }
}

// MARK: - Requesting a code

extension VerificationCodes {
  private func sending(
    for request: CodeRequest, at now: Moment
  ) throws(MallRefusal) -> MallEvent {
    try devices.requireInstalled(on: request.device)
    guard MallPhone.isValid(request.phone.rawValue) else { throw .phoneInvalid }
    let user = try user(of: request)
    if wrongTries.areTooMany(for: request.phoneKey, at: now.time) { throw .tooManyAttempts }
    let last = sent.last(sentTo: request.phoneKey)
    let wait = last.map { SentCode.pause - now.time.milliseconds(since: $0.sentAt) } ?? 0
    if wait > 0 { throw .resendTooSoon(seconds: Int(secondsIn: wait)) }
    let replaced = last?.code
    return .codeSent(
      CodeSent(
        code: SentCode(id: request.code, device: request.device, user: user),
        purpose: request.purpose,
        replaces: replaced.flatMap { session.codes.isLive($0, at: now.time) ? $0 : nil },
        personal: .init(
          phone: request.phone, phoneKey: request.phoneKey, digits: digits(for: request))))
  }

  private func user(of request: CodeRequest) throws(MallRefusal) -> MallUserID {
    let holder = accounts.user(with: request.phoneKey)
    switch request.purpose {
    case .register:
      guard holder == nil else { throw .phoneTaken(by: .register) }
      guard let prospect = sent.prospect(with: request.phoneKey),
        !accounts.isRegistered(prospect)
      else { return request.newUser }
      return prospect
    case .signIn:
      guard let holder else { throw .accountNotFound }
      return holder
    case .changePhone:
      guard let user = session.users.user(on: request.device) else { throw .notSignedIn }
      guard holder == nil else { throw .phoneTaken(by: .changePhone) }
      return user
    }
  }

  /// Returns the first candidate that was not sent to the phone before, so that an old code is not
  /// mistaken for the new one. If all were sent before, returns the first.
  private func digits(for request: CodeRequest) -> CodeDigits {
    request.digits.first { digits in
      digits != sent.last(sentTo: request.phoneKey)?.digits
        && !sent.wereSentEarlier(digits, to: request.phoneKey)
    } ?? request.digits[0]
  }
}
