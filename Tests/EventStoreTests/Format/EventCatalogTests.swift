import Foundation
import TestSupport
import Testing

@testable import EventStore

/// Decoding of records into events: current payloads, retired payloads and erased data.
@Suite struct EventCatalogTests {
  private enum LampEvent: EventStore.Event {
    case switched(Switched)
    case sold(Sold)

    static let catalog = EventCatalog<LampEvent>()
      .current(LampEvent.switched)
      .retired(SwitchedOnOff.self, as: LampEvent.switched)
      .retired(SwitchedInWatts.self, as: LampEvent.switched)
      .current(LampEvent.sold)

    var payload: any EventPayload {
      switch self {
      case .switched(let payload): payload
      case .sold(let payload): payload
      }
    }
  }

  private struct Switched: EventPayload {
    static let type: EventType = "lamp.switched"
    static let version: SchemaVersion = 3
    var lamp: String
    var lumen: Int
    var tags: [EventStore.Tag] { [Tag("lamp", lamp)] }
  }

  /// Version 2 measured the wrong quantity.
  private struct SwitchedInWatts: RetiredPayload {
    static let version: SchemaVersion = 2
    var lamp: String
    var watts: Int
    func upcast() -> Switched { Switched(lamp: lamp, lumen: watts * 80) }
  }

  /// Version 1 recorded only on and off.
  private struct SwitchedOnOff: RetiredPayload {
    static let version: SchemaVersion = 1
    var lamp: String
    var isOn: Bool
    func upcast() -> SwitchedInWatts { SwitchedInWatts(lamp: lamp, watts: isOn ? 10 : 0) }
  }

  private struct Sold: EventPayload {
    struct Personal: Codable, Sendable, Equatable {
      var buyer: String
    }

    static let type: EventType = "lamp.sold"
    var lamp: String
    var personal: Personal?
    var tags: [EventStore.Tag] { [Tag("lamp", lamp)] }
    var subjects: [EventStore.Tag] { [Tag("buyer", "1")] }
    var personalTags: [EventStore.Tag] { [Tag("name", "digest")] }

    enum CodingKeys: CodingKey { case lamp }
  }

  /// The event of a record, decoded from its line and from a stored copy.
  private func event(
    _ new: NewEvent, line change: (String) -> String = { $0 }
  ) throws -> LampEvent? {
    var writer = RecordWriter(journal: TestJournal.id)
    var json = JSONWriter()
    let place = RecordWriter.Placement(
      position: Position(7), time: TestJournal.start, index: 1, count: 1, synced: Position(6))
    writer.append(new, place, cause: Cause(command: "lamp.do"), to: &json)
    let line = change(String(decoding: json.bytes.dropLast(), as: UTF8.self))
    var records = SingleRecordDecoder(journal: TestJournal.id)
    var results: [Result<LampEvent?, JournalError>] = []
    let problem = records.read(Array(line.utf8)[...]) { view in
      results = [Self.decode(view), Self.decode(StoredEvent(view))]
      return nil
    }
    #expect(problem == nil, "\(line)")
    // Offsets in reasons are relative to the line or to the payload.
    if case .failure? = results.first, case .failure? = results.last {
    } else {
      #expect(results.count == 2 && results.first == results.last)
    }
    return try #require(results.first).get()
  }

  private static func decode(_ view: RecordView) -> Result<LampEvent?, JournalError> {
    var decoder = PayloadDecoder()
    do throws(JournalError) {
      return .success(try LampEvent.catalog.event(of: view, with: &decoder))
    } catch { return .failure(error) }
  }

  private static func decode(_ stored: StoredEvent) -> Result<LampEvent?, JournalError> {
    var decoder = PayloadDecoder()
    do throws(JournalError) {
      return .success(try LampEvent.catalog.event(of: stored, with: &decoder))
    } catch { return .failure(error) }
  }

  private func encoded(_ event: LampEvent) throws -> NewEvent {
    var encoder = PayloadEncoder()
    return try NewEvent(event, with: &encoder)
  }

