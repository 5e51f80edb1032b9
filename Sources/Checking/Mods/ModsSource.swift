import Domain
import EventChecking
import EventEngine

/// Generates commands for a few mods and three devices that use them.
public struct ModsSource: CommandSource {
  private var published: [String] = []
  private var live: [String] = []
  private var cancelled: [String] = []
  private var paywalls: [String] = []

  public init() {}

  public mutating func apply(_ event: Recorded<ModsEvent>) {
    switch event.event {
    case .modPublished(let fact): published.append(fact.path.rawValue)
    case .modWithdrawn(let fact): published.removeAll { $0 == fact.path.rawValue }
    case .paywallShown(let fact): paywalls.append(fact.user.rawValue)
    case .paywallDismissed(let fact): paywalls.removeAll { $0 == fact.user.rawValue }
    case .trialStarted(let fact): subscribe(fact.user)
    case .subscriptionPurchased(let fact): subscribe(fact.user)
    case .subscriptionRenewed(let fact): subscribe(fact.user)
    case .subscriptionCancelled(let fact):
      live.removeAll { $0 == fact.user.rawValue }
      cancelled.append(fact.user.rawValue)
    case .subscriptionResumed(let fact): subscribe(fact.user)
    case .subscriptionExpired(let fact):
      live.removeAll { $0 == fact.user.rawValue }
      cancelled.removeAll { $0 == fact.user.rawValue }
    case .modEdited, .modTranslated, .paywallConfigured, .requestSecretRotated, .legalDocumentSet,
      .launched, .modOpened, .modDownloaded, .contentLocaleChosen:
      break
    }
  }

  private mutating func subscribe(_ user: ModsUserID) {
    paywalls.removeAll { $0 == user.rawValue }
    cancelled.removeAll { $0 == user.rawValue }
    if !live.contains(user.rawValue) { live.append(user.rawValue) }
  }

  public func weight(of command: String, at now: Timestamp) -> Int {
    switch command {
    case "mods.publishMod": published.count < 2 ? 10 : 2
    case "mods.dismissPaywall": paywalls.isEmpty ? 1 : 10
    case "mods.resumeSubscription": cancelled.isEmpty ? 1 : 8
    case "mods.download", "mods.launch", "mods.startTrial", "mods.purchase", "mods.renew",
      "mods.cancelSubscription":
      5
    case "mods.openMod", "mods.openPaywall", "mods.translateMod", "mods.setLocale": 3
    default: 1
    }
  }

  public func person(for command: String, _ choices: inout Choices) -> String {
    let users = ["d-1", "d-2", "d-3"]
    return switch command {
    case "mods.dismissPaywall": choices.pick(paywalls + users)
    case "mods.resumeSubscription": choices.pick(cancelled + users)
    case "mods.renew", "mods.cancelSubscription": choices.pick(live + users)
    default: choices.pick(users)
    }
  }

  public func value(
    of field: String, in draft: Draft, _ choices: inout Choices
  ) -> JSONValue? {
    switch field {
    case "path":
      draft.command == "mods.publishMod"
        ? choices.text(["m-1", "m-2", "m-3", "m-4"])
        : choices.text(likely: published, else: ["m-1", "m-9"])
    case "category": choices.text(likely: ["ships", "tanks"], else: ["Ships"])
    case "title": choices.text(["Корабль", "船"])
    case "description": choices.text(["Плывёт", "It floats"])
    case "image":
      choices.text(likely: ["https://e.x/1.png", "https://e.x/картинка.png"], else: ["ftp://e.x"])
    case "archive": choices.text(["https://e.x/1.zip", "http://e.x/2.zip"])
    case "locale":
      choices.text(likely: ["en", "zh-Hant-TW", "ZH", "zh-Hant", "ru-RU"], else: ["a", "en-"])
    case "variation": choices.text(["standard", "extended", "extended"])
    case "closeDelay": .whole(choices.pick([0, 5, 30]))
    case "trialDays", "periodDays": .whole(choices.pick([1, 3, 30, 0]))
    case "secret": choices.text(["a secret of sixteen and more", "короткий секрет"])
    case "document": choices.text(["privacy", "terms"])
    case "text": choices.text(["Правила", "Rules"])
    default: nil
    }
  }
}
