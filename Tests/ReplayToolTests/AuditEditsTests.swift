import Foundation
import Testing

/// Audits of edited content report every answer that shows it.
@Suite struct AuditEditsTests {
  /// The changes by the last event of a command, answer by answer, without those about everything.
  private func changes(
    by command: String, in folder: Folder, _ names: [String: String] = [:]
  ) throws -> [String] {
    let result = try json(folder.issue(command, by: "admin"))
    let events = try #require(result["events"] as? [[String: Any]])
    let position = try #require(events.last?["position"] as? Int)
    let audit = try Tool.run("audit", "--json", "--position", "\(position)", in: folder)
    let event = try json(audit.output)
    let keyed = try #require(event["changes"] as? [[String: Any]]).filter { change in
      (change["parameters"] as? [String: Any])?.isEmpty == false
    }
    return try keyed.flatMap { change in
      let parameters = try #require(change["parameters"] as? [String: String])
        .map { "\($0.key)=\(names[$0.value] ?? $0.value)" }.sorted()
      let model = try #require(change["model"] as? String)
      return try #require(change["fields"] as? [[String: Any]]).map { field in
        let sides = try ["before", "after"].map {
          try canonical(field[$0] ?? NSNull()).replacing("\\/", with: "/")
        }
        return "\(([model] + parameters).joined(separator: " ")): "
          + "\(try #require(field["field"] as? String)) \(sides.joined(separator: " → "))"
      }
    }.sorted()
  }

  @Test func `an edited offer changes the answers of those who bought it`() throws {
    let folder = try Folder()
    let names = try folder.openMall()
    #expect(
      try changes(by: "mall.editObject object=nike name=Найк", in: folder, names)
        == [
          #"mall.catalogue category=shops: objects[object=nike].name "Nike" → "Найк""#,
          #"mall.object object=nike: name "Nike" → "Найк""#,
          #"mall.object object=nike: offers[offer=socks].objectName "Nike" → "Найк""#,
          #"mall.offer offer=socks: objectName "Nike" → "Найк""#,
          #"mall.offer offer=socks user=eva: objectName "Nike" → "Найк""#,
          #"mall.myGifts user=eva: offers[offer=socks].objectName "Nike" → "Найк""#,
          #"mall.offer offer=socks user=ivan: objectName "Nike" → "Найк""#,
        ].sorted())
    #expect(
      try changes(by: "mall.editOffer offer=socks title=Гольфы", in: folder, names)
        == [
          #"mall.object object=nike: offers[offer=socks].title "Носки" → "Гольфы""#,
          #"mall.offer offer=socks: title "Носки" → "Гольфы""#,
          #"mall.offer offer=socks user=eva: title "Носки" → "Гольфы""#,
          #"mall.myGifts user=eva: offers[offer=socks].title "Носки" → "Гольфы""#,
          #"mall.offer offer=socks user=ivan: title "Носки" → "Гольфы""#,
        ].sorted())
  }

  @Test func `an offer that has moved is followed to its new object`() throws {
    let folder = try Folder()
    let names = try folder.openMall()
    let moved = try changes(by: "mall.editOffer offer=socks object=zara", in: folder, names)
    #expect(
      moved.filter { !$0.hasPrefix("mall.object") }
        == [
          #"mall.offer offer=socks: object "nike" → "zara""#,
          #"mall.offer offer=socks: objectName "Nike" → "Zara""#,
          #"mall.offer offer=socks user=eva: object "nike" → "zara""#,
          #"mall.offer offer=socks user=eva: objectName "Nike" → "Zara""#,
          #"mall.myGifts user=eva: offers[offer=socks].object "nike" → "zara""#,
          #"mall.myGifts user=eva: offers[offer=socks].objectName "Nike" → "Zara""#,
          #"mall.offer offer=socks user=ivan: object "nike" → "zara""#,
          #"mall.offer offer=socks user=ivan: objectName "Nike" → "Zara""#,
        ].sorted())
    #expect(
      try changes(by: "mall.editObject object=nike name=Найк", in: folder, names)
        == [
          #"mall.catalogue category=shops: objects[object=nike].name "Nike" → "Найк""#,
          #"mall.object object=nike: name "Nike" → "Найк""#,
        ].sorted())
    #expect(
      try changes(by: "mall.editObject object=zara name=Зара", in: folder, names)
        == [
          #"mall.catalogue category=shops: objects[object=zara].name "Zara" → "Зара""#,
          #"mall.object object=zara: name "Zara" → "Зара""#,
          #"mall.object object=zara: offers[offer=socks].objectName "Zara" → "Зара""#,
          #"mall.offer offer=socks: objectName "Zara" → "Зара""#,
          #"mall.offer offer=socks user=eva: objectName "Zara" → "Зара""#,
          #"mall.myGifts user=eva: offers[offer=socks].objectName "Zara" → "Зара""#,
          #"mall.offer offer=socks user=ivan: objectName "Zara" → "Зара""#,
        ].sorted())
    // Eva's unused gift stays valid, so her answers do not change; ivan has used his.
    let withdrawn = try changes(by: "mall.withdrawOffer offer=socks", in: folder, names)
    #expect(
      Set(withdrawn.map { $0.prefix { $0 != ":" } }) == [
        "mall.object object=zara", "mall.offer offer=socks", "mall.offer offer=socks user=ivan",
      ])
    try folder.expectSameAuditByAnyTag()
  }

  @Test func `an edited event changes the answers of those who joined it`() throws {
    let folder = try Folder()
    let names = try folder.openMall()
    try folder.issue(
      "mall.scheduleEvent event=fair title=Ярмарка date=2999-05-09 price=0 image=fair.png "
        + "description=Вход_свободный", by: "admin")
    let eva = try #require(names.first { $0.value == "eva" }?.key)
    try folder.issue("mall.registerForEvent event=fair", by: eva)
    #expect(
      try changes(by: "mall.editEvent event=fair title=Базар", in: folder, names)
        == [
          #"mall.event event=fair: title "Ярмарка" → "Базар""#,
          #"mall.event event=fair user=eva: title "Ярмарка" → "Базар""#,
        ].sorted())
    #expect(
      try changes(by: "mall.cancelEvent event=fair", in: folder, names)
        == [
          "mall.event event=fair: cancelled false → true",
          "mall.event event=fair user=eva: cancelled false → true",
        ].sorted())
    try folder.expectSameAuditByAnyTag()
  }

  @Test func `an edited mod changes its answers in the languages into which it was translated`()
    throws
  {
    let folder = try Folder()
    let mod = "image=https://a.org/1.png description=Бегает archive=https://a.org/1.zip"
    try folder.issue("mods.publishMod path=rex category=animals title=Рекс \(mod)", by: "admin")
    for locale in ["en", "pt-BR"] {
      try folder.issue(
        "mods.translateMod path=rex locale=\(locale) title=Rex description=Runs", by: "admin")
    }
    #expect(
      try changes(by: "mods.editMod path=rex title=Тирекс", in: folder) == [
        #"mods.catalogue category=animals: items[path=rex].title "Рекс" → "Тирекс""#,
        #"mods.item path=rex: title "Рекс" → "Тирекс""#,
      ])
    let image = #"image_url "https://a.org/1.png" → "https://a.org/2.png""#
    #expect(
      try changes(by: "mods.editMod path=rex image=https://a.org/2.png", in: folder)
        == [
          "mods.catalogue category=animals: items[path=rex].\(image)",
          "mods.catalogue category=animals locale=en: items[path=rex].\(image)",
          "mods.catalogue category=animals locale=pt-BR: items[path=rex].\(image)",
          "mods.item path=rex: \(image)", "mods.item locale=en path=rex: \(image)",
          "mods.item locale=pt-BR path=rex: \(image)",
        ].sorted())
    let withdrawn = try changes(by: "mods.withdrawMod path=rex", in: folder)
    #expect(
      Set(withdrawn.map { $0.prefix { $0 != ":" } }) == [
        "mods.catalogue category=animals", "mods.catalogue category=animals locale=en",
        "mods.catalogue category=animals locale=pt-BR", "mods.item path=rex",
        "mods.item locale=en path=rex", "mods.item locale=pt-BR path=rex",
      ])
    try folder.expectSameAuditByAnyTag()
  }

  @Test func `a changed original of a document does not change its translations`() throws {
    let folder = try Folder()
    func set(_ text: String) throws -> [String] {
      try changes(by: "mods.setDocument document=terms text=\(text)", in: folder)
    }
    #expect(try set("Платно") == [#"mods.document document=terms: text null → "Платно""#])
    #expect(
      try set("Paid locale=en") == [
        #"mods.document document=terms locale=en: text "Платно" → "Paid""#
      ])
    #expect(try set("Даром") == [#"mods.document document=terms: text "Платно" → "Даром""#])
    #expect(
      try set("Free locale=en") == [
        #"mods.document document=terms locale=en: text "Paid" → "Free""#
      ])
    try folder.expectSameAuditByAnyTag()
  }
}

