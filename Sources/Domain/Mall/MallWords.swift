import EventEngine

/// The kinds of object that the mall's catalogue knows, in its order.
public enum MallCategory: String, Codable, CaseIterable, Sendable {
  case shops, food, entertainment, services, sport, cinema
}

public enum NewsKind: String, Codable, CaseIterable, Sendable {
  case news, promotion
}

/// What a code was asked for.
public enum CodePurpose: String, Codable, CaseIterable, Sendable {
  case register, signIn, changePhone
}

/// The pages outside the application that it leads to.
public enum MallLink: String, Codable, CaseIterable, Sendable {
  case route, privacy, terms, rules

  public var tag: Tag { Tag("link", rawValue) }
}

/// Why points moved.
public enum TransactionKind: String, Codable, CaseIterable, Sendable {
  case registration, referral, survey, purchase, event, refund
}

/// Where the application goes next.
public enum MallScreen: String, Codable, CaseIterable, Sendable {
  case profile, home, settings, referral, survey, review, store
}
