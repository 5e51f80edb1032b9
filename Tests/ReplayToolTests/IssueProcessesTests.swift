import Foundation
import Testing

/// Several processes, some of them killed.
@Suite struct IssueProcessesTests {
  @Test func `of two processes that accept the same order exactly one succeeds`() throws {
    let folder = try Folder.atWork()
    for round in 0..<8 {
      let order = "r\(round)"
      let placed = try Tool.run(
        "issue", "courier.placeOrder", "order=\(order)", "address=a", "deliveryDate=2999-01-01",
        "metro=m", "firstName=f", "lastName=l", "phone=+79990000000", "--actor", "eva",
        in: folder)
      #expect(placed.status == 0)
      let rivals = try ["ivanov", "petrova"].map { courier in
        let process = Tool.process(
          ["issue", "courier.acceptOrder", "order=\(order)", "--actor", courier], in: folder)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
      }
      for process in rivals { process.waitUntilExit() }
      #expect(rivals.map(\.terminationStatus).sorted() == [0, 1])
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
      let rivals = try ["anna", "boris"].map { user in
        let process = Tool.process(
          ["issue", "nft.pay", "currency=ETH", "order=\(user)-\(round)", "--actor", user],
          in: folder)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        return process
      }
      for process in rivals { process.waitUntilExit() }
      #expect(rivals.map(\.terminationStatus).sorted() == [0, 1])
      let winner = rivals[0].terminationStatus == 0 ? "anna" : "boris"
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

  @Test func `events acknowledged before a kill are in the journal`() throws {
    let folder = try Folder.atWork()
    for round in 0..<4 {
      let acknowledged = try acknowledgedBeforeKill(round, in: folder)
      #expect(!acknowledged.isEmpty)
      let next = try Tool.run(
        "issue", "courier.refreshOrders", "--actor", "ivanov", in: folder)
      #expect(next.status == 0)
      let records = String(decoding: try folder.records(), as: UTF8.self)
      let recorded = Set(records.matches(of: /"id":"(k\d+-\d+)"/).map { String($0.1) })
      #expect(acknowledged.isSubset(of: recorded))
      let resent = acknowledged.sorted().suffix(10).map { id in
        #"{"command":"courier.refreshOrders","id":"\#(id)","actor":"ivanov"}"#
      }
      let again = try Tool.run(
        "issue", "--json", in: folder, input: resent.joined(separator: "\n"))
      #expect(again.status == 0)
      #expect(again.lines.allSatisfy { $0.contains(#""duplicate":true"#) })
    }
  }

  /// Sends commands until some have results, kills the process, and returns the ids of the results,
  /// up to the last whole line.
  private func acknowledgedBeforeKill(_ round: Int, in folder: Folder) throws -> Set<String> {
    let process = Tool.process(["issue", "--json"], in: folder)
    let input = Pipe()
    let output = Pipe()
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    signal(SIGPIPE, SIG_IGN)
    try process.run()
    try? output.fileHandleForWriting.close()
    try? input.fileHandleForReading.close()
    let writer = Thread {
      for index in 0..<20_000 {
        let line =
          #"{"command":"courier.refreshOrders","id":"k\#(round)-\#(index)","actor":"ivanov"}"#
        guard (try? input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))) != nil
        else { return }
      }
    }
    writer.start()
    var answered = Data()
    while answered.count < 20_000 * (round + 1) {
      let chunk = output.fileHandleForReading.availableData
      if chunk.isEmpty { break }
      answered += chunk
    }
    kill(process.processIdentifier, SIGKILL)
    answered += output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    try? input.fileHandleForWriting.close()
    let text = String(decoding: answered, as: UTF8.self)
    let whole = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    return Set(whole.compactMap { $0.firstMatch(of: /"id":"([^"]+)"/).map { String($0.1) } })
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
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = [
      "-c", #""$0" issue courier.forgotPassword >&- 2>&-; echo $?"#, Tool.executable.path,
    ]
    shell.environment = ["REPLAY_JOURNAL": folder.journal]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let said = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(String(decoding: said, as: UTF8.self) == "74\n")
    #expect(try Tool.run("issue", "courier.forgotPassword", in: folder).status == 0)
  }
}
