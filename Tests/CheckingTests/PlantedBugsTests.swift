import Checking
import Commands
import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@testable import EventChecking

/// Expects that random stories find a bug, and that the story found is short.
///
/// - Parameters:
///   - law: the law that the bug violates.
///   - seed: the seed of the stories. With most others the bug is found, too, but later.
///   - length: the number of turns of a random story.
///   - turns: the greatest number of turns of the shrunk story.
func expectDetected(
  _ law: String, in domain: CheckedDomain, seed: UInt64 = 1, runs: Int = 150, length: Int = 15,
  turns: Int = 6, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  var check = try Check([domain], seed: seed, length: length)
  // Only the group of that law is checked.
  switch law {
  case "domain invariant", "a tick leaves nothing due": check.lawGroups = 0..<0
  case "read model invariant": check.lawGroups = 1..<2
  default: break
  }
  let found = check.failure(runs: runs)
  let failure = try #require(found, "the bug was not detected", sourceLocation: sourceLocation)
  #expect(failure.violation.law == law, sourceLocation: sourceLocation)
  #expect(
    (1...turns).contains(failure.turns.count), "\(failure.turns)", sourceLocation: sourceLocation)
}

/// The checks are checked: a bug planted in any layer is found, and its story is short.
@Suite struct `A planted bug` {
  private func courier(_ models: [any Projection<CourierEvent>.Type]) -> CheckedDomain {
    CheckedDomain(
      .courier, ReadModels("courier", of: CourierEvent.self, models), CourierSource.self,
      CourierLaws.self)
  }

  private func mods(_ deciders: [any Decider<ModsEvent>.Type]) -> CheckedDomain {
    .mods([ModPublication.self, PaywallConfiguration.self, SubscriptionExpiries.self] + deciders)
  }

  private func nft(_ deciders: [any Decider<NFTEvent>.Type]) -> CheckedDomain {
    .nft(
      [NFTUsers.self, NFTMinting.self, NFTShop.self, NFTCarts.self, NFTPaymentExpiries.self]
        + deciders)
  }

  private func nft(showing planted: any Projection<NFTEvent>.Type) -> CheckedDomain {
    CheckedDomain(.nft, .nft(with: planted), NFTSource.self, NFTLaws.self)
  }

  /// - Parameter plant: puts a bug into the explanations.
  private func expectDetectedInExplanation(
    _ law: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ plant: (inout Explanations) -> Void
  ) throws {
    // With most seeds each bug is found in the first stories; this one finds them soonest.
    var check = try Check([CheckedDomain.applications[0]], seed: 10, length: 14)
    check.explainedEvery = 1
    plant(&check.explanations)
    let found = check.failure(runs: 60)
    #expect(found?.violation.law == law, sourceLocation: sourceLocation)
  }

