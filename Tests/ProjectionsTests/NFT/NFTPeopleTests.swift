import Domain
import EventEngine
import Projections
import TestSupport
import Testing

private let story = NFTStory(
  .registered(
    "anna", name: "Анна", avatar: "https://a.example/1.jpg", description: "Коты",
    website: "http://анна.рф"),
  .registered("boris", name: "борис"), .registered("vera", name: "Вера"),
  .minted("n-1", owner: "anna"), .minted("n-2", owner: "vera"), .minted("n-3"), .minted("n-4"),
  .liked("n-1", by: "anna"), .liked("n-3", by: "anna"), .liked("n-2", by: "anna"),
  .unliked("n-2", by: "anna"))

private let anna = """
  "name":"Анна","avatar":"https://a.example/1.jpg","description":"Коты",\
  "website":"http://анна.рф"
  """

@Suite struct `A profile` {
  @Test func `shows the user's texts and the numbers of owned and liked NFTs`() {
    for locale in Language.allCases {
      #expect(
        story.show(NFTProfile.self, ["user": "anna"], in: locale)
          == #"{\#(anna),"owned":1,"liked":2}"#)
    }
    #expect(
      story.show(NFTProfile.self, ["user": "boris"]) == """
        {"name":"борис","avatar":null,"description":null,"website":null,"owned":0,"liked":0}
        """)
    let bought = story.then(.confirmed("o-1", ["n-3", "n-4"], by: "anna"))
    #expect(
      bought.show(NFTProfile.self, ["user": "anna"]) == #"{\#(anna),"owned":3,"liked":2}"#)
    let resold = bought.then(.confirmed("o-2", ["n-1", "n-3"], by: "boris"))
    #expect(
      resold.show(NFTProfile.self, ["user": "anna"]) == #"{\#(anna),"owned":1,"liked":2}"#)
  }

  @Test func `is edited in parts`() {
    let edited = story.then(
      .edited("anna", name: "Аня", cleared: [.website]),
      .edited("anna", description: "Собаки", cleared: [.avatar]))
    #expect(
      edited.show(NFTProfile.self, ["user": "anna"]) == """
        {"name":"Аня","avatar":null,"description":"Собаки","website":null,"owned":1,"liked":2}
        """)
    let again = edited.then(
      .edited("anna", avatar: "https://a.example/2.jpg", website: "https://b.example"))
    #expect(
      again.show(NFTProfile.self, ["user": "anna"]) == """
        {"name":"Аня","avatar":"https://a.example/2.jpg","description":"Собаки",\
        "website":"https://b.example","owned":1,"liked":2}
        """)
  }

  @Test func `has the same counts after an erasure, and may be filled in again`() {
    let erased = story.then(.edited("anna", name: "Аня")).erasing("user:anna")
    let rest = #""avatar":null,"description":null,"website":null,"owned":1,"liked":2}"#
    #expect(erased.show(NFTProfile.self, ["user": "anna"]) == #"{"name":"удалено",\#(rest)"#)
    #expect(
      erased.show(NFTProfile.self, ["user": "anna"], in: .en) == #"{"name":"erased",\#(rest)"#)
    #expect(erased.show(NFTProfile.self, ["user": "boris"]).hasPrefix(#"{"name":"борис""#))
    #expect(
      erased.then(.edited("anna", name: "Она")).show(NFTProfile.self, ["user": "anna"])
        == #"{"name":"Она",\#(rest)"#)
  }

  @Test func `requires an existing user`() {
    #expect(story.show(NFTProfile.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(
      story.show(NFTProfile.self, ["user": "gleb"], in: .en) == "notFound: There is no user gleb")
    #expect(story.show(NFTProfile.self) == "missingField: user")
  }
}

@Suite struct `A user's page` {
  @Test func `shows the profile and the number of NFTs`() {
    let page = """
      {"avatar":"https://a.example/1.jpg","name":"Анна","description":"Коты",\
      "website":"http://анна.рф","count":1}
      """
    for locale in Language.allCases {
      #expect(story.show(NFTUser.self, ["user": "anna"], in: locale) == page)
    }
    let edited = story.then(
      .edited("boris", name: "Борис"), .confirmed("o-1", ["n-3", "n-4"], by: "boris"))
    #expect(
      edited.show(NFTUser.self, ["user": "boris"]) == """
        {"avatar":null,"name":"Борис","description":null,"website":null,"count":2}
        """)
    #expect(
      story.erasing("user:anna").show(NFTUser.self, ["user": "anna"], in: .en) == """
        {"avatar":null,"name":"erased","description":null,"website":null,"count":1}
        """)
    #expect(story.show(NFTUser.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(story.show(NFTUser.self) == "missingField: user")
  }
}

