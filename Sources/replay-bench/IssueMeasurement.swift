import Commands
import Domain
import EventChecking
import EventEngine
import ReplayToolKit

/// The duration of a stream of commands that place, accept and complete orders.
struct IssueMeasurement {
  private let directory: JournalDirectory
  private static let couriers = 50

  init(_ folder: String) { directory = JournalDirectory("\(folder)/issued") }

  /// The time from the lines of the commands to results on stable storage.
  func seconds(commands: Int) throws -> Double {
    try directory.create(JournalSettings(passwordIterations: 1), at: SystemClock.now())
    var engine = CommandHandler(
      try JournalWriter.open(directory), applications.commands, cachesStatesAfter: 0)
    try require(engine.execute(hiring.enumerated().map { .init(line: $1.utf8, number: $0) }))
    let lines = (0..<commands).map(line)
    return try Figures.time {
      let batches = ReadAhead { [parser = engine.parser] give in
        var rest = lines[...]
        while !rest.isEmpty {
          let batch = rest.prefix(Limits.batchCommands)
          rest = rest.dropFirst(batch.count)
          if !give(batch.map { parser.read(CommandInput(line: $0, number: 1)) }) { return }
        }
      }
      while let batch = try batches.next() {
        let results = engine.execute(parsed: batch)
        var json = JSONWriter()
        for result in results { result.write(to: &json) }
        try require(results)
      }
    }
  }

  private var hiring: [String] {
    (0..<Self.couriers).flatMap { number in
      let login =
        "login"
        + String(
          number.description.unicodeScalars.map { Character(Unicode.Scalar($0.value + 49) ?? "a") })
      return [
        #"{"command":"courier.registerCourier","actor":"admin","data":{"courier":"k-\#(number)","#
          + #""login":"\#(login)","password":"1234"}}"#,
        #"{"command":"courier.signIn","data":{"login":"\#(login)","password":"1234"}}"#,
      ]
    }
  }

  private func line(_ index: Int) -> [UInt8] {
    let order = index / 3
    let courier = "k-\(order % Self.couriers)"
    let text =
      switch index % 3 {
      case 0:
        #"{"command":"courier.placeOrder","id":"p-\#(order)","actor":"eva","data":{"order":"o-\#(order)","#
          + #""address":"ул. Ленина, 5","deliveryDate":"2099-05-08","metro":"Сокол","firstName":"Ева","#
          + #""lastName":"Петрова","phone":"+79161234567"}}"#
      case 1:
        #"{"command":"courier.acceptOrder","id":"a-\#(order)","actor":"\#(courier)","#
          + #""data":{"order":"o-\#(order)"}}"#
      default:
        #"{"command":"courier.completeOrder","id":"c-\#(order)","actor":"\#(courier)","#
          + #""data":{"order":"o-\#(order)"}}"#
      }
    return Array(text.utf8)
  }

  private func require(_ results: [CommandResult]) throws(ToolFailure) {
    guard let problem = results.lazy.compactMap(\.problem).first else { return }
    throw ToolFailure(
      problem.status, untranslated: "a command of the benchmark was refused: \(problem.message)")
  }
}
