import EventEngine

/// The categories of objects, in the order of the catalogue.
public enum MallCategory: String, Codable, CaseIterable, Sendable {
  case shops, food, entertainment, services, sport, cinema
}

public enum NewsKind: String, Codable, CaseIterable, Sendable {
  case news, promotion
}

/// The purpose of a verification code.
public enum CodePurpose: String, Codable, CaseIterable, Sendable {
  case register, signIn, changePhone
}

/// The external pages that the application links to.
public enum MallLink: String, Codable, CaseIterable, Sendable {
  case route, privacy, terms, rules

  public var tag: Tag { Tag("link", rawValue) }
}

/// The reason for a transaction.
public enum TransactionKind: String, Codable, CaseIterable, Sendable {
  case registration, referral, survey, purchase, event, refund
}

/// The screens to which commands and the start of the application lead.
public enum MallScreen: String, Codable, CaseIterable, Sendable {
  case onboarding, profile, home, settings, referral, survey, review, store
}