  /// A domain whose catalog lacks its event.
  private enum ForgetfulEvent: EventStore.Event {
    case switched(Switched)

    static let catalog = EventCatalog<ForgetfulEvent>()
    var payload: any EventPayload {
      switch self {
      case .switched(let payload): payload
      }
    }
  }

  @Test func `an event that its catalog lacks isn't recorded`() {
    var encoder = PayloadEncoder()
    #expect(
      throws: PayloadEncodingError(.refused("lamp.switched is not in ForgetfulEvent.catalog"))
    ) { try NewEvent(ForgetfulEvent.switched(Switched(lamp: "1", lumen: 1)), with: &encoder) }
  }

  @Test func `a recorded event round-trips`() throws {
    for lamp in [
      LampEvent.switched(Switched(lamp: "1", lumen: 400)),
      .sold(Sold(lamp: "1", personal: .init(buyer: "Ева \"E\""))), .sold(Sold(lamp: "\n")),
    ] {
      #expect(try event(encoded(lamp)) == lamp)
    }
    let sold = try encoded(.sold(Sold(lamp: "1", personal: .init(buyer: "Eva"))))
    #expect(sold.type == "lamp.sold" && sold.version == 1 && sold.tags == [Tag("lamp", "1")])
    #expect(sold.data == json(#"{"lamp":"1"}"#))
    #expect(
      sold.erasable
        == NewEvent.Erasable(
          subjects: [Tag("buyer", "1")], personal: json(#"{"buyer":"Eva"}"#),
          tags: [Tag("name", "digest")]))
  }

  @Test func `retired payloads are upcast step by step`() throws {
    let today = LampEvent.switched(Switched(lamp: "a", lumen: 800))
    for (version, data) in [
      (1, #"{"lamp":"a","isOn":true}"#), (2, #"{"lamp":"a","watts":10}"#),
      (3, #"{"lamp":"a","lumen":800}"#),
    ] {
      let old = NewEvent(
        type: "lamp.switched", version: SchemaVersion(rawValue: version), data: json(data))
      #expect(try event(old) == today)
    }
    #expect(
      LampEvent.catalog.shapes.filter(\.isRetired).map(\.type) == [
        "lamp.switched", "lamp.switched",
      ])
  }

  @Test func `an event of an unknown type is skipped`() throws {
    #expect(try event(NewEvent(type: "lamp.broken")) == nil)
    #expect(try event(NewEvent(type: "lamp.switched2")) == nil)
  }

  @Test func `an unknown version fails with its position`() throws {
    for version in [0, 4, 99] {
      let new = NewEvent(type: "lamp.switched", version: SchemaVersion(rawValue: version))
      #expect(
        throws: JournalError.undecodable(
          position: Position(7), type: "lamp.switched",
          reason: "it has schema version \(version), which is not known")
      ) { try event(new) }
    }
  }

  @Test func `a payload of another shape fails with its position`() throws {
    let new = NewEvent(type: "lamp.switched", version: 3, data: json(#"{"lamp":"a"}"#))
    do {
      _ = try event(new)
      Issue.record("lumen is missing")
    } catch JournalError.undecodable(let position, let type, let reason) {
      #expect(position == Position(7) && type == "lamp.switched" && reason.contains("lumen"))
    }
  }

  @Test func `erased personal data is nil, and all other data remains`() throws {
    let sold = try encoded(.sold(Sold(lamp: "1", personal: .init(buyer: "Eva"))))
    let erased = try event(sold) { line in
      guard let start = line.range(of: #","salt""#), let end = line.range(of: #","crc""#) else {
        return line
      }
      let body = Array((line[..<start.lowerBound]).utf8)
      var out = body + Array(line[end].utf8) + Array(#":""#.utf8)
      out.append(hexadecimal: CRC32C.checksum(body, continuing: TestJournal.id.checksumSeed))
      return String(decoding: out, as: UTF8.self) + "\"}"
    }
    #expect(erased == .sold(Sold(lamp: "1")))
  }
}