@Suite struct `The rating` {
  func entry(_ user: String, _ place: Int, _ name: String, _ count: Int) -> String {
    let avatar = user == "anna" ? #""https://a.example/1.jpg""# : "null"
    return """
      {"user":"\(user)","place":\(place),"avatar":\(avatar),"name":"\(name)","count":\(count)}
      """
  }

  func users(sort: String = "rating", _ entries: String...) -> String {
    #"{"users":[\#(entries.joined(separator: ","))],"sort":"\#(sort)"}"#
  }

  @Test func `gives every user a different rank, by name if counts are equal`() {
    for locale in Language.allCases {
      #expect(
        story.show(NFTRating.self, in: locale)
          == users(
            entry("anna", 1, "Анна", 1), entry("vera", 2, "Вера", 1), entry("boris", 3, "борис", 0)
          ))
    }
    let bought = story.then(.confirmed("o-1", ["n-3", "n-4"], by: "boris"))
    #expect(
      bought.show(NFTRating.self)
        == users(
          entry("boris", 1, "борис", 2), entry("anna", 2, "Анна", 1), entry("vera", 3, "Вера", 1)
        ))
    let resold = bought.then(.confirmed("o-2", ["n-3"], by: "vera"))
    #expect(
      resold.show(NFTRating.self)
        == users(
          entry("vera", 1, "Вера", 2), entry("anna", 2, "Анна", 1), entry("boris", 3, "борис", 1)
        ))
    #expect(NFTStory().show(NFTRating.self) == #"{"users":[],"sort":"rating"}"#)
  }

  @Test func `has the same ranks when sorted by name`() {
    let byName = users(
      sort: "name", entry("anna", 1, "Анна", 1), entry("boris", 3, "борис", 0),
      entry("vera", 2, "Вера", 1))
    #expect(story.show(NFTRating.self, ["sort": "name"]) == byName)
    let chosen = story.then(
      .sorted(.rating(by: .name), by: "boris"), .sorted(.catalogue(by: .count), by: "boris"))
    #expect(chosen.show(NFTRating.self, ["user": "boris"]) == byName)
    #expect(chosen.show(NFTRating.self, ["user": "anna"]) == story.show(NFTRating.self))
    #expect(
      chosen.show(NFTRating.self, ["user": "boris", "sort": "rating"])
        == story.show(NFTRating.self))
  }

  @Test func `sorts names that differ by case alone by id`() {
    let alike = NFTStory(
      .registered("c", name: "АНЯ"), .registered("b", name: "аня"), .registered("a", name: "Аня"))
    #expect(alike.show(NFTRating.self).values(of: "user") == ["a", "b", "c"])
  }

  @Test func `sorts by name, with erased names after those with equal counts`() {
    let edited = story.then(.edited("vera", name: "Ада"))
    #expect(edited.show(NFTRating.self).values(of: "user") == ["vera", "anna", "boris"])
    let erased = edited.erasing("user:vera")
    #expect(erased.show(NFTRating.self).values(of: "name") == ["Анна", "удалено", "борис"])
    #expect(erased.show(NFTRating.self, in: .en).values(of: "name") == ["Анна", "erased", "борис"])
    let all = erased.erasing("user:boris").erasing("user:anna")
    for locale in Language.allCases {
      #expect(all.show(NFTRating.self, in: locale).values(of: "user") == ["anna", "vera", "boris"])
      #expect(
        erased.show(NFTRating.self, ["sort": "name"], in: locale).values(of: "user")
          == ["anna", "boris", "vera"])
    }
  }

  @Test func `requires existing users and known sort orders`() {
    #expect(story.show(NFTRating.self, ["user": "gleb"]) == "notFound: Пользователя gleb нет")
    #expect(story.show(NFTRating.self, ["sort": "count"]) == "invalidField: sort")
  }
}
