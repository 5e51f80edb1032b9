import Domain
import EventEngine

/// The terms of all subscriptions, and the trials that have not been paid for yet.
struct SubscriptionTerms: Codable, Equatable, Sendable {
  private struct Customer: Identified {
    let id: ModsUserID
    /// The index of the current or last term.
    var term: Int
    /// The day on which the trial began, if the user has paid for nothing since.
    var unpaidTrial: CalendarDay?
  }

  /// A period without a gap, renewals included.
  private struct Term: Codable, Equatable, Sendable {
    let since: CalendarDay
    var until: Timestamp
  }

  private var customers = Table<Customer>()
  private var terms = SegmentedArray<Term>()

  /// - Returns: the day on which the trial began, if the event is the first payment after a trial.
  mutating func apply(_ event: Recorded<ModsEvent>) -> CalendarDay? {
    switch event.event {
    case .trialStarted(let fact):
      let customer = begin(fact.user, event, until: fact.until)
      customers[customer].unpaidTrial = event.day
      return nil
    case .subscriptionPurchased(let fact):
      return pay(begin(fact.user, event, until: fact.until))
    case .subscriptionRenewed(let fact):
      guard let customer = customers.find(fact.user),
        terms[customers[customer].term].until > event.time
      else { return pay(begin(fact.user, event, until: fact.until)) }
      terms[customers[customer].term].until = fact.until
      return pay(customer)
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .paywallConfigured,
      .requestSecretRotated, .legalDocumentSet, .launched, .paywallShown, .paywallDismissed,
      .subscriptionCancelled, .subscriptionResumed, .subscriptionExpired, .modOpened,
      .modDownloaded, .contentLocaleChosen:
      return nil
    }
  }

  /// Begins a term and returns the index of the customer.
  private mutating func begin(
    _ user: ModsUserID, _ event: Recorded<ModsEvent>, until: Timestamp
  ) -> Int {
    terms.append(Term(since: event.day, until: until))
    let term = terms.count - 1
    if let customer = customers.find(user) {
      customers[customer].term = term
      return customer
    }
    customers.append(Customer(id: user, term: term))
    return customers.rows.count - 1
  }

  private mutating func pay(_ customer: Int) -> CalendarDay? {
    let trial = customers[customer].unpaidTrial
    customers[customer].unpaidTrial = nil
    return trial
  }

  /// The number of live subscriptions at 23:59:59.999 of each day, both bounds included.
  func live(
    from first: CalendarDay, to last: CalendarDay, in zone: TimeZoneTable
  ) -> [Int] {
    let count = first.distance(to: last) + 1
    var changes = Array(repeating: 0, count: count)
    var days = DayCursor(zone)
    for term in terms {
      // A term does not count at the end of the day on which it ends.
      let begin = max(0, first.distance(to: term.since))
      let end = min(count, first.distance(to: days.day(of: term.until)))
      guard begin < end else { continue }
      changes[begin] += 1
      if end < count { changes[end] -= 1 }
    }
    var live = 0
    return changes.map { change in
      live += change
      return live
    }
  }
}
