import Domain
import EventEngine

/// The terms of subscription offers. Other deciders contain this decider and forward events to it.
/// Changes don't affect subscriptions and screens that have already started.
public struct PaywallConfiguration: Decider {
  public enum Command: Equatable, Sendable {
    case configure(PaywallConfigured)
  }

  private(set) var current = PaywallConfigured.initial

  public init() {}

  public static let factTypes = [PaywallConfigured.type]
  public static let globalTypes = factTypes

  /// The query for the terms. There is one global configuration, so no tag narrows the query.
  static let facts = Query.of(factTypes)

  public func boundary(of command: Command) -> Query {
    switch command {
    case .configure: .nothing
    }
  }

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    switch event.event {
    case .paywallConfigured(let fact): current = fact
    case .modPublished, .modEdited, .modWithdrawn, .modTranslated, .requestSecretRotated,
      .legalDocumentSet, .launched, .paywallShown, .paywallDismissed, .trialStarted,
      .subscriptionPurchased, .subscriptionRenewed, .subscriptionCancelled, .subscriptionResumed,
      .subscriptionExpired, .modOpened, .modDownloaded, .contentLocaleChosen:
      break
    }
  }

  /// The event that shows the screen under the current terms. The standard screen can be closed at
  /// once.
  func showing(to user: ModsUserID, insteadOf refusedDownload: ModPath? = nil) -> ModsEvent {
    let delay =
      switch current.variation {
      case .standard: WholeSeconds(rawValue: 0)
      case .extended: current.closeDelay
      }
    return .paywallShown(
      PaywallShown(
        user: user, variation: current.variation, closeDelay: delay,
        refusedDownload: refusedDownload))
  }

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    switch command {
    case .configure(let configuration): [.paywallConfigured(configuration)]
    }
  }
}

extension PaywallConfiguration {
  private static let variation = Field<PaywallVariation>.word("variation")
  private static let closeDelay = Field<Int>.integer(
    "closeDelay", in: WholeSeconds.range,
    takes: .init(ru: "целое число секунд от 0", en: "a whole number of seconds from 0"))
  private static let trialDays = days("trialDays")
  private static let periodDays = days("periodDays")

  private static func days(_ name: String) -> Field<Int> {
    .integer(
      name, in: WholeDays.range,
      takes: .init(ru: "целое число дней от 1", en: "a whole number of days from 1"))
  }

  public static let shapes = [
    CommandShape<Command>(
      "mods.configurePaywall", by: .admin,
      .init(
        ru: "Настроить экран и сроки подписки",
        en: "Configure the subscription screen and the periods of subscriptions"),
      fields: [
        variation.required, closeDelay.required, trialDays.required, periodDays.required,
      ]
    ) { form throws(FormError) in
      .configure(
        PaywallConfigured(
          variation: try form.required(variation),
          closeDelay: WholeSeconds(rawValue: try form.required(closeDelay)),
          trialDays: WholeDays(rawValue: try form.required(trialDays)),
          periodDays: WholeDays(rawValue: try form.required(periodDays))))
    }
  ]
}
