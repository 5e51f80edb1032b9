import Foundation
import Testing

/// Processes that issue commands at the same time, or lose their output, their journal or their disk.
@Suite struct IssueProcessesTests {
  /// Issues each of the commands by a process of its own, all at once.
  ///
  /// - Returns: their exit statuses.
  private func race(_ commands: [[String]], in folder: Folder) throws -> [Int32] {
    let rivals = try commands.map { words in
      let process = Tool.process(["issue"] + words, in: folder)
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      try process.run()
      return process
    }
    for process in rivals { process.waitUntilExit() }
    return rivals.map(\.terminationStatus)
  }

  @Test func `of two processes that accept the same order exactly one succeeds`() throws {
    let folder = try Folder.atWork()
    for round in 0..<8 {
      let order = "r\(round)"
      let placed = try Tool.run(
        "issue", "courier.placeOrder", "order=\(order)", "address=a", "deliveryDate=2999-01-01",
        "metro=m", "firstName=f", "lastName=l", "phone=+79990000000", "--actor", "eva",
        in: folder)
      #expect(placed.status == 0)
      let statuses = try race(
        ["ivanov", "petrova"].map { ["courier.acceptOrder", "order=\(order)", "--actor", $0] },
        in: folder)
      #expect(statuses.sorted() == [0, 1])
    }
  }

  @Test func `of two processes that pay for the same NFT exactly one gets an order`() throws {
    let folder = try Folder()
    let shop = [
      ("anna", "registerUser", #"{"name":"Anna"}"#), ("boris", "registerUser", #"{"name":"B"}"#),
      ("admin", "addCurrency", #"{"currency":"ETH","name":"Ether","image":"https://e.x/e"}"#),
    ]
    var lines = shop.map { #"{"command":"nft.\#($0.1)","actor":"\#($0.0)","data":\#($0.2)}"# }
    lines.append(
      #"{"command":"nft.mint","actor":"admin","data":{"nft":"cat","name":"Cat","image":"https://e.x/c","rating":5,"price":"1","author":"V"}}"#
    )
    for user in ["anna", "boris"] {
      lines.append(#"{"command":"nft.addToCart","actor":"\#(user)","data":{"nft":"cat"}}"#)
    }
    let prepared = try Tool.run("issue", in: folder, input: lines.joined(separator: "\n"))
    #expect(prepared.status == 0)
    for round in 0..<8 {
      let statuses = try race(
        ["anna", "boris"].map {
          ["nft.pay", "currency=ETH", "order=\($0)-\(round)", "--actor", $0]
        }, in: folder)
      #expect(statuses.sorted() == [0, 1])
      let winner = statuses[0] == 0 ? "anna" : "boris"
      let order = "order=\(winner)-\(round)"
      // The next round begins with a free NFT.
      let freed = [
        try Tool.run(
          "issue", "nft.failPayment", order, "reason=r", "--actor", "gateway", in: folder),
        try Tool.run("issue", "nft.cancelPayment", order, "--actor", winner, in: folder),
      ]
      #expect(freed.map(\.status) == [0, 0])
    }
  }

  @Test func `a closed pipe ends the tool without a message`() throws {
    let folder = try Folder.atWork()
    for words in [["show", "courier.orders"], ["catalog"], ["issue", "courier.forgotPassword"]] {
      let process = Tool.process(words, in: folder)
      let output = Pipe()
      let diagnostics = Pipe()
      process.standardOutput = output
      process.standardError = diagnostics
      try output.fileHandleForReading.close()
      try process.run()
      try diagnostics.fileHandleForWriting.close()
      let said = diagnostics.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
      #expect(said.isEmpty)
    }
  }

  @Test func `a stream whose results are not read to the end leaves no partial append`() throws {
    let folder = try Folder.atWork()
    let commands = (0..<20_000).map { index in
      #"{"command":"courier.refreshOrders","id":"k-\#(index)","actor":"ivanov"}"#
    }
    let file = try folder.write(commands.joined(separator: "\n"), to: "commands.jsonl")
    for bytes in [1, 100_000, 500_000] {
      let process = Tool.process(["issue", "--json", "--file", file], in: folder)
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      try output.fileHandleForWriting.close()
      var read = 0
      while read < bytes {
        let chunk = output.fileHandleForReading.availableData
        if chunk.isEmpty { break }
        read += chunk.count
      }
      try output.fileHandleForReading.close()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 0)
      let next = try Tool.run("issue", "courier.refreshOrders", "--actor", "ivanov", in: folder)
      #expect(next.status == 0)
      #expect(next.diagnostics.isEmpty, "no torn tail had to be truncated")
    }
  }

  @Test func `a stream reports that its journal was replaced meanwhile`() throws {
    let source = try Folder.atWork()
    let records = source.path("records.jsonl")
    #expect(try Tool.run("export", "--records", "--file", records, in: source).status == 0)
    let folder = try Folder()
    try Tool.run("session", "--create", in: folder)
    let process = Tool.process(["issue", "--json", "--locale", "en"], in: folder)
    let (input, output, diagnostics) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = diagnostics
    try process.run()
    // Once it answers, it has opened the journal.
    try input.fileHandleForWriting.write(contentsOf: Data("{}\n".utf8))
    while try output.fileHandleForReading.read(upToCount: 1) != Data("\n".utf8) {}
    let imported = try Tool.run("import", "--records", "--file", records, in: folder)
    #expect(imported.status == 0)
    let command = #"{"command":"courier.forgotPassword"}"#
    try input.fileHandleForWriting.write(contentsOf: Data("\(command)\n".utf8))
    try input.fileHandleForWriting.close()
    try output.fileHandleForWriting.close()
    let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 74)
    #expect(answer.contains(#""code":"journalMoved""#))
    #expect(answer.contains("it was moved, removed or replaced"))
    #expect(try Tool.run("verify", in: folder).status == 0)
  }

  @Test func `a file that may not grow further is a failure like a full disk`() throws {
    let folder = try Folder.atWork()
    let commands = (0..<200).map { _ in
      #"{"command":"courier.refreshOrders","actor":"ivanov"}"#
    }
    let file = try folder.write(commands.joined(separator: "\n"), to: "commands.jsonl")
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", #"ulimit -f 16; "$0" issue --json --file "$1""#, Tool.executable.path, file,
    ]
    shell.environment = ["REPLAY_JOURNAL": folder.journal]
    let output = Pipe()
    shell.standardOutput = output
    shell.standardError = FileHandle.nullDevice
    try shell.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(shell.terminationReason == .exit)
    #expect(shell.terminationStatus == 74)
    #expect(said.contains(#""code":"storageFailed""#))
    #expect(try Tool.run("verify", in: folder).status == 0)
  }

  @Test func `with closed output the tool writes nothing into the journal`() throws {
    let folder = try Folder.atWork()
    let run = try Tool.shell(
      #""$0" issue courier.forgotPassword >&- 2>&-; echo $?"#, in: folder)
    #expect(run.output == "74\n")
    #expect(try Tool.run("issue", "courier.forgotPassword", in: folder).status == 0)
  }
}
