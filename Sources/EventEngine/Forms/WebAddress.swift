/// A URL as entered: `http://` or `https://`, a host, no white space. All other characters are
/// allowed, Cyrillic included.
public struct WebAddress: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  /// Whether `text` has the form of a URL with a host.
  public static func isValid(_ text: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
    return hasHost(text.dropFirst(scheme.count))
      && !text.unicodeScalars.contains { $0.properties.isWhitespace }
  }

  /// Whether there is a host between a user name before `@` and a port after `:`.
  private static func hasHost(_ rest: Substring) -> Bool {
    let authority = rest.prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.first.map { $0 != ":" } ?? false
  }
}
