import Domain
import EventEngine

/// The numbers of events by kind.
struct Counts: Codable, Equatable, Sendable {
  var launches = 0
  var opens = 0
  var paywalls = 0
  var dismissed = 0
  var trials = 0
  /// The trials that began on the day and whose user has paid since.
  var paidTrials = 0
  var purchases = 0
  var renewals = 0
  var cancellations = 0
  var expiries = 0
  var downloads = 0

  mutating func add(_ other: Counts) {
    launches += other.launches
    opens += other.opens
    paywalls += other.paywalls
    dismissed += other.dismissed
    trials += other.trials
    paidTrials += other.paidTrials
    purchases += other.purchases
    renewals += other.renewals
    cancellations += other.cancellations
    expiries += other.expiries
    downloads += other.downloads
  }

  /// The part of the trials that were paid for; 0 without trials.
  var conversion: Hundredths { Hundredths(of: paidTrials, by: trials) }
}

/// The counts of each local day with at least one event.
struct DailyCounts: Codable, Equatable, Sendable {
  private struct Row: Codable, Equatable {
    let day: CalendarDay
    var counts = Counts()
  }

  /// The rows, ascending by day. Where clocks go back across midnight, a day may recur after the
  /// next one.
  private var rows: [Row] = []

  /// - Parameter trialDay: the day of the trial, if the event is the first payment after a trial.
  mutating func apply(_ event: Recorded<ModsEvent>, payingForTrialOf trialDay: CalendarDay?) {
    if let trialDay { rows[row(of: trialDay)].counts.paidTrials += 1 }
    guard let figure = Self.figure(of: event.event) else { return }
    rows[row(of: event.day)].counts[keyPath: figure] += 1
  }

  private static func figure(of event: ModsEvent) -> WritableKeyPath<Counts, Int>? {
    switch event {
    case .launched: \.launches
    case .modOpened: \.opens
    case .paywallShown: \.paywalls
    case .paywallDismissed: \.dismissed
    case .trialStarted: \.trials
    case .subscriptionPurchased: \.purchases
    case .subscriptionRenewed: \.renewals
    case .subscriptionCancelled: \.cancellations
    case .subscriptionExpired: \.expiries
    case .modDownloaded: \.downloads
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured,
      .requestSecretRotated, .legalDocumentSet, .subscriptionResumed, .contentLocaleChosen:
      nil
    }
  }

  /// The index of the day's row, which is added if necessary.
  private mutating func row(of day: CalendarDay) -> Int {
    let place = rows.place(of: day, by: \.day)
    if place == rows.count || rows[place].day != day { rows.insert(Row(day: day), at: place) }
    return place
  }

  /// The counts of every day, both bounds included.
  func days(from first: CalendarDay, to last: CalendarDay) -> [Counts] {
    var days = Array(repeating: Counts(), count: first.distance(to: last) + 1)
    for row in rows[rows.place(of: first, by: \.day)...] {
      if row.day > last { break }
      days[first.distance(to: row.day)] = row.counts
    }
    return days
  }
}
