import Foundation
import Testing

/// A session caches the states that its answers depend on.
@Suite struct SessionAnswersTests {
  private static let questions = [
    "courier.couriers", "courier.orders tab=all", "courier.orders tab=mine courier=ivanov",
    "courier.order order=9421", "courier.metro", "courier.feed courier=ivanov",
  ]

  private static func request(_ question: String) -> String {
    let words = question.split(separator: " ")
    let parameters = words.dropFirst().map {
      let pair = $0.split(separator: "=")
      return #""\#(pair[0])":"\#(pair[1])""#
    }
    return #"{"show":"\#(words[0])","parameters":{\#(parameters.joined(separator: ","))}}"#
  }

  @Test func `a session's answers reflect the events and erasures of other processes`() throws {
    let folder = try Folder.atWork()
    let session = try RunningTool(["session"], in: folder)
    func compare(_ moment: String) throws {
      for question in Self.questions {
        let words = question.split(separator: " ").map(String.init)
        let shown = try Tool.run(["show"] + words + ["--json"], in: folder).output
        let answer = session.answer(to: Self.request(question))
        #expect(
          answer == #"{"ok":true,"value":\#(shown.trimmingCharacters(in: .newlines))}"#,
          "\(question) \(moment)")
      }
    }
    try compare("at first")
    try compare("again")
    _ = try Tool.run("issue", "courier.acceptOrder", "order=9421", "--actor", "ivanov", in: folder)
    try compare("after another process has accepted the order")
    _ = session.answer(
      to: #"{"command":"courier.completeOrder","actor":"ivanov","data":{"order":"9421"}}"#)
    try compare("after it has completed the order itself")
    let erased = try Tool.run("erase", "--yes", "user:eva", "courier:petrova", in: folder)
    #expect(erased.status == 0)
    try compare("after an erasure")
    #expect(session.end() == 0)
  }
}
