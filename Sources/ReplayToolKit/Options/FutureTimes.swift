import EventEngine

/// Whether times more than a day ahead of the clock may be recorded. A journal's time never runs
/// backwards, so every later event would have to be later still.
struct FutureTimes {
  static let option = OptionSpec(
    "--allow-future", nil,
    ru: "принимать время, которое опережает часы больше чем на сутки",
    en: "accept times more than a day ahead of the clock")
  static let hint = Bilingual(
    ru: "исправьте время или часы либо примите такое время: --allow-future",
    en: "correct the time or the clock, or accept the time with --allow-future")

  /// The hint after a message that already asks to correct the time or the clock.
  static let otherwise = Bilingual(
    ru: "если время верно, его можно принять: --allow-future",
    en: "if the time is right, accept it with --allow-future")

  let areAllowed: Bool

  init(_ arguments: Arguments) { areAllowed = arguments.has(Self.option.name) }

  /// The latest time that may be recorded now; nil for no limit.
  var latest: Timestamp? {
    areAllowed ? nil : SystemClock.now().latestAcceptable
  }

  /// Returns the arguments that pass the choice on to another subcommand; none if it does not have
  /// the option.
  func arguments(for verb: String) -> [String] {
    let takers = [Issue.name, MachineSession.name, Import.name]
    return areAllowed && takers.contains(verb) ? [Self.option.name] : []
  }
}
