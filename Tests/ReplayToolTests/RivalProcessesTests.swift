import EventEngine
import Foundation
import Synchronization
import Testing

/// Processes that compete for the same orders.
@Suite struct RivalProcessesTests {
  private static let couriers = ["ivanov", "petrova"]

  /// The commands of one process, which tries to take all orders, each process in a different
  /// sequence.
  private static func commands(of rival: Int, orders: Int) -> [String] {
    (0..<orders).flatMap { step in
      let order = "r\((step * 7 + rival * 3) % orders)"
      let courier = couriers[rival % couriers.count]
      return [
        #"{"command":"courier.acceptOrder","id":"a\#(rival)-\#(step)","actor":"\#(courier)","data":{"order":"\#(order)"}}"#,
        #"{"command":"courier.refreshOrders","id":"b\#(rival)-\#(step)","actor":"\#(courier)"}"#,
        #"{"command":"courier.completeOrder","id":"c\#(rival)-\#(step)","actor":"\#(courier)","data":{"order":"\#(order)"}}"#,
      ]
    }
  }

  private static let orders = 20
  private static let rivals = 4

  private static var opening: String {
    let placed = (0..<orders).map { order in
      #"{"command":"courier.placeOrder","actor":"eva","id":"p\#(order)","at":"2024-05-08T08:00:00Z","data":{"order":"r\#(order)","address":"a","deliveryDate":"2999-05-09","metro":"m","firstName":"f","lastName":"l","phone":"+79990000000"}}"#
    }
    return Folder.opening + placed.joined(separator: "\n") + "\n"
  }

  private func opened() throws -> Folder {
    let folder = try Folder()
    let outcome = try Tool.run(
      "issue", "--password-iterations", "1", "--segment-size", "8000", in: folder,
      input: Self.opening)
    try #require(outcome.status == 0, "\(outcome.output)")
    return folder
  }

  @Test func `one process decides as many processes together did`() throws {
    let folder = try opened()
    let rivals = try (0..<Self.rivals).map { rival in
      try Rival(Self.commands(of: rival, orders: Self.orders), in: folder)
    }
    let looks = try watch(folder) { !rivals.allSatisfy(\.isDone) }
    #expect(looks > 1)

    // No process starved: every command was answered, none with a failure.
    var recorded: [String: [String]] = [:]
    for rival in rivals {
      #expect(rival.results.count == 3 * Self.orders)
      for result in rival.results {
        let result = try json(result)
        let error = (result["error"] as? [String: Any])?["code"] as? String
        #expect(error != "journalBusy" && error != "storageFailed")
        guard let id = result["id"] as? String, let events = result["events"] as? [[String: Any]]
        else { continue }
        if !events.isEmpty { recorded[id] = try events.map { try canonical($0) } }
      }
    }
    try redecide(folder, recorded)
  }

  /// Sends the recorded commands again, in the journal's order and from a single process. They must
  /// have the same events at the same positions.
  private func redecide(_ folder: Folder, _ recorded: [String: [String]]) throws {
    var order: [(id: String, time: String)] = []
    var reader = try JournalReader.open(JournalDirectory(folder.journal))
    try reader.forEach { view in
      if let id = view.commandID, id.contains("-"), id != order.last?.id, id != "e-1" {
        order.append((id, view.time.rfc3339))
      }
      return true
    }
    // The processes have taken turns.
    let turns = zip(order, order.dropFirst()).filter {
      $0.id.dropFirst().prefix(1) != $1.id.dropFirst().prefix(1)
    }
    #expect(turns.count > 2 * Self.rivals)
    #expect(Set(order.map(\.id)) == Set(recorded.keys) && order.count == recorded.count)
    var byID: [String: String] = [:]
    for rival in 0..<Self.rivals {
      for line in Self.commands(of: rival, orders: Self.orders) {
        byID[try #require(try json(line)["id"] as? String)] = line
      }
    }
    let lines = try order.map { entry in
      let line = try #require(byID[entry.id])
      return #"{"at":"\#(entry.time)","# + line.dropFirst()
    }
    let alone = try opened()
    let outcome = try Tool.run(
      "issue", "--json", in: alone, input: lines.joined(separator: "\n") + "\n")
    for (line, entry) in zip(outcome.lines, order) {
      let events = try #require(try json(line)["events"] as? [[String: Any]])
      #expect(try events.map { try canonical($0) } == recorded[entry.id], "\(line)")
    }
    #expect(outcome.lines.count == order.count)
  }

  /// Reads while others append and segments roll. Each read returns complete appends without gaps,
  /// and begins with the events of the read before.
  private func watch(_ folder: Folder, while isGoingOn: () -> Bool) throws -> Int {
    var seen: [EventID] = []
    var looks = 0
    while isGoingOn() {
      var reader = try JournalReader.open(JournalDirectory(folder.journal))
      var ids: [EventID] = []
      var isWhole = true
      try reader.forEach { view in
        ids.append(view.id)
        #expect(view.position.rawValue == ids.count)
        isWhole = view.index == view.count
        return true
      }
      #expect(isWhole && ids.starts(with: seen))
      seen = ids
      looks += 1
    }
    return looks
  }
}

/// A process that gets each command after the result of the one before, so that every command is
/// its own batch and the processes take turns.
private final class Rival: Sendable {
  private let state = Mutex((results: [String](), isDone: false))

  init(_ commands: [String], in folder: Folder) throws {
    let tool = try RunningTool(["issue", "--json"], in: folder)
    Thread { [self] in
      for command in commands {
        guard let result = tool.answer(to: command) else { break }
        state.withLock { $0.results.append(result) }
      }
      tool.end()
      state.withLock { $0.isDone = true }
    }.start()
  }

  var results: [String] { state.withLock { $0.results } }
  var isDone: Bool { state.withLock { $0.isDone } }
}
