/// A URL as somebody wrote it: `http://` or `https://`, a host, no white space; any other
/// characters, Cyrillic too, are allowed.
public struct WebAddress: TextValue {
  public let rawValue: String

  public init(rawValue: String) { self.rawValue = rawValue }

  public static func isValid(_ text: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: text.hasPrefix) else { return false }
    return hasHost(text.dropFirst(scheme.count))
      && !text.unicodeScalars.contains { $0.properties.isWhitespace }
  }

  /// Whether a host stands between the name of a user before `@` and a port behind `:`.
  private static func hasHost(_ rest: Substring) -> Bool {
    let authority = rest.prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return host.first.map { $0 != ":" } ?? false
  }
}