  @Test func `in an explanation is detected`() throws {
    try expectDetectedInExplanation("why = queries at every position") { explanations in
      explanations.history = { answer, field, reader, last in
        try answer.history(of: field, in: &reader, after: Position(1), through: last)
      }
    }
    try expectDetectedInExplanation("the changes from why = those between two queries") {
      explanations in
      explanations.history = { answer, field, reader, last in
        // Drops the members that are added to lists.
        try answer.history(of: field, in: &reader, through: last).keeping { change in
          change.before != nil || !change.field.hasSuffix("]")
        }
      }
    }
    try expectDetectedInExplanation("when = queries at every position") { explanations in
      explanations.intervals = { answer, condition, reader, last in
        try answer.intervals(in: &reader, through: last, limit: 1) {
          try condition.holds(for: $1())
        }.filter { $0.to == nil }
      }
    }
    try expectDetectedInExplanation("when = queries at every position") { explanations in
      let intervals = explanations.intervals
      explanations.intervals = { answer, condition, reader, last in
        condition.field.hasSuffix(".count")
          ? [] : try intervals(answer, condition, &reader, last)
      }
    }
    // Only `!=` holds for a field that is missing.
    try expectDetectedInExplanation("when = queries at every position") { explanations in
      explanations.intervals = { answer, condition, reader, last in
        try answer.intervals(in: &reader, through: last) {
          let found = try $1()
          return found != nil && condition.holds(for: found)
        }
      }
    }
    try expectDetectedInExplanation("a law is checked without an error") { explanations in
      explanations.answer = { _, _, _ in
        throw QueryRefusal.notFound(Bilingual(ru: "нет", en: "none"))
      }
    }
    try expectDetectedInExplanation("diff = two queries") { explanations in
      explanations.differences = { answer, reader, range in
        try answer.differences(in: &reader, from: .start, to: range.upperBound)
      }
    }
    try expectDetectedInExplanation("the events from diff = those from why") { explanations in
      let (one, all) = (explanations.differences, explanations.allDifferences)
      let forgetful: @Sendable ([DatedChange]) -> [DatedChange] = { changes in
        changes.map { DatedChange($0.change, $0.positions.suffix(1)) }
      }
      explanations.differences = { try forgetful(one($0, &$1, $2)) }
      explanations.allDifferences = { domains, reader, range, context in
        try all(domains, &reader, range, context).map { ($0, forgetful($1)) }
      }
    }
    try expectDetectedInExplanation("diff of all = diff of each") { explanations in
      explanations.allDifferences = { domains, reader, range, context in
        try domains.differences(
          in: &reader, from: range.lowerBound, to: range.upperBound, context,
          without: [range.upperBound])
      }
    }
    try expectDetectedInExplanation("without an event = a journal that lacks it") { explanations in
      explanations.answer = { answer, reader, last in
        try FollowedAnswer(answer.model, answer.parameters, answer.context)
          .answer(in: &reader, through: last)
      }
    }
    try expectDetectedInExplanation("audit = queries before and after") { explanations in
      explanations.effects = { effects in effects.filter { $0.key.parameters.members.isEmpty } }
    }
    try expectDetectedInExplanation("a dry run = the real one") { explanations in
      explanations.rehearsed = { result in
        var result = result
        if result.rehearsed?.isEmpty == false { result.rehearsed?.removeLast() }
        return result
      }
    }
    try expectDetectedInExplanation("a dry run = the real one") { explanations in
      explanations.rehearsed = { result in
        guard case .refused(var problem) = result.outcome else { return result }
        problem.value.append(CommandValue("planted", "value"))
        var result = result
        result.outcome = .refused(problem)
        return result
      }
    }
  }

  @Test func `in a rule is detected`() throws {
    try expectDetected("domain invariant", in: mods([Planted<SecondTrial>.self]))
    try expectDetected("domain invariant", in: mods([Planted<ResumedAnyway>.self]))
  }

  /// Two users, an NFT, a currency, two carts and two payments are eight commands.
  @Test func `in a rule about orders is detected`() throws {
    try expectDetected(
      "domain invariant", in: nft([Planted<DoubleReservation>.self]), seed: 4, length: 30, turns: 8)
    try expectDetected(
      "domain invariant", in: nft([Planted<HastyExpiry>.self]), seed: 4, length: 30, turns: 8)
    try expectDetected(
      "domain invariant", in: nft([Planted<PaidAfterAll>.self]), seed: 5, length: 30, turns: 8)
  }

  @Test func `in a fold of orders is detected`() throws {
    try expectDetected(
      "read model invariant", in: nft(showing: PlantedFold<FreeOrders>.self), seed: 6)
    try expectDetected(
      "read model invariant", in: nft(showing: PlantedFold<UnsoldForEver>.self), seed: 4)
    try expectDetected("read model invariant", in: nft(showing: HiddenItem.self), seed: 6)
  }

  @Test func `in a fold of subscriptions is detected`() throws {
    let models: [any Projection<ModsEvent>.Type] = [
      PlantedFold<NeverResumed>.self, Catalogue.self, DownloadHistory.self, ModsAnalytics.self,
    ]
    try expectDetected(
      "read model invariant",
      in: CheckedDomain(
        .mods, ReadModels("mods", of: ModsEvent.self, models), ModsSource.self, ModsLaws.self),
      seed: 14)
  }

  @Test func `in a boundary is detected`() throws {
    try expectDetected("warm decision = fresh decision", in: .habits([Planted<ForgottenFact>.self]))
  }

  @Test func `in a refusal is detected`() throws {
    try expectDetected("documented refusals", in: .nft([Planted<StrangeRefusal>.self]))
  }

