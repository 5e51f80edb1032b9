import Domain
import EventEngine

/// The edits of names and e-mail addresses after registration.
public struct MallProfiles: Decider {
  public enum Command: Equatable, Sendable {
    /// A nil member is unchanged.
    case edit(MallUserID, FullName?, EmailAddress?)
  }

  private var users = SignedInUsers()
  private var usersWithProfile: Set<MallUserID> = []

  public init() {}

  public static let factTypes = [ProfileSaved.type] + SignedInUsers.factTypes

  public func boundary(of command: Command) -> Query {
    switch command {
    case .edit(let user, _, _):
      SignedInUsers.facts(about: user) | .of([ProfileSaved.type], user.tag)
    }
  }

  public mutating func apply(_ event: Recorded<MallEvent>) {
    switch event.event.topic {
    case .account(let fact): users.apply(fact)
    case .profile(let fact): apply(fact)
    case .device, .code, .review, .object, .offer, .news, .happening, .programme, .gift,
      .transaction:
      break
    }
  }

  private mutating func apply(_ fact: ProfileFact) {
    switch fact {
    case .saved(let fact): usersWithProfile.insert(fact.user)
    case .edited, .referralCodeEntered, .referralSkipped, .surveySubmitted, .surveySkipped: break
    }
  }

  public func decide(_ command: Command, at now: Moment) throws(MallRefusal) -> [MallEvent] {
    switch command {
    case .edit(let user, let name, let email):
      try users.requireSignedIn(user)
      try ProfileField.check(name, email)
      guard usersWithProfile.contains(user) else { throw .notFound(.profile) }
      return [
        .profileEdited(ProfileEdited(user: user, personal: .init(name: name, email: email)))
      ]
    }
  }

  public static let shapes = [
    CommandShape<Command>(
      "mall.editProfile", by: .person,
      .init(ru: "Изменить имя или имейл", en: "Edit the name or the e-mail address"),
      edits: [
        MallFields.name.optional.noting(MallFields.nameRule),
        MallFields.email.optional.noting(MallFields.emailRule),
      ],
      refusals: MallRefusal.codes(
        .notSignedIn, .profileInvalid([.name]), .profileInvalid([.email]), .notFound(.profile))
    ) { form throws(FormError) in
      .edit(
        form.mallUser, try form.change(MallFields.name).value,
        try form.change(MallFields.email).value)
    }
  ]
}

/// The fields of a profile that may be wrong, in the order of the form.
public enum ProfileField: String, Sendable {
  case name, email

  /// Refuses all invalid values at once; nil is valid.
  static func check(_ name: FullName?, _ email: EmailAddress?) throws(MallRefusal) {
    var wrong: [ProfileField] = []
    if let name, !FullName.isValid(name.rawValue) { wrong.append(.name) }
    if let email, !EmailAddress.isValid(email.rawValue) { wrong.append(.email) }
    if !wrong.isEmpty { throw .profileInvalid(wrong) }
  }
}
