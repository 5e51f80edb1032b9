import Domain
import EventEngine

/// The effects of entering a code.
extension VerificationCodes {
  func entering(
    _ entry: CodeEntry, at now: Moment
  ) throws(MallRefusal) -> [MallEvent] {
    try devices.requireInstalled(on: entry.device)
    guard MallPhone.isValid(entry.phone.rawValue) else { throw .phoneInvalid }
    guard let last = sent.last(sentTo: entry.phoneKey),
      session.codes.isLive(last.code, at: now.time)
    else { throw .codeExpired }
    if entry.digits == last.digits && entry.device == last.code.device {
      let used = CodeUsed(code: last.code, personal: .init(phoneKey: entry.phoneKey))
      return [.codeUsed(used)] + outcome(of: last, entry, at: now)
    }
    if entry.digits != last.digits && sent.wereSentEarlier(entry.digits, to: entry.phoneKey) {
      throw .codeExpired
    }
    return [
      .wrongCodeEntered(
        WrongCodeEntered(
          code: last.code, enteredOn: entry.device, personal: .init(phoneKey: entry.phoneKey)))
    ]
  }

  private func outcome(
    of sent: PhoneCodes.Sent, _ entry: CodeEntry, at now: Moment
  ) -> [MallEvent] {
    let user = sent.code.user
    switch sent.purpose {
    case .register:
      return signIn(
        user, entry.device, then: .profile, at: now, after: [registration(of: user, entry)])
    case .signIn:
      let screen = steps.nextStep(of: user) == .profile ? MallScreen.profile : .home
      return signIn(
        user, entry.device, then: screen, at: now, after: steps.skippingEvents(of: user))
    case .changePhone:
      return phoneChange(of: user, entry, at: now)
    }
  }

  /// Signs a user in. Another user of the device is signed out first.
  private func signIn(
    _ user: MallUserID, _ device: MallDeviceID, then screen: MallScreen, at now: Moment,
    after facts: [MallEvent] = []
  ) -> [MallEvent] {
    var events: [MallEvent] = []
    if let former = session.users.user(on: device), former != user {
      events = session.departure(of: former, from: device, at: now)
    }
    let signedIn = MallUserSignedIn(user: user, device: device, screen: screen)
    return events + facts + [.userSignedIn(signedIn)]
  }

  private func registration(of user: MallUserID, _ entry: CodeEntry) -> MallEvent {
    guard let referral = entry.referralCodes.first(where: { !referralKeys.contains($0.key) }) else {
      preconditionFailure("Of 900 million referral codes, every one that was drawn is taken.")
    }
    return .userRegistered(
      MallUserRegistered(
        user: user, device: entry.device,
        personal: .init(
          phone: entry.phone, phoneKey: entry.phoneKey, referralCode: referral.code,
          referralKey: referral.key)))
  }

  /// Changes the phone of an account. Codes sent to the old phone lapse.
  private func phoneChange(
    of user: MallUserID, _ entry: CodeEntry, at now: Moment
  ) -> [MallEvent] {
    let former = accounts.phone(of: user)
    let changed = PhoneChanged(
      user: user, device: entry.device,
      personal: .init(phone: entry.phone, phoneKey: entry.phoneKey, formerPhoneKey: former))
    guard let former, let last = sent.last(sentTo: former),
      session.codes.isLive(last.code, at: now.time)
    else { return [.phoneChanged(changed)] }
    return [.phoneChanged(changed), .codeLapsed(CodeLapsed(code: last.code))]
  }
}