  @Test func `in a fold is detected`() throws {
    try expectDetected("read model invariant", in: .courier(PlantedFold<EternalOrder>.self))
  }

  @Test func `in an order that support has taken away is detected`() throws {
    try expectDetected(
      "domain invariant",
      in: .courier([CourierAccounts.self, CourierSession.self, Planted<ForgottenWithdrawal>.self]),
      seed: 4)
    try expectDetected("read model invariant", in: .courier(PlantedFold<StuckOrder>.self), seed: 3)
  }

  @Test func `in a reset password is detected`() throws {
    try expectDetected("domain invariant", in: .courier([Planted<KeptSession>.self]))
  }

  @Test func `in a sum is detected`() throws {
    let models: [any Projection<MallEvent>.Type] = [
      PlantedFold<WrongSum>.self, PointsLedger.self, TransactionHistory.self, MyGifts.self,
      MallCatalogue.self, Happenings.self, MallNotifications.self, MallStart.self,
    ]
    try expectDetected(
      "read model invariant",
      in: CheckedDomain(
        .mall, ReadModels("mall", of: MallEvent.self, models), MallSource.self, MallLaws.self))
  }

  @Test func `in a cached state is detected`() throws {
    let models: [any Projection<HabitsEvent>.Type] = [
      PlantedFold<LostOnTheWay>.self, CategoryList.self, TrackerDetails.self, HabitsBoard.self,
    ]
    try expectDetected(
      "resumed = incremental",
      in: CheckedDomain(
        .habits, ReadModels("habits", of: HabitsEvent.self, models), HabitsSource.self,
        HabitsLaws.self))
  }

  @Test func `in the order of a digest is detected`() throws {
    try expectDetected(
      "resumed = incremental",
      in: nft(showing: PlantedFold<Unordered>.self))
  }

  @Test func `in the query of a projection is detected`() throws {
    try expectDetected(
      "answer from its facts = answer from everything",
      in: nft(showing: PlantedFold<NarrowQuestion>.self))
  }

  @Test func `in a fold that reads the clock is detected`() throws {
    try expectDetected(
      "resumed = incremental",
      in: .courier(PlantedFold<Impure>.self))
  }

  @Test func `in a copy of a personal text is detected, and no other text is taken for one`() throws
  {
    try expectDetected("erased data is in no file", in: .guests(CopyIntoSameEvent.self), seed: 4)
    try expectDetected("erased data is in no file", in: .guests(CopyIntoLaterEvent.self), seed: 10)
    var check = try Check([.guests(NoCopy.self)], seed: 1, length: 30)
    check.lawGroups = 0..<0
    let failure = check.failure(runs: Effort.current.pick(usual: 20, exhaustive: 1000))
    #expect(failure == nil, "\(String(describing: failure))")
    #expect(check.tally.missing.filter { $0.en.contains("guests.") } == [])
  }

  @Test func `in a process that keeps its states after an erasure is detected`() throws {
    var check = try Check([CheckedDomain.applications[0]], seed: 1, length: 30)
    check.lawGroups = 2..<3
    check.invalidates = { _, _ in false }
    #expect(
      check.failure(runs: 40)?.violation.law
        == "a state kept up to date through an erasure equals the rebuilt state")
  }

  @Test func `in the coding of a payload is detected`() throws {
    try expectDetected("encode → decode = identity", in: .lamp)
  }

  @Test func `in the upcasting of a retired payload is detected`() throws {
    let journal = JournalDirectory("journal", files: MemoryFileSystem())
    try journal.create(JournalSettings(), at: Timestamp(rawValue: 0))
    var writer = try JournalWriter.open(journal)
    func record(_ tenths: Int) throws {
      let data = Array(#"{"lamp":"a","tenths":\#(tenths)}"#.utf8)
      try writer.batch { (writer) throws(JournalError) in
        try writer.append(
          [NewEvent(type: Dimmed.type, version: 1, data: data)], at: Timestamp(rawValue: 0))
      }
    }
    try record(1)
    #expect(try Check.violation(in: journal, [.lamp]) == nil)
    try record(5)
    let found = try #require(try Check.violation(in: journal, [.lamp]))
    #expect(found.law == "encode → decode = identity")
    #expect(found.detail.contains("position 2"))
  }
}
