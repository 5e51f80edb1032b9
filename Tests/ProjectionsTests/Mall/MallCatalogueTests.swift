import Domain
import EventEngine
import Projections
import TestSupport
import Testing

@Suite struct `The mall's catalogue` {
  static let story = MallStory(
    .published("nike"),
    .published(
      "atm", .nike.with { ($0.category, $0.name, $0.subcategory) = (.services, "Банкомат", nil) }),
    .published("zara", .nike.with { ($0.name, $0.aliases, $0.subcategory) = ("Zara", [], "Мода") }),
    .published("puma", .nike.with { ($0.name, $0.aliases, $0.logo) = ("Puma", [], "puma.png") }),
    .published("gone", .nike.with { $0.subcategory = "Разное" }), .withdrawn("gone"))

  @Test func `lists the categories of the application with their subcategories`() {
    #expect(
      Self.story.show(MallCategories.self) == """
        {"categories":[\
        {"category":"shops","title":"Магазины","objects":3,\
        "subcategories":["Одежда и обувь","Мода"]},\
        {"category":"food","title":"Еда","objects":0,"subcategories":[]},\
        {"category":"entertainment","title":"Развлечения","objects":0,"subcategories":[]},\
        {"category":"services","title":"Услуги","objects":1,"subcategories":[]},\
        {"category":"sport","title":"Фитнес","objects":0,"subcategories":[]},\
        {"category":"cinema","title":"Кино","objects":0,"subcategories":[]}]}
        """)
    #expect(
      MallStory(.published("nike", .nike.with { $0.category = .sport }))
        .show(MallCategories.self, in: .en) == """
          {"categories":[\
          {"category":"shops","title":"Shops","objects":0,"subcategories":[]},\
          {"category":"food","title":"Food","objects":0,"subcategories":[]},\
          {"category":"entertainment","title":"Entertainment","objects":0,"subcategories":[]},\
          {"category":"services","title":"Services","objects":0,"subcategories":[]},\
          {"category":"sport","title":"Fitness","objects":1,"subcategories":["Одежда и обувь"]},\
          {"category":"cinema","title":"Cinema","objects":0,"subcategories":[]}]}
          """)
  }

  @Test func `lists a category in the order of publication, which edits do not change`() {
    let story = Self.story.then(
      .edited("nike", .nike.with { $0.logo = "swoosh.png" }),
      .edited("atm", .nike.with { ($0.name, $0.subcategory) = ("Банкомат", "Банки") }))
    #expect(
      story.show(MallCatalogue.self, ["category": "shops"]) == """
        {"objects":[{"object":"nike","name":"Nike","logo":"swoosh.png"},\
        {"object":"atm","name":"Банкомат","logo":"nike.png"},\
        {"object":"zara","name":"Zara","logo":"nike.png"},\
        {"object":"puma","name":"Puma","logo":"puma.png"}],\
        "subcategories":["Одежда и обувь","Банки","Мода"],"placeholder":null}
        """)
  }

  /// The standard library's comparison by canonical equivalence takes minutes for such names.
  @Test func `finds accents in any order, however many there are`() {
    let name = "a" + String(repeating: "\u{301}\u{323}", count: 20_000)
    let story = MallStory(
      .published("odd", .nike.with { ($0.name, $0.aliases) = (.init(rawValue: name), []) }))
    func found(_ search: String) -> Bool {
      story.show(MallCatalogue.self, ["category": "shops", "search": .string(search)])
        .hasPrefix(#"{"objects":[{"object":"odd""#)
    }
    #expect(found("A" + String(repeating: "\u{323}\u{301}", count: 20_000)))
    #expect(!found("A" + String(repeating: "\u{323}\u{301}", count: 19_999)))
    #expect(!found("A"))
  }

  @Test func `narrows a category to one of its subcategories`() {
    #expect(
      Self.story.show(MallCatalogue.self, ["category": "shops", "subcategory": " Мода "]) == """
        {"objects":[{"object":"zara","name":"Zara","logo":"nike.png"}],\
        "subcategories":["Одежда и обувь","Мода"],"placeholder":null}
        """)
  }

  @Test func `has a placeholder for an empty list`() {
    let nothing = """
      {"objects":[],"subcategories":["Одежда и обувь","Мода"],"placeholder":"nothingFound"}
      """
    #expect(
      Self.story.show(MallCatalogue.self, ["category": "shops", "search": "икея"]) == nothing)
    #expect(
      Self.story.show(MallCatalogue.self, ["category": "shops", "subcategory": "Книги"]) == nothing)
    #expect(
      Self.story.show(MallCatalogue.self, ["category": "food"])
        == #"{"objects":[],"subcategories":[],"placeholder":"nothingFound"}"#)
  }

  @Test func `refuses unknown categories`() {
    #expect(
      Self.story.show(MallCatalogue.self, ["category": "Shops"]) == """
        notFound: Категории «Shops» нет. \
        Есть: shops, food, entertainment, services, sport, cinema
        """)
    #expect(
      Self.story.show(MallCatalogue.self, ["category": "pets"], in: .en) == """
        notFound: There is no category "pets". \
        The categories are: shops, food, entertainment, services, sport, cinema
        """)
    for other in ["", " ", " shops", "shops\n"] {
      #expect(
        Self.story.show(MallCatalogue.self, ["category": .string(other)]).hasPrefix("notFound: "))
    }
    #expect(Self.story.show(MallCatalogue.self) == "missingField: category")
    #expect(
      Self.story.show(MallCatalogue.self, ["category": ["shops"]]) == "invalidField: category")
    #expect(Self.story.show(MallCategories.self, ["now": "x"]) == "unknownField: now")
  }

  static func found(_ search: String, in name: MallObjectName, _ aliases: [MallObjectName]) -> Bool
  {
    let story = MallStory(.published("o", .nike.with { ($0.name, $0.aliases) = (name, aliases) }))
    return story.show(MallCatalogue.self, ["category": "shops", "search": .string(search)])
      .contains(#""object":"o""#)
  }

  @Test(
    arguments: [
      ("nike", "Nike", []), ("IK", "Nike", []), ("найк", "Nike", ["найк"]),
      ("НАЙК", "Nike", ["Найк"]), ("naik", "Nike", ["найк"]),
      ("зара", "Zara", []), ("Zara", "ЗАРА", []), ("пума", "PUMA", []),
      ("shchuka", "Щука", []), ("щука", "Shchuka", []), ("ёлка", "Елка", []),
      ("елка", "Ёлка", []), ("elka", "Ёлка", []), ("elka", "Е\u{308}лка", []),
      ("музеи", "Музе\u{438}\u{306}", []), ("muzei", "Музей", []),
      ("obekt", "Объект", []), ("объект", "Obekt", []), ("sol", "Соль", []),
      ("соль", "Sol", []), ("kharkov", "Харьков", []), ("zhuk", "Жук", []),
      ("tsum", "ЦУМ", []), ("chay", "Чаы", []), ("yula", "Юла", []), ("yama", "Яма", []),
      ("eclair", "Eclair", []), ("эхо", "Ekho", []), ("", "Nike", []), ("  ", "Nike", []),
      (" nike ", "Nike", []), ("ь", "Соль", []), ("Ъ", "Nike", ["объект"]),
      ("кафе 5", "Kafe 5", []),
    ] as [(String, String, [String])])
  func `is searched in either script`(search: String, name: String, aliases: [String]) {
    #expect(
      Self.found(
        search, in: MallObjectName(rawValue: name),
        aliases.map(MallObjectName.init(rawValue:))))
  }

  @Test(
    arguments: [
      ("найк", "Nike", []), ("nikes", "Nike", []), ("cafe", "Café", []), ("n ike", "Nike", []),
      ("👨", "👨‍👩‍👧", []), ("zara", "Nike", ["найк"]), ("nikenajk", "Nike", ["найк"]),
      ("ь", "Nike", []), ("ъь", "Соль", []),
    ] as [(String, String, [String])])
  func `does not match anything else`(search: String, name: String, aliases: [String]) {
    #expect(
      !Self.found(
        search, in: MallObjectName(rawValue: name),
        aliases.map(MallObjectName.init(rawValue:))))
  }
}

