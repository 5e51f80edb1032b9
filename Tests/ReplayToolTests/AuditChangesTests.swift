import Foundation
import Testing

/// The changes that an audit reports for an event, for every subject of the audit.
@Suite struct AuditChangesTests {
  /// The changes of one answer, such as `count 0 → 1`.
  private func changes(
    of model: String, for user: String, at position: Int, _ asked: String..., in folder: Folder
  ) throws -> [String] {
    let audit = try Tool.run(["audit", "--json"] + asked, in: folder)
    let event = try #require(try audit.lines.map(json).first { $0["position"] as? Int == position })
    let changes = try #require(event["changes"] as? [[String: Any]])
    let change = changes.first {
      $0["model"] as? String == model && $0["parameters"] as? [String: String] == ["user": user]
    }
    return try (change?["fields"] as? [[String: Any]] ?? []).map { field in
      func side(_ name: String) throws -> String {
        guard let value = field[name] else { return "-" }
        if let nft = (value as? [String: Any])?["nft"] as? String { return nft }
        return try canonical(value)
      }
      return "\(try #require(field["field"] as? String)) \(try side("before")) → "
        + "\(try side("after"))"
    }
  }

  @Test(arguments: SampleTests.stories)
  func `an event has the same changes in the audit of its position and of a tag`(
    story: SampleTests.Story
  ) throws {
    let folder = try Folder.sample(story.domain)
    try folder.expectSameAuditByAnyTag(of: 3)
  }

  @Test func `an audit of a user has no event that changed only answers about no user`() throws {
    let folder = try Folder()
    try folder.issue("mods.setDocument document=terms text=Платно", by: "admin")
    try folder.issue("mods.launch", by: "anna")
    #expect(try folder.auditedChanges("user:anna").keys.sorted() == [2, 3])
  }

  @Test func `a like changes the collection as its user sees it`() throws {
    let folder = try Folder.sample("nft")
    let audit = try Tool.run("audit", "--position", "70", "--json", in: folder).output
    #expect(
      audit.contains(
        #"{"model":"nft.collection","parameters":{"collection":"cats","user":"anna"},"fields":[{"#)
    )
  }

