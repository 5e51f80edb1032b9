import EventStore

/// The reasons to reject the time of a command.
enum ImpossibleTime: Error {
  case beforeLastEvent(Timestamp, last: Timestamp)
  /// A time more than a day ahead of the clock. It would force every later event to be later still.
  case inFuture(Timestamp, clock: Timestamp)

  static let codes = ["timeBeforeLastEvent", "timeInFuture"]

  var code: String {
    switch self {
    case .beforeLastEvent: Self.codes[0]
    case .inFuture: Self.codes[1]
    }
  }

  var text: Bilingual {
    switch self {
    case .beforeLastEvent(let time, let last):
      Bilingual(
        ru: "Время команды (\(Self.text(of: time))) раньше последнего события "
          + "(\(last.rfc3339)). Укажите его время или более позднее",
        en: "The command's time (\(Self.text(of: time))) is earlier than the last event "
          + "(\(last.rfc3339)). Give that time or a later one")
    case .inFuture(let time, let clock):
      Bilingual(
        ru: "Время команды (\(Self.text(of: time))) больше чем на сутки опережает часы "
          + "(\(clock.rfc3339)). Исправьте время или часы",
        en: "The command's time (\(Self.text(of: time))) is more than a day ahead of the clock "
          + "(\(clock.rfc3339)). Correct the time or the clock")
    }
  }

  /// A program may name an instant before the first or after the last one that a record can have.
  private static func text(of time: Timestamp) -> String {
    min(max(time, .earliest), .latest).rfc3339
  }
}

extension CommandHandler where Journal: ~Copyable {
  func moment(of candidate: PendingCommand) -> Result<Moment, ImpossibleTime> {
    ImpossibleTime.moment(
      at: candidate.request.at, notBefore: journal.lastTime, clock: clock(),
      allowsFuture: allowsFuture, in: journal.manifest.timeZone)
  }
}

extension ImpossibleTime {
  /// The moment of a command: the time `at`, or if it is nil the current time, but not before the
  /// last event.
  static func moment(
    at: Timestamp?, notBefore last: Timestamp?, clock: Timestamp, allowsFuture: Bool,
    in zone: TimeZoneTable
  ) -> Result<Moment, ImpossibleTime> {
    guard let at else { return .success(Moment(max(clock, last ?? .earliest), in: zone)) }
    if let last, at < last { return .failure(.beforeLastEvent(at, last: last)) }
    if !allowsFuture, at > clock.latestAcceptable {
      return .failure(.inFuture(at, clock: clock))
    }
    return .success(Moment(at, in: zone))
  }
}
