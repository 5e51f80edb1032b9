import Foundation
import Testing

@testable import ReplayToolKit

@Suite struct SessionTests {
  private func answers(_ requests: String..., in folder: Folder) throws -> [String] {
    let outcome = try Tool.run(
      "session", "--create", in: folder, input: requests.joined(separator: "\n"))
    #expect(outcome.status == 0)
    #expect(outcome.diagnostics == "")
    return outcome.lines.map(String.init)
  }

  /// An event's type, tags and data, without its id and time.
  private func bare(_ answer: String) -> String {
    answer.replacing(/"id":"[^"]*","time":"[^"]*",/, with: "")
  }

  @Test func `a command that needs a missing key fails alone`() throws {
    let folder = try Folder.atWork()
    try FileManager.default.removeItem(atPath: folder.path("journal/journal.key"))
    let command = #""command":"courier.forgotPassword""#
    let outcome = try Tool.run(
      "session", in: folder,
      input: """
        {\(command),"id":"c-1"}
        {"append":[{"type":"Noted","data":{}}]}
        {"show":"courier.metro"}
        {\(command)}
        """)
    #expect(outcome.status == 74)
    let isDone = try outcome.lines.map { try json(String($0))["ok"] as? Bool }
    #expect(isDone == [false, true, true, true])
  }

