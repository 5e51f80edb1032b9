import Commands
import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `The shapes of the mods commands` {
  /// `name (actor): fields — refusals`, an optional field with `?`.
  private func lines<Command>(_ shapes: [CommandShape<Command>]) -> [String] {
    shapes.map { shape in
      let fields = shape.fields.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.kind.rawValue)" }
      let key = shape.needsKey ? ", needs key" : ""
      return "\(shape.name) (\(shape.actor.rawValue)\(key)): \(fields.joined(separator: ", "))"
        + " — \(shape.refusals.joined(separator: ", "))"
    }
  }

  @Test func `are those of the interface`() {
    let found =
      lines(ModPublication.shapes) + lines(PaywallConfiguration.shapes)
      + lines(RequestSecrets.shapes) + lines(LegalDocuments.shapes) + lines(Paywalls.shapes)
      + lines(Subscriptions.shapes) + lines(ModDownloads.shapes) + lines(ContentLocales.shapes)
    #expect(
      found == [
        "mods.publishMod (admin): path: id, category: word, title: text, image: text,"
          + " description: text, archive: text — alreadyExists",
        "mods.editMod (admin): path: id, category?: word, title?: text, image?: text,"
          + " description?: text, archive?: text — notFound",
        "mods.withdrawMod (admin): path: id — notFound",
        "mods.translateMod (admin): path: id, locale: text, title: text, description: text"
          + " — notFound",
        "mods.configurePaywall (admin): variation: word, closeDelay: integer,"
          + " trialDays: integer, periodDays: integer — ",
        "mods.rotateSecret (admin, needs key): secret?: secret — ",
        "mods.setDocument (admin): document: word, text: text, locale?: text — ",
        "mods.launch (person):  — ",
        "mods.openPaywall (person):  — alreadySubscribed",
        "mods.dismissPaywall (person):  — paywallNotShown, closeNotYetAllowed",
        "mods.startTrial (person):  — alreadySubscribed, trialAlreadyUsed",
        "mods.purchase (person):  — alreadySubscribed",
        "mods.renew (person):  — notSubscribed, alreadyCancelled",
        "mods.cancelSubscription (person):  — notSubscribed, alreadyCancelled",
        "mods.openMod (person): path: id — notFound",
        "mods.download (person): path: id — notFound, subscriptionRequired",
        "mods.setLocale (person): locale: text — ",
      ])
  }

  @Test func `refuse with every code there is`() {
    let codes =
      ModPublication.shapes.flatMap(\.refusals) + Paywalls.shapes.flatMap(\.refusals)
      + Subscriptions.shapes.flatMap(\.refusals) + ModDownloads.shapes.flatMap(\.refusals)
    #expect(Set(codes) == Set(ModsRefusal.allCases.map(\.code)))
  }

  @Test func `nobody commands expiries`() { #expect(SubscriptionExpiries.shapes.isEmpty) }
}

@Suite struct `What the application with mods says` {
  private func texts(in locale: Locale) -> String {
    ModsRefusal.allCases.map { "\($0.code): \($0.message(in: locale))\n" }.joined()
  }

  @Test func `refusals in Russian`() {
    #expect(
      texts(in: .ru) == """
        alreadyExists: Мод с таким path уже есть или был. Укажите другой path
        notFound: Такого мода нет. Обновите список и выберите мод из него
        alreadySubscribed: Подписка уже оформлена
        paywallNotShown: Экран подписки не открыт, закрывать нечего
        closeNotYetAllowed: Экран подписки пока нельзя закрыть. Попробуйте чуть позже
        trialAlreadyUsed: Пробный период бывает один раз. Оформите подписку
        notSubscribed: Подписки нет. Оформите её на экране подписки
        alreadyCancelled: Подписка уже отменена и действует до конца оплаченного срока. Потом её можно оформить снова
        subscriptionRequired: Скачивать моды можно только по подписке. Оформите её

        """)
  }

  @Test func `refusals in English`() {
    #expect(
      texts(in: .en) == """
        alreadyExists: A mod with this path exists or once existed. Give another path
        notFound: There is no such mod. Refresh the list and choose a mod from it
        alreadySubscribed: You have subscribed already
        paywallNotShown: The subscription screen is not open; there is nothing to close
        closeNotYetAllowed: The subscription screen cannot be closed yet. Try again shortly
        trialAlreadyUsed: A free trial is given once. Take out a subscription
        notSubscribed: You have no subscription. Take one out on the subscription screen
        alreadyCancelled: The subscription has been cancelled already and lasts until its end. After that you can subscribe again
        subscriptionRequired: Mods can only be downloaded with a subscription. Take one out

        """)
  }
}

/// What each decision depends on: the mod, the user, and what there is one of for everybody.
@Suite struct `The boundaries of the mods commands` {
  private typealias Item = Query.Item

  @Test func `name the mod, the user and the configuration`() {
    let anna = ModsUserID(rawValue: "anna")
    let raptor = ModPath(rawValue: "raptor")
    let subscription = Item(
      types: [
        "mods.trialStarted", "mods.subscriptionPurchased", "mods.subscriptionRenewed",
        "mods.subscriptionCancelled", "mods.subscriptionExpired",
      ], tags: [anna.tag])
    let configuration = Item(types: ["mods.paywallConfigured"])
    let mod = Item(
      types: ["mods.modPublished", "mods.modEdited", "mods.modWithdrawn"], tags: [raptor.tag])
    #expect(Paywalls().boundary(of: .launch(anna)).items == [subscription, configuration])
    #expect(Paywalls().boundary(of: .open(anna)).items == [subscription, configuration])
    #expect(Subscriptions().boundary(of: .purchase(anna)).items == [subscription, configuration])
    #expect(Subscriptions().boundary(of: .cancel(anna)).items == [subscription])
    #expect(ModDownloads().boundary(of: .open(raptor, by: anna)).items == [mod])
    #expect(
      ModDownloads().boundary(of: .download(raptor, by: anna)).items
        == [mod, subscription, configuration])
    #expect(
      ModPublication().boundary(of: .withdraw(raptor)).items
        == [Item(types: ["mods.modPublished", "mods.modWithdrawn"], tags: [raptor.tag])])
    #expect(ContentLocales().boundary(of: .choose("en", by: anna)) == .nothing)
  }
}
