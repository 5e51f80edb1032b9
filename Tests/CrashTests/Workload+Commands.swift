import Commands
import Domain
import EventEngine
import Projections
import TestSupport
@testable import EventStore

extension Workload {
  private static let commands: [DomainCommands] = [.courier, .mods]
  private static let readModels: [ReadModels] = [.courier, .habits, .mall, .mods, .nft]

  /// A courier's day, a secret, a repeated command, a refusal, and due items.
  static let lines: [[String]] = [
    [
      #"{"command":"courier.registerCourier","id":"c1","actor":"admin","data":{"courier":"ivanov","login":"ivanov","password":"1204"}}"#,
      #"{"command":"courier.signIn","id":"c7","data":{"login":"ivanov","password":"1204"}}"#,
    ],
    [
      #"{"command":"courier.placeOrder","id":"c2","actor":"eva","data":{"order":"9401","address":"a","deliveryDate":"2024-07-13","metro":"m","firstName":"f","lastName":"l","phone":"+79990000000"}}"#,
      #"{"command":"courier.refreshOrders","id":"c8","actor":"ivanov"}"#,
      #"{"command":"courier.acceptOrder","id":"c3","actor":"ivanov","data":{"order":"9401"}}"#,
      #"{"command":"courier.acceptOrder","id":"c4","actor":"petrova","data":{"order":"9401"}}"#,
    ],
    [
      #"{"command":"mods.rotateSecret","id":"c5","actor":"admin","data":{"secret":"hush-hush-hush-hush"}}"#
    ],
    [
      #"{"command":"courier.completeOrder","id":"c6","actor":"ivanov","data":{"order":"9401"}}"#,
      #"{"command":"courier.placeOrder","id":"c2","actor":"eva","data":{"order":"9401","address":"a","deliveryDate":"2024-07-13","metro":"m","firstName":"f","lastName":"l","phone":"+79990000000"}}"#,
    ],
  ]

  /// The engine with commands, deciders and read models.
  static func issuingCommands() throws -> Workload {
    let image = try journal(segmentBytes: 1500)
    var events: [String: Int] = [:]
    try issue(on: directory(SimulatedDisk(image))) { label, count in events[label] = count }
    let counts = events
    return Workload(
      name: "issuing commands", image: image,
      run: { stage in
        var issued: Set<String> = []
        try issue(on: stage.directory) { label in
          guard let count = counts[label], issued.insert(label).inserted else { return }
          stage.note(.issued(label, events: count))
        } answered: { label, _ in
          stage.note(.acknowledged(label))
        }
      },
      again: { directory in try issue(on: directory) { _, _ in } },
      label: { $0.commandID ?? "extra" }, fold: digests)
  }

  /// Sends all commands, and returns the labels and numbers of events of the recorded ones.
  private static func issue(
    on directory: JournalDirectory, issuing: (String) -> Void = { _ in },
    answered: (String, Int) -> Void
  ) throws {
    var engine = CommandHandler(
      try JournalWriter.open(directory, wait: 0), commands, cachesStatesAfter: 1,
      clock: { start })
    for lines in lines {
      for line in lines { line.firstMatch(of: /"id":"(c\d)"/).map { issuing(String($0.1)) } }
      let results = engine.execute(
        lines.enumerated().map { .init(line: $0.element.utf8, number: $0.offset + 1) })
      for result in results {
        if let problem = result.problem, problem.kind != .refusal { throw problem }
        if let id = result.id?.rawValue, !result.events.isEmpty {
          answered(id, result.events.count)
        }
      }
    }
  }

  /// The digests of all read models.
  private static func digests(
    _ reader: inout JournalReader, through last: Position
  ) throws -> String {
    let folds = readModels.map { $0.fold() }
    var replay = Replay(folds.map(\.fold), zone: reader.manifest.timeZone)
    try reader.forEach(through: last) { (view) throws(JournalError) in
      try replay.apply(view)
      return true
    }
    return try folds.flatMap(\.states).map { "\($0.name) \(try $0.digest().hex)" }
      .joined(separator: "\n")
  }
}