  @Test func `requests of all kinds are answered in order`() throws {
    let folder = try Folder.atWork()
    let got = try answers(
      #"{"command":"courier.acceptOrder","actor":"ivanov","id":"c-1","data":{"order":"9421"}}"#,
      #"{"show":"courier.metro"}"#,
      #"{"append":[{"type":"Noted","tags":["order:9421"],"data":{"b":1.50,"a":[]}}]}"#,
      "",
      #"{"read":{"items":[{"types":["Noted"]}]}}"#,
      #"{"show":"courier.metro","position":5}"#,
      #"{"wish":1}"#,
      #"{"command":"courier.acceptOrder","actor":"petrova","locale":"en","data":{"order":"1"}}"#,
      in: folder)
    #expect(
      got.map(bare) == [
        #"{"id":"c-1","command":"courier.acceptOrder","ok":true,"events":[{"position":6,"type":"courier.orderAccepted"}]}"#,
        #"{"ok":true,"value":{"stations":[]}}"#,
        #"{"ok":true,"positions":[7]}"#,
        #"{"ok":true,"events":[{"position":7,"type":"Noted","version":1,"tags":["order:9421"],"data":{"b":1.50,"a":[]}}],"head":7}"#,
        #"{"ok":true,"value":{"stations":["Сокол"]}}"#,
        #"{"ok":false,"error":{"code":"malformedRequest","message":"Это не запрос: нужен объект JSON с одним из полей command, dryRun, show, why, when, diff, trace, audit, append, read, follow, unfollow, session, stats, catalog","line":7}}"#,
        #"{"command":"courier.acceptOrder","ok":false,"error":{"code":"notFound","message":"There is no such order. Refresh the list and choose an order from it"},"events":[]}"#,
      ])
  }

  @Test func `an answer is sent before the next request arrives`() throws {
    let folder = try Folder()
    let process = Tool.process(["session", "--create"], in: folder)
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    for index in 1...5 {
      try input.fileHandleForWriting.write(
        contentsOf: Data("{\"append\":[{\"type\":\"Ticked\",\"data\":{}}]}\n".utf8))
      let answer = output.fileHandleForReading.availableData
      #expect(String(decoding: answer, as: UTF8.self) == "{\"ok\":true,\"positions\":[\(index)]}\n")
    }
    try input.fileHandleForWriting.close()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
  }

  @Test func `failed queries have codes`() throws {
    let folder = try Folder.atWork()
    let cases = [
      (#"{"show":"courier.nothing"}"#, "notFound"),
      (#"{"show":"courier.order","parameters":{"order":"1"}}"#, "notFound"),
      (#"{"show":"courier.order"}"#, "missingField"),
      (#"{"show":"courier.order","parameters":{"order":9421}}"#, "invalidField"),
      (#"{"show":"courier.order","parameters":{"order":"9421","x":1}}"#, "unknownField"),
      (#"{"show":"courier.order","parameters":[]}"#, "invalidField"),
      (#"{"show":"courier.metro","parameter":{}}"#, "unknownField"),
      (#"{"show":"courier.metro","position":6}"#, "invalidField"),
      (#"{"show":"courier.metro","position":-1}"#, "invalidField"),
      (#"{"show":"courier.metro","asOf":"noon"}"#, "invalidField"),
      (#"{"show":"courier.metro","position":1,"asOf":"2024-05-08T12:00:00Z"}"#, "invalidField"),
      (#"{"show":"courier.metro","locale":"fr"}"#, "invalidField"),
      (#"{"show":7}"#, "invalidField"),
      (#"{"command":7}"#, "malformedCommand"),
      ("[]", "malformedRequest"), ("{", "malformedRequest"),
      (#"{"command":"courier.fly"}"#, "malformedCommand"),
      (#"{"stats":false}"#, "invalidField"), (#"{"session":2}"#, "invalidField"),
      (#"{"follow":{"items":7}}"#, "invalidField"), (#"{"unfollow":true,"x":1}"#, "unknownField"),
      (#"{"stats":true,"ref":[]}"#, "invalidField"),
    ]
    for (request, code) in cases {
      let got = try answers(request, in: folder)
      #expect(got.count == 1)
      #expect(got[0].hasPrefix(#"{"ok":false,"error":{"code":"\#(code)","#), "\(request): \(got)")
    }
  }

  @Test func `a ref of null counts as missing`() throws {
    let folder = try Folder.atWork()
    let got = try answers(
      #"{"show":"courier.orders","position":0,"locale":"en","ref":null}"#,
      #"{"ref":null,"command":"courier.fly","locale":"en"}"#, in: folder)
    #expect(
      got == [
        #"{"ok":true,"value":{"orders":[],"placeholder":"noOrders","placeholderText":"No orders"}}"#,
        #"{"ok":false,"error":{"code":"malformedCommand","message":"There is no command \"courier.fly\"","line":2}}"#,
      ])
  }

  @Test func `locale gives the language of texts`() throws {
    let folder = try Folder.atWork()
    let got = try answers(
      #"{"show":"courier.orders","position":0,"locale":"en"}"#,
      #"{"show":"courier.orders","position":0}"#, in: folder)
    #expect(
      got == [
        #"{"ok":true,"value":{"orders":[],"placeholder":"noOrders","placeholderText":"No orders"}}"#,
        #"{"ok":true,"value":{"orders":[],"placeholder":"noOrders","placeholderText":"Заказов нет"}}"#,
      ])
  }

  @Test func `every request is answered with the failure to open the journal`() throws {
    let folder = try Folder.atWork()
    let segment = URL(filePath: folder.path("journal/segments/00000000000000000001.jsonl"))
    var bytes = try Data(contentsOf: segment)
    bytes[200] ^= 1
    try bytes.write(to: segment)
    let outcome = try Tool.run(
      "session", in: folder,
      input: """
        {"show":"courier.metro"}
        {"command":"courier.acceptOrder","actor":"ivanov","id":"c-1","data":{"order":"9421"}}
        {"append":[{"type":"Noted","data":{}}]}
        """)
    #expect(outcome.lines.count == 3)
    #expect(outcome.lines.allSatisfy { $0.contains(#""code":"journalDamaged""#) })
    #expect(outcome.lines[1].hasPrefix(#"{"id":"c-1","command":"courier.acceptOrder","ok":false"#))
    #expect(outcome.status == 1)
    #expect(try Data(contentsOf: segment) == bytes)
  }

  @Test(arguments: [
    (": > journal/journal.json", "journalDamaged", 1),
    ("rm journal/journal.json", "journalDamaged", 1),
    (#"sed -i 's/"format":2/"format":99/' journal/journal.json"#, "journalDamaged", 1),
    ("rm journal/journal.json; mkfifo journal/journal.json", "storageFailed", 74),
    ("ln -sf /etc/passwd journal/journal.json", "storageFailed", 74),
    ("rm -r journal; mkdir journal; touch journal/other", "storageFailed", 73),
  ])
  func `every request is answered with the failure to use the folder`(
    change: String, code: String, status: Int32
  ) throws {
    let folder = try Folder.atWork()
    try Process.run(
      URL(filePath: "/bin/sh"), arguments: ["-c", "cd '\(folder.url.path)' && \(change)"]
    ).waitUntilExit()
    let outcome = try Tool.run(
      "session", "--create", in: folder,
      input: """
        {"session":1}
        {"catalog":true}
        {"command":"courier.acceptOrder","actor":"ivanov","id":"c-1","data":{"order":"9421"}}
        """)
    #expect(outcome.lines.count == 3)
    #expect(outcome.lines[0].hasPrefix(#"{"ok":false,"error":{"code":"\#(code)","#))
    #expect(outcome.lines[1].hasPrefix(#"{"ok":true,"#))
    #expect(outcome.lines[2].contains(#""ok":false,"error":{"code":"\#(code)","#))
    #expect(outcome.status == status)
  }

  @Test func `followed events do not wait for the rest of an incomplete line`() throws {
    let pipe = Pipe()
    let (reading, writing) = (pipe.fileHandleForReading, pipe.fileHandleForWriting)
    var input = try LineInput(path: "/dev/fd/\(reading.fileDescriptor)", limit: 300)
    func write(_ text: String) throws { try writing.write(contentsOf: Data(text.utf8)) }
    try write(#"{"stats""#)
    let early = input.isReady(within: 0)
    #expect(!early)
    try write(":true}\n{")
    let isReady = input.isReady(within: 0)
    #expect(isReady)
    let lines = try input.nextBatch().map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(lines == [#"{"stats":true}"#])
    // The same holds for the rest of a line that is too long.
    try write(String(repeating: " ", count: 400))
    let isTooLong = input.isReady(within: 0)
    #expect(isTooLong)
    let tooLong = try input.nextBatch().map(\.isTooLong)
    #expect(tooLong == [true])
    try write("}\n")
    let late = input.isReady(within: 0)
    #expect(!late)
    try writing.close()
    let isAtEnd = input.isReady(within: 0)
    #expect(isAtEnd)
  }
}
