import Commands
import Domain
import EventEngine
import Foundation
import TestSupport

/// A journal in its own folder with the mall's engine.
struct MallBench: ~Copyable {
  let folder: String
  private var engine: CommandHandler<JournalWriter>

  static let commands = DomainCommands(
    "mall", of: MallEvent.self,
    [
      MallDevices.self, VerificationCodes.self, MallSession.self, MallRegistration.self,
      MallProfiles.self, AppRatings.self, MallObjects.self, MallOffers.self, MallNews.self,
      MallHappenings.self, MallProgramme.self, MallGifts.self, HappeningPlaces.self,
      CodeExpiry.self,
    ])

  /// - Parameter cachesStatesAfter: 0 caches states between commands; with `.max` every command
  /// folds its own boundary.
  init(cachesStatesAfter: Int) throws {
    folder = NSTemporaryDirectory() + "mall-\(UUID().uuidString)"
    let start = Timestamp(rfc3339: "2026-05-08T06:00:00Z")!
    try JournalDirectory(folder).create(JournalSettings(passwordIterations: 1), at: start)
    engine = CommandHandler(
      try JournalWriter.open(JournalDirectory(folder)), [Self.commands],
      cachesStatesAfter: cachesStatesAfter, clock: { start })
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  /// Sends one command and returns its result.
  mutating func send(
    _ command: String, by actor: String, _ data: JSONObject = [:], at time: String,
    id: String? = nil
  ) -> CommandResult {
    var members: [JSONObject.Member] = [
      .init(key: "command", value: .string(command)), .init(key: "actor", value: .string(actor)),
      .init(key: "data", value: .object(data)),
      .init(key: "at", value: .string("2026-05-08T\(time)Z")),
    ]
    if let id { members.append(.init(key: "id", value: .string(id))) }
    return execute(JSONObject(members))
  }

  mutating func execute(_ command: JSONObject) -> CommandResult {
    engine.execute([CommandInput(.object(command))])[0]
  }

  /// Erases the given subjects at the time of the last event.
  mutating func erase(_ subjects: String...) throws -> ErasureOutcome {
    try engine.erase(Erasure(of: subjects.map(Tag.init(rawValue:)), actor: "admin"))
  }

  func events() throws -> [MallEvent] {
    var reader = try JournalReader.open(JournalDirectory(folder))
    var decoder = PayloadDecoder()
    var events: [MallEvent] = []
    try reader.forEach { (view) throws(JournalError) in
      if let event = try MallEvent.catalog.event(of: view, with: &decoder) { events.append(event) }
      return true
    }
    return events
  }

  /// The last code sent to a phone, as the admin reads it out.
  func code(for phone: String) throws -> String {
    var digits = ""
    for case .codeSent(let fact) in try events() {
      guard let personal = fact.personal, personal.phone.rawValue == phone else { continue }
      digits = personal.digits.rawValue
    }
    return digits
  }

  /// The referral codes of all users, in the order of registering.
  func referralCodes() throws -> [String] {
    var codes: [String] = []
    for case .userRegistered(let fact) in try events() {
      if let code = fact.personal?.referralCode { codes.append(code.rawValue) }
    }
    return codes
  }

  /// Registers a phone on its own device and returns the user's id.
  mutating func register(_ phone: String, on device: String, at time: String) throws -> String {
    _ = send("mall.installApp", by: device, Self.phone, at: time)
    _ = send(
      "mall.requestCode", by: device, ["phone": .string(phone), "purpose": "register"], at: time)
    let code = try code(for: phone)
    let result = send(
      "mall.verifyCode", by: device, ["phone": .string(phone), "code": .string(code)], at: time)
    return result.text("user") ?? "nobody"
  }

  static let phone: JSONObject = ["os": "iOS", "osVersion": "15.4", "model": "iPhone 13"]
}

extension CommandResult {
  var code: String { problem?.code ?? "ok" }

  func text(_ name: String) -> String? {
    guard case .accepted(let values) = outcome,
      case .string(let text)? = values.first(where: { $0.name == name })?.value
    else { return nil }
    return text
  }

  var json: String {
    var json = JSONWriter()
    write(to: &json)
    return String(decoding: json.bytes, as: UTF8.self)
  }
}
