import EventEngine
import Foundation
import Testing

/// Forged snapshots: `verify` reports them all, and those made without the key change no answer.
@Suite struct ForgedDerivedTests {
  private func snapshots(_ folder: Folder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path("journal/snapshots")).sorted()
  }

  private func journal() throws -> Folder {
    let folder = try Folder.sample("courier")
    try Tool.run("snapshot", in: folder)
    #expect(try Tool.run("verify", in: folder).status == 0)
    return folder
  }

  private func key(_ folder: Folder) throws -> HMACSHA256 {
    let digits = Array(try folder.bytes(of: "journal/journal.key").dropLast())
    let bytes = stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16)
    }
    return HMACSHA256(key: bytes)
  }

  /// Replaces a snapshot by a changed one, with a code made with this key.
  private func forge(_ name: String, in folder: Folder, _ key: HMACSHA256) throws {
    let whole = try folder.bytes(of: name)
    let text = String(decoding: whole.dropLast(66), as: UTF8.self)
    let content = Array(text.replacing("Сокол", with: "Ложь").utf8)
    #expect(content != Array(text.utf8))
    let code = key.authenticate(Array("snapshot".utf8) + [0] + content)
    try folder.replace(name, with: Data(content + Array("\n\(code.hex)\n".utf8)))
  }

  /// Found by a simulated power loss before the removal of the erasure's mark.
  @Test func `while an erasure is unfinished, verify accepts the files that it has yet to remove`()
    throws
  {
    let folder = try journal()
    let files = FileManager.default
    try files.copyItem(
      atPath: folder.path("journal/snapshots"), toPath: folder.path("from before"))
    #expect(try Tool.run("erase", "--yes", "user:eva", in: folder).status == 0)
    try? files.removeItem(atPath: folder.path("journal/snapshots"))
    try files.moveItem(atPath: folder.path("from before"), toPath: folder.path("journal/snapshots"))
    #expect(try Tool.run("verify", in: folder).status == 1)
    try folder.replace("journal/journal.erasing", with: Data())
    #expect(try Tool.run("verify", in: folder).status == 0)
    // The next writer finishes it.
    try Tool.run("issue", "courier.refreshOrders", "--actor", "ivanov", in: folder)
    #expect(try snapshots(folder) == [])
    #expect(try Tool.run("verify", in: folder).status == 0)
  }

  @Test(.english) func `a snapshot made without the key changes no answer, and verify finds it`()
    throws
  {
    let folder = try journal()
    let before = try Tool.run("show", "courier.metro", "--json", in: folder)
    let name = try #require(try snapshots(folder).first { $0.hasPrefix("courier.deliveries@") })
    let path = "journal/snapshots/\(name)"
    try forge(path, in: folder, HMACSHA256(key: Array(repeating: 7, count: 32)))
    #expect(try Tool.run("show", "courier.metro", "--json", in: folder).output == before.output)
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.status == 1)
    #expect(
      verified.output.contains(
        "wrong \(folder.path(path)): not made with the journal's key"))
    #expect(
      verified.diagnostics.contains("hint: indexes and snapshots are derived from the events"))
    let report = try json(Tool.run("verify", "--json", in: folder).output)
    #expect(report["ok"] as? Bool == false)
    #expect((report["error"] as? [String: Any])?["code"] as? String == "derivedDiffers")
    #expect(
      (report["derived"] as? [[String: Any]])?.compactMap { $0["path"] as? String } == [
        folder.path(path)
      ])
    try FileManager.default.removeItem(atPath: folder.path(path))
    #expect(try Tool.run("verify", in: folder).status == 0)
  }

  @Test(.english) func `a snapshot made with the key is found by verify`() throws {
    let folder = try journal()
    let name = try #require(try snapshots(folder).first { $0.hasPrefix("courier.deliveries@") })
    try forge("journal/snapshots/\(name)", in: folder, try key(folder))
    let verified = try Tool.run("verify", in: folder)
    #expect(verified.status == 1)
    #expect(
      verified.output.contains(
        "wrong \(folder.path("journal/snapshots/\(name)")): it contradicts the events")
    )
    #expect(try Tool.run("replay", "--verify", in: folder).status == 1)
  }

  @Test(.english) func `without the key no snapshot is used, and none is made`() throws {
    let folder = try journal()
    let name = try #require(try snapshots(folder).first { $0.hasPrefix("courier.deliveries@") })
    let before = try Tool.run("show", "courier.metro", "--json", in: folder)
    try forge("journal/snapshots/\(name)", in: folder, try key(folder))
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.key"))
    #expect(try Tool.run("show", "courier.metro", "--json", in: folder).output == before.output)
    let kept = try Tool.run("snapshot", in: folder)
    #expect(kept.status != 0 && kept.diagnostics.contains("journal.key is missing"))
    #expect(!FileManager.default.fileExists(atPath: folder.path("journal/journal.key")))
    #expect(try Tool.run("verify", in: folder).status == 0)
  }

  @Test(.english) func `points beyond their range stop a replay with the position and the reason`()
    throws
  {
    for points in ["9223372036854775807", "-9223372036854775808", "1000000000000000001"] {
      let folder = try Folder()
      let user = try folder.registerInMall("+79161234567", on: "d-1")
      try folder.issue("mall.saveProfile name=Eva_Braun email=eva@mall.example", by: user)
      let name = "journal/segments/\(try folder.segments()[0])"
      let manifest = try json(
        String(decoding: folder.bytes(of: "journal/journal.json"), as: UTF8.self))
      let id = try #require((manifest["journal"] as? String).flatMap { EventID($0) })
      var position = 0
      let lines = String(decoding: try folder.bytes(of: name), as: UTF8.self).split(separator: "\n")
        .enumerated().map { index, line in
          guard position == 0, line.contains("\"type\":\"mall.pointsMoved\""),
            let found = line.firstMatch(of: #/"points":-?\d+/#)
          else { return String(line) }
          position = index + 1
          let body = line.dropLast(18).replacing(found.0, with: "\"points\":\(points)")
          return Self.checksummed(String(body), id)
        }
      #expect(position > 0)
      try folder.replace(name, with: Data((lines.joined(separator: "\n") + "\n").utf8))
      let replayed = try Tool.run("replay", "mall.ledger", in: folder)
      #expect(replayed.status == 1, "\(replayed.diagnostics)")
      #expect(
        replayed.diagnostics.contains("position \(position) (mall.pointsMoved) cannot be decoded"),
        "\(replayed.diagnostics)")
    }
  }

  private static func checksummed(_ body: String, _ id: EventID) -> String {
    let seed = CRC32C.checksum(
      [id.high, id.low].flatMap { word in
        stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> $0) }
      })
    let crc = String(CRC32C.checksum(Array(body.utf8), continuing: seed), radix: 16)
    return "\(body),\"crc\":\"\(String(repeating: "0", count: 8 - crc.count))\(crc)\"}"
  }
}