extension Folder {
  /// A mall with two shops and an offer of the first, which eva and ivan have bought and ivan has
  /// used up.
  ///
  /// - Returns: the users' names by their ids.
  fileprivate func openMall() throws -> [String: String] {
    let points = "registration=100 referrer=0 referred=0 survey=0 referralTitle=Друг"
    try issue("mall.configurePoints \(points)", by: "admin")
    for (object, name) in [("nike", "Nike"), ("zara", "Zara")] {
      let texts = "name=\(name) floor=1 logo=\(object).png description=Одежда"
      try issue("mall.publishObject object=\(object) category=shops \(texts)", by: "admin")
    }
    let offer = "offer=socks object=nike title=Носки price=10 image=socks.png disclaimer=Мало"
    try issue(
      "mall.publishOffer \(offer) description=Тёплые terms=Одни confirmation=Да", by: "admin")
    let eva = try registerInMall("+79161234567", on: "phone-eva")
    try issue("mall.saveProfile name=Ева_Браун email=eva@example.com", by: eva)
    let ivan = try registerInMall("+79037654321", on: "phone-ivan")
    try issue("mall.saveProfile name=Иван_Петров email=ivan@example.com", by: ivan)
    for user in [eva, ivan] { try issue("mall.buyOffer offer=socks", by: user) }
    try issue("mall.startRedemption offer=socks", by: ivan)
    try issue("mall.confirmRedemption offer=socks", by: ivan)
    return [eva: "eva", ivan: "ivan"]
  }
}
