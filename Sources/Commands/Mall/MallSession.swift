import Domain
import EventEngine

/// The users who are signed in, and the effects of signing out.
public struct MallSession: Decider {
  public enum Command: Equatable, Sendable {
    /// Nil signs out on all devices.
    case signOut(MallUserID, from: MallDeviceID?)
  }

  private(set) var users = SignedInUsers()
  private(set) var codes = LiveCodes()

  public init() {}

  public static let factTypes = SignedInUsers.factTypes + LiveCodes.factTypes

  /// The query for the user who is signed in on `device`, and for the codes requested there.
  static func facts(about device: MallDeviceID) -> Query {
    SignedInUsers.facts(about: device) | LiveCodes.facts(about: device)
  }

  public func boundary(of command: Command) -> Query {
    switch command {
    case .signOut(let user, let device):
      devices(of: user, device).reduce(SignedInUsers.facts(about: user)) {
        $0 | LiveCodes.facts(about: $1)
      }
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(let fact): users.apply(fact)
    case .code(let fact): codes.apply(fact, at: event.time, event.position)
    case .device, .profile, .review, .object, .offer, .news, .happening, .programme, .gift,
      .transaction:
      break
    }
  }

  /// The devices on which the user is signed in; only `device` if it is given.
  private func devices(of user: MallUserID, _ device: MallDeviceID?) -> [MallDeviceID] {
    let devices = users.devices(of: user)
    guard let device else { return devices }
    return devices.filter { $0 == device }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .signOut(let user, let device):
      let devices = devices(of: user, device)
      guard !devices.isEmpty else {
        throw users.isSignedIn(user) ? MallRefusal.notOnDevice : .notSignedIn
      }
      return devices.flatMap { departure(of: user, from: $0, at: now) }
    }
  }

  /// The events of signing out on a device. Codes for a change of phone that were requested there
  /// lapse.
  func departure(
    of user: MallUserID, from device: MallDeviceID, at now: Moment
  ) -> [MallEvent] {
    [.userSignedOut(MallUserSignedOut(user: user, device: device))]
      + codes.phoneChanges(requestedOn: device, at: now.time).map {
        .codeLapsed(CodeLapsed(code: $0))
      }
  }

  public static let shapes = [
    CommandShape<Command>(
      "mall.signOut", by: .person, .init(ru: "Выйти из профиля", en: "Sign out"),
      fields: [MallFields.device.optional], refusals: MallRefusal.codes(.notSignedIn)
    ) { form throws(FormError) in
      .signOut(form.mallUser, from: try form.optional(MallFields.device))
    }
  ]
}
