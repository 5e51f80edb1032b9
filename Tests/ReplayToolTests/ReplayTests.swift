import EventEngine
import Foundation
import Testing

/// Read models are rebuilt from the journal and nothing else.
@Suite struct ReplayTests {
  private func digests(_ options: String..., in folder: Folder) throws -> [String: String] {
    let replayed = try Tool.run(["replay", "--json"] + options, in: folder)
    #expect(replayed.status == 0, "\(replayed.diagnostics)")
    let models = try #require(json(replayed.output)["models"] as? [[String: String]])
    return Dictionary(
      uniqueKeysWithValues: try models.map {
        (try #require($0["model"]), try #require($0["digest"]))
      })
  }

  @Test func `a replay has the figures and a digest of every read model`() throws {
    let folder = try Folder.sample("courier")
    let replayed = try json(Tool.run("replay", "--json", in: folder).output)
    #expect(
      Set(replayed.keys) == [
        "events", "head", "seconds", "eventsPerSecond", "models", "unknownTypes",
      ])
    let events = try json(Tool.run("stats", "--json", in: folder).output)["events"] as? Int
    #expect(replayed["events"] as? Int == events)
    #expect(replayed["head"] as? Int == events)
    #expect((replayed["unknownTypes"] as? [String: Int])?.isEmpty == true)
    let digests = try digests(in: folder)
    #expect(digests.keys.filter { $0.hasPrefix("courier.") }.count == 7)
    #expect(digests.values.allSatisfy { $0.count == 64 })
    #expect(try digests == self.digests(in: folder))
    let table = try Tool.run("replay", in: folder)
    for (model, digest) in digests {
      #expect(table.lines.contains { $0.hasPrefix(model) && $0.hasSuffix(digest) })
    }
  }

  @Test func `a past has the same digests, however it is given`() throws {
    let folder = try Folder.sample("courier")
    let all = try digests(in: folder)
    let position = try digests("--position", "20", in: folder)
    #expect(position["courier.orders"] != all["courier.orders"])
    #expect(try digests("--as-of", "2026-05-04T15:30:00Z", in: folder) == position)
    let shorter = try Folder()
    let records = try Tool.run("export", "--records", "--position", "20", in: folder).output
    try Tool.run("import", "--records", in: shorter, input: records)
    #expect(try digests(in: shorter) == position)
    #expect(try Tool.run("replay", "--position", "9999", in: folder).status == 65)
  }

  @Test(.english) func `a replay can be limited to named read models`() throws {
    let folder = try Folder.sample("courier")
    let two = try digests("courier.orders", "courier.metro", in: folder)
    let all = try digests(in: folder)
    #expect(Set(two.keys) == ["courier.orders", "courier.metro"])
    #expect(two.allSatisfy { all[$0.key] == $0.value })
    let wrong = try Tool.run("replay", "courier.order1", in: folder)
    #expect(wrong.status == 64)
    #expect(wrong.diagnostics.contains(#"did you mean "courier.order"?"#))
  }

  /// 3,000 orders take more than one batch of a mebibyte.
  @Test func `several batches are folded alike on any number of threads`() throws {
    let folder = try Folder.sample("courier")
    let comment = String(repeating: "этаж ", count: 10)
    let orders = (1...3000).map { number in
      #"{"command":"courier.placeOrder","actor":"anna","data":{"firstName":"Анна","lastName":"Иванова","#
        + #""address":"Тверская, \#(number)","metro":"Сокол","phone":"+79161234567","#
        + #""deliveryDate":"2099-01-01","comment":"\#(comment)"}}"#
    }
    let issued = try Tool.run(
      "issue", "--file", "-", in: folder, input: orders.joined(separator: "\n"))
    #expect(issued.status == 0, "\(issued.diagnostics)")
    var writer = try JournalWriter.open(JournalDirectory(folder.journal))
    try writer.batch { (writer) throws(JournalError) in
      let types: [EventType] = [
        "courier.unheardOf", "mall.unheardOf", "courier.unheardOf", "courier",
      ]
      for type in types {
        try writer.append([NewEvent(type: type, data: Array("{}".utf8))], at: .earliest)
      }
    }
    func replayed(_ threads: String, _ models: String...) throws -> [String: NSObject] {
      let words = ["replay", "--json", "--threads", threads] + models
      let output = try Tool.run(words, in: folder).output
      var all = try #require(json(output) as? [String: NSObject])
      all["seconds"] = nil
      all["eventsPerSecond"] = nil
      return all
    }
    let alone = try replayed("1")
    let unknown = ["courier.unheardOf": 2, "mall.unheardOf": 1]
    #expect(alone["unknownTypes"] as? [String: Int] == unknown)
    let two = try replayed("1", "courier.orders", "courier.feed")
    for threads in ["2", "3", "64"] {
      #expect(try replayed(threads) == alone)
      #expect(try replayed(threads, "courier.orders", "courier.feed") == two)
    }
    #expect(try Tool.run("replay", "--threads", "0", in: folder).status == 64)
  }

  @Test(.english) func `an undecodable event is reported alike on any number of threads`() throws {
    let folder = try Folder.sample("courier")
    var writer = try JournalWriter.open(JournalDirectory(folder.journal))
    try writer.batch { (writer) throws(JournalError) in
      let data = Array(#"{"order":7}"#.utf8)
      for type in ["courier.orderAccepted", "mall.appInstalled"] as [EventType] {
        try writer.append([NewEvent(type: type, data: data)], at: .earliest)
      }
    }
    let alone = try Tool.run("replay", "--threads", "1", in: folder)
    let shared = try Tool.run("replay", "--threads", "3", in: folder)
    #expect(shared.status == alone.status)
    #expect(shared.diagnostics == alone.diagnostics)
    #expect(shared.output == alone.output)
    #expect(alone.diagnostics.contains(") cannot be decoded: "), "\(alone.diagnostics)")
    #expect(
      alone.diagnostics.contains(
        "hint: if the journal is intact (replay-tool verify), it has another shape of "
          + "courier.orderAccepted: use the version that wrote it, or add that shape to the domain's "
          + "catalog (.retired)"), "\(alone.diagnostics)")
  }

  @Test(.english)
  func `foreign events are skipped, and there are no snapshots to compare with yet`() throws {
    let folder = try Folder()
    try folder.importReceipt(100)
    let replayed = try Tool.run("replay", "--json", "--verify", in: folder)
    #expect(replayed.status == 0)
    #expect(replayed.diagnostics.contains("there are no snapshots to compare"))
    #expect(try json(replayed.output)["events"] as? Int == 100)
    #expect(try Tool.run("replay", in: Folder()).status == 66)
  }
}