@Suite struct `An object of the mall` {
  let story = MallStory(.published("nike"), .published("zara", .nike.with { $0.name = "Zara" }))

  @Test func `shows its place and its description`() {
    #expect(
      story.show(MallObjectPage.self, ["object": "nike"]) == """
        {"object":"nike","category":"shops","name":"Nike","logo":"nike.png","floor":2,\
        "site":"https://nike.com","description":"Спортивная одежда и обувь","offers":null}
        """)
  }

  @Test func `shows its offers, newest first, including those moved here`() {
    let socks = { (object: MallObjectID) in OfferContent.socks.with { $0.object = object } }
    let moved = story.then(
      .offered("a", socks("zara")), .offered("b"), .offered("c", socks("zara")), .offered("d"),
      .reoffered("a", socks("nike"), movedFrom: "zara"),
      .reoffered("b", socks("zara"), movedFrom: "nike"), .offered("e"), .withdrawn("e", of: "nike"))
    #expect(
      moved.show(MallObjectPage.self, ["object": "nike"]) == """
        {"object":"nike","category":"shops","name":"Nike","logo":"nike.png","floor":2,\
        "site":"https://nike.com","description":"Спортивная одежда и обувь","offers":[\
        {"offer":"d","image":"socks.png","price":40,"object":"nike","objectName":"Nike",\
        "title":"Носки в подарок","disclaimer":"Количество ограничено"},\
        {"offer":"a","image":"socks.png","price":40,"object":"nike","objectName":"Nike",\
        "title":"Носки в подарок","disclaimer":"Количество ограничено"}]}
        """)
  }

  @Test func `is not found after its withdrawal`() {
    #expect(
      story.then(.withdrawn("nike")).show(MallObjectPage.self, ["object": "nike"])
        == "notFound: Объекта nike нет")
    #expect(
      story.show(MallObjectPage.self, ["object": "puma"], in: .en)
        == "notFound: There is no object puma")
  }
}
