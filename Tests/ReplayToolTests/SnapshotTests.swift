import Foundation
import Testing

/// Snapshots change the cost of an answer, never the answer.
@Suite struct SnapshotTests {
  private func story() throws -> Folder {
    try Folder.sample("courier")
  }

  private func answers(_ options: String..., in folder: Folder) throws -> [String] {
    try [
      ["courier.orders"], ["courier.metro"], ["courier.feed", "courier=ivanov"],
      ["courier.orders", "tab=mine", "courier=ivanov"],
    ].map { try Tool.run(["show", "--json"] + options + $0, in: folder).output }
  }

  private func snapshots(_ folder: Folder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("journal/snapshots")).sorted()
  }

  @Test func `every state has one snapshot, accessible only to its owner`() throws {
    let folder = try story()
    let kept = try json(Tool.run("snapshot", "--json", in: folder).output)
    let states = try #require(kept["states"] as? [String: Int])
    let position = try #require(kept["position"] as? Int)
    // A state that several read models share is stored once, and so is that of a summary.
    #expect(states["courier.deliveries"] != nil && states["courier.orders"] == nil)
    #expect(states["courier.orders.available"] != nil)
    let replayed = try json(Tool.run("replay", "--json", in: folder).output)
    #expect(states.count <= (replayed["models"] as? [Any]).map { $0.count + 1 } ?? 0)
    #expect(try snapshots(folder) == states.keys.map { "\($0)@\(position).snapshot" }.sorted())
    for (path, permissions) in [
      ("journal/snapshots", 0o700),
      ("journal/snapshots/courier.deliveries@\(position).snapshot", 0o600),
    ] {
      let attributes = try FileManager.default.attributesOfItem(atPath: folder.path(path))
      #expect(attributes[.posixPermissions] as? Int == permissions)
    }
  }

  @Test func `on several threads, states without events have snapshots at the end, too`() throws {
    let folder = try story()
    let alone = try Tool.run("snapshot", "--threads", "1", in: folder)
    let names = try snapshots(folder)
    try FileManager.default.removeItem(atPath: folder.path("journal/snapshots"))
    let shared = try Tool.run("snapshot", "--threads", "2", in: folder)
    #expect(shared.status == 0, "\(shared.diagnostics)")
    #expect(shared.output == alone.output)
    #expect(try snapshots(folder) == names && names.contains { $0.hasPrefix("mods.") })
  }

  @Test func `answers are the same with and without snapshots, now and in the past`() throws {
    let folder = try story()
    let (before, past) = (try answers(in: folder), try answers("--position", "40", in: folder))
    try Tool.run("snapshot", in: folder)
    #expect(try answers(in: folder) == before)
    #expect(try answers("--position", "40", in: folder) == past)
    // Answers resume from the snapshot.
    let order =
      #"{"command":"courier.placeOrder","actor":"eva","data":{"order":"new","address":"Лесная, 5","#
      + #""deliveryDate":"2099-05-09","metro":"Новая","firstName":"Ева","lastName":"Ким","#
      + #""phone":"+79990000000"}}"#
    #expect(try Tool.run("issue", in: folder, input: order + "\n").status == 0)
    let after = try answers(in: folder)
    #expect(after != before && after[1].contains("Новая"))
    try FileManager.default.removeItem(atPath: folder.path("journal/snapshots"))
    #expect(try answers(in: folder) == after)
  }

  @Test func `a damaged or foreign snapshot is not used`() throws {
    let folder = try story()
    let expected = try answers(in: folder)
    try Tool.run("snapshot", in: folder)
    try damage("courier.deliveries", in: folder, where: expected)
    try damage("courier.orders.available", in: folder, where: expected)
  }

  /// Damages the snapshot of a state, and replaces it by another journal's.
  private func damage(_ state: String, in folder: Folder, where expected: [String]) throws {
    let name = try #require(try snapshots(folder).first { $0.hasPrefix("\(state)@") })
    let path = folder.path("journal/snapshots/\(name)")
    let whole = try Data(contentsOf: URL(filePath: path))
    let other = try story()
    try Tool.run("snapshot", in: other)
    let foreign = try Data(
      contentsOf: URL(filePath: other.path("journal/snapshots/\(name)")))
    var changed = whole
    changed[whole.count / 2] ^= 1
    for variant in [foreign, changed] {
      try variant.write(to: URL(filePath: path))
      #expect(try answers(in: folder) == expected)
    }
  }

  @Test(.english) func `replay compares snapshots with the journal`() throws {
    let folder = try story()
    let none = try Tool.run("replay", "--verify", in: folder)
    #expect(none.diagnostics.contains("there are no snapshots to compare"))
    try Tool.run("snapshot", "courier.orders", "courier.metro", in: folder)
    // The state they share, and the summary that answers most questions about either.
    let two = try Tool.run("replay", "--verify", in: folder)
    #expect(two.status == 0 && two.diagnostics.contains("2 snapshots agree"))
    let name = try #require(try snapshots(folder).first)
    try folder.replace(
      "journal/snapshots/\(name)",
      with: try folder.bytes(of: "journal/snapshots/\(name)") + Data("x".utf8))
    let damaged = try Tool.run("replay", "--verify", in: folder)
    #expect(damaged.status == 1 && damaged.diagnostics.contains("1 snapshot cannot be compared"))
    let answer = try json(Tool.run("replay", "--verify", "--json", in: folder).output)
    #expect(answer["ok"] as? Bool == false && answer["models"] != nil)
    #expect((answer["error"] as? [String: Any])?["code"] as? String == "derivedDiffers")
    #expect(try Tool.run("snapshot", "courier.order1", in: folder).status == 64)
  }

  @Test func `an erasure removes all snapshots`() throws {
    let folder = try story()
    try Tool.run("snapshot", in: folder)
    #expect(try Tool.run("erase", "user:eva", "--yes", in: folder).status == 0)
    #expect(try snapshots(folder) == [])
    let without = try answers(in: folder)
    try Tool.run("snapshot", in: folder)
    #expect(try answers(in: folder) == without)
  }

  @Test(.english) func `an error names the snapshot that cannot be written`() throws {
    let folder = try story()
    let position = try #require(
      try json(Tool.run("stats", "--json", in: folder).output)["head"] as? Int)
    try folder.replace("journal/snapshots", with: Data())
    let failed = try Tool.run("snapshot", "courier.order", in: folder)
    #expect(failed.status == 74)
    #expect(
      failed.diagnostics == """
        replay-tool: writing \(folder.journal)/snapshots/courier.deliveries@\(position).snapshot: \
        Not a directory

        """)
  }
}