  @Test func `an acceptance changes the orders of its courier`() throws {
    let folder = try Folder.sample("courier")
    let accepted = try #require(
      try Tool.run("tail", "--type", "courier.orderAccepted", "-n", "1", "--json", in: folder)
        .lines.first)
    let event = try json(accepted)
    let tags = try #require(event["tags"] as? [String])
    let courier = try #require(tags.first { $0.hasPrefix("courier:") }).dropFirst(8)
    let audit = try Tool.run(
      "audit", "--position", "\(try #require(event["position"] as? Int))", "--json", in: folder)
    #expect(
      audit.output.contains(
        #"{"model":"courier.orders","parameters":{"tab":"mine","courier":"\#(courier)"},"fields":[{"#
      ))
  }

  @Test func `an NFT that leaves a cart is listed with its value before`() throws {
    let folder = try Folder.market(
      ("a", "addToCart", #""nft":"n1""#), ("a", "addToCart", #""nft":"n2""#),
      ("a", "removeFromCart", #""nft":"n1""#))
    let expected = [
      7: ["items[nft=n1] - → n1", "count 0 → 1", #"total "0" → "1""#],
      8: ["items[nft=n2] - → n2", "count 1 → 2", #"total "1" → "3""#],
      9: ["items[nft=n1] n1 → -", "count 2 → 1", #"total "3" → "2""#],
    ]
    for (position, fields) in expected {
      for asked in [["user:a"], ["--position", "\(position)"]] {
        let found = try changes(
          of: "nft.cart", for: "a", at: position, asked[0], asked.count > 1 ? asked[1] : "--json",
          in: folder)
        #expect(found == fields, "\(asked)")
      }
    }
    for position in [7, 9] {
      let found = try changes(of: "nft.cart", for: "a", at: position, "nft:n1", in: folder)
      #expect(found == expected[position])
    }
  }

  @Test func `an NFT that is unliked is listed with its value before`() throws {
    let folder = try Folder.market(
      ("a", "like", #""nft":"n1""#), ("a", "unlike", #""nft":"n1""#), ("a", "like", #""nft":"n2""#))
    let expected = [
      7: ["nfts[nft=n1] - → n1", "empty true → false"],
      8: ["nfts[nft=n1] n1 → -", "empty false → true"],
      9: ["nfts[nft=n2] - → n2", "empty true → false"],
    ]
    for (position, fields) in expected {
      let found = try changes(of: "nft.favourites", for: "a", at: position, "user:a", in: folder)
      #expect(found == fields)
    }
  }

  @Test func `a translation changes the mod and the catalogue in its language`() throws {
    let folder = try Folder()
    let mod =
      #""path":"a","category":"ships","title":"T","description":"D","image":"https://e.x/a.png","archive":"https://e.x/a.zip""#
    let requests = """
      {"command":"mods.publishMod","actor":"admin","data":{\(mod)}}
      {"command":"mods.translateMod","actor":"admin","data":{"path":"a","locale":"en","title":"TE","description":"DE"}}
      {"command":"mods.editMod","actor":"admin","data":{"path":"a","image":"https://e.x/b.png"}}

      """
    let issued = try Tool.run("issue", in: folder, input: requests)
    try #require(issued.status == 0, "\(issued.output)")
    for position in ["2", "3"] {
      let audit = try Tool.run("audit", "--position", position, "--json", in: folder).output
      for parameters in [#"{"category":"ships","locale":"en"}"#, #"{"path":"a","locale":"en"}"#] {
        #expect(audit.contains(#""parameters":\#(parameters),"fields""#), "\(position) \(audit)")
      }
    }
  }

  @Test func `an event has the same changes in the audit of its position and of everything`() throws
  {
    let folder = try Folder()
    let lines = Self.shop.map {
      #"{"command":"nft.\#($0)","actor":"\#($1)","data":{\#($2)}}"# + "\n"
    }
    let issued = try Tool.run("issue", in: folder, input: lines.joined())
    try #require(issued.status == 0, "\(issued.output)")
    let all = try folder.auditedChanges("--after", "0")
    #expect(all[29]?.contains(#""viewer":"b""#) == true)
    #expect(try folder.auditedChanges("--position", "29")[29] == all[29])
  }

  /// A shop in which somebody unlikes an NFT after many likes and carts of others: the command, the
  /// actor and the data.
  private static let shop: [(String, String, String)] = [
    ("registerUser", "Anna", #""name":"x""#),
    ("addCurrency", "admin", #""currency":"K1","name":"x","image":"https://x""#),
    ("registerUser", "u.x", #""name":"x""#),
    (
      "mint", "admin",
      #""nft":"n1","name":"x","image":"https://x","rating":2,"price":"0","author":"x""#
    ),
    (
      "mint", "admin",
      #""nft":"n2","name":"x","image":"https://x","rating":4,"price":"100","author":"x","owner":"u.x""#
    ),
    ("addToCart", "Anna", #""nft":"n2""#),
    (
      "mint", "admin",
      #""nft":"n3","name":"x","image":"https://x","rating":4,"price":"10","author":"x","owner":"Anna""#
    ),
    ("registerUser", "b", #""name":"x""#),
    ("registerUser", "_", #""name":"x""#),
    ("addToCart", "_", #""nft":"n3""#),
    ("pay", "_", #""order":"o1","currency":"K1""#),
    ("addToCart", "b", #""nft":"n1""#),
    ("like", "b", #""nft":"n1""#),
    ("addCurrency", "admin", #""currency":"K2","name":"x","image":"https://x""#),
    ("addCurrency", "admin", #""currency":"K3","name":"x","image":"https://x""#),
    ("confirmPayment", "gateway", #""order":"o1""#),
    ("pay", "b", #""order":"o2","currency":"K3""#),
    ("confirmPayment", "gateway", #""order":"o2""#),
    ("registerUser", "anna", #""name":"x""#),
    (
      "mint", "admin",
      #""nft":"n4","name":"x","image":"https://x","rating":0,"price":"2","author":"x","owner":"anna""#
    ),
    ("pay", "Anna", #""order":"o3","currency":"K2""#),
    ("confirmPayment", "gateway", #""order":"o3""#),
    ("addToCart", "Anna", #""nft":"n4""#),
    (
      "createCollection", "admin",
      #""collection":"c1","name":"x","cover":"https://x","description":"x","author":"x","website":"https://x","nfts":["n2","n4","n3","n1"]"#
    ),
    ("addToCart", "Anna", #""nft":"n1""#),
    ("pay", "Anna", #""order":"o4","currency":"K1""#),
    ("confirmPayment", "gateway", #""order":"o4""#),
    ("addToCart", "b", #""nft":"n4""#),
    ("unlike", "b", #""nft":"n1""#),
  ]

  @Test func `a bought NFT leaves every cart`() throws {
    let folder = try Folder.market(
      ("b", "like", #""nft":"n1""#), ("b", "addToCart", #""nft":"n1""#),
      ("a", "addToCart", #""nft":"n1""#), ("a", "pay", #""order":"o1","currency":"ETH""#),
      ("gateway", "confirmPayment", #""order":"o1""#))
    // The NFT leaves the carts of both users; b still likes it.
    let left = ["items[nft=n1] n1 → -", "count 1 → 0", #"total "1" → "0""#]
    for user in ["a", "b"] {
      for asked in ["nft:n1", "user:a", "--position=11"] {
        #expect(try changes(of: "nft.cart", for: user, at: 11, asked, in: folder) == left)
      }
    }
    let gone = ["nfts[nft=n1].inCart true → false", "nfts[nft=n1].forSale false → true"]
    #expect(try changes(of: "nft.favourites", for: "b", at: 11, "user:a", in: folder) == gone)
    // None of the events that pass these filters has the tag of b.
    for filter in [["--after", "10"], ["--type", "nft.paymentConfirmed"]] {
      let found = try folder.auditedChanges("user:b", filter[0], filter[1])
      #expect(found.keys.sorted() == [11], "\(filter)")
    }
    let none = try Tool.run(
      "audit", "user:b", "--after", "11", "--locale", "en", in: folder)
    #expect(none.diagnostics == "replay-tool: no such event\n")
  }
}

extension Folder {
  /// A journal with the users `a` and `b`, two NFTs and a currency, followed by these commands from
  /// position 7 on: the actor, the name and the data of each.
  fileprivate static func market(_ commands: (String, String, String)...) throws -> Folder {
    func mint(_ nft: String, _ price: Int) -> String {
      #""nft":"\#(nft)","name":"\#(nft)","image":"https://e.x/a.png","rating":3,"price":"\#(price)","author":"X""#
    }
    let first = [
      ("a", "registerUser", #""name":"A""#), ("b", "registerUser", #""name":"B""#),
      ("admin", "mint", mint("n1", 1)), ("admin", "mint", mint("n2", 2)),
      ("admin", "addCurrency", #""currency":"ETH","name":"Ether","image":"https://e.x/e.png""#),
      ("admin", "setAgreement", #""url":"https://example.org""#),
    ]
    let lines = (first + commands).map {
      #"{"command":"nft.\#($0.1)","actor":"\#($0.0)","data":{\#($0.2)}}"#
    }
    let folder = try Folder()
    let issued = try Tool.run("issue", in: folder, input: lines.joined(separator: "\n") + "\n")
    try #require(issued.status == 0, "\(issued.output)")
    return folder
  }

  /// The changes that `audit` reports, by position.
  fileprivate func auditedChanges(_ asked: String...) throws -> [Int: String] {
    let audit = try Tool.run(["audit", "--json"] + asked, in: self)
    try #require(audit.status == 0, "\(audit.diagnostics)")
    var found: [Int: String] = [:]
    for line in audit.lines {
      let event = try json(line)
      found[try #require(event["position"] as? Int)] = try canonical(event["changes"] as Any)
    }
    return found
  }

  /// Expects that an audit of any tag reports the same changes of an event as an audit of its
  /// position, also of an event without the tag. In the usual run, for `limit` events.
  func expectSameAuditByAnyTag(of limit: Int = .max) throws {
    let events = try Tool.run("export", in: self).lines.map { try json($0) }
    var single: [Int: String] = [:]
    var tags: Set<String> = []
    for event in Effort.current.sample(events, limit) {
      let position = try #require(event["position"] as? Int)
      let own = try #require(event["tags"] as? [String])
      if own.isEmpty { continue }
      single[position] = try auditedChanges("--position", "\(position)")[position]
      tags.formUnion(own)
    }
    var found: Set<Int> = []
    for tag in tags {
      for (position, changes) in try auditedChanges(tag) where single[position] != nil {
        #expect(changes == single[position], "\(tag) at \(position)")
        found.insert(position)
      }
    }
    #expect(found == Set(single.keys))
  }
}
