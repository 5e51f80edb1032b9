import Domain
import EventEngine

/// The terms of future subscription offers, as configured.
public struct PaywallSettings: Projection, StoredState {
  public struct Answer: Encodable, Equatable, Sendable {
    public let variation: PaywallVariation
    public let closeDelay: WholeSeconds
    public let trialDays: WholeDays
    public let periodDays: WholeDays
  }

  private var current = PaywallConfigured.initial

  public init() {}

  public static let shape = QueryShape<NoParameters>(
    "mods.paywallSettings",
    Bilingual(
      ru: "Настройки экрана и сроков подписки",
      en: "The configuration of the subscription screen and of the periods"),
    shows: ["variation", "closeDelay", "trialDays", "periodDays"])

  public static let factTypes = [PaywallConfigured.type]

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    guard case .paywallConfigured(let fact) = event.event else { return }
    current = fact
  }

  public func answer(
    to parameters: NoParameters, _ context: QueryContext
  ) throws(QueryRefusal) -> Answer {
    Answer(
      variation: current.variation, closeDelay: current.closeDelay, trialDays: current.trialDays,
      periodDays: current.periodDays)
  }
}
