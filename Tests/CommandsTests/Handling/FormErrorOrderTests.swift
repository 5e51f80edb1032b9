import Commands
import Testing

@testable import EventEngine

/// The order in which the form of a command is checked, for every command of the applications.
@Suite struct `A command with two wrong members` {
  /// The classes of errors, in the order of the specification.
  private enum Fault: String, CaseIterable {
    case malformedCommand, unknownField, missingField, invalidField, actorNotAllowed
  }

  /// A change that makes a command wrong.
  private struct Defect: Sendable {
    let fault: Fault
    /// The member that is wrong, below `data` as `data.order`.
    let member: String
    let spoil: @Sendable (inout JSONObject) -> Void

    init(
      _ fault: Fault, _ member: String, _ spoil: @escaping @Sendable (inout JSONObject) -> Void
    ) {
      self.fault = fault
      self.member = member
      self.spoil = spoil
    }

    /// Whether both can be wrong at once.
    func isApart(from other: Defect) -> Bool {
      member != other.member && !member.hasPrefix(other.member + ".")
        && !other.member.hasPrefix(member + ".")
    }
  }

  private static let domains: [DomainCommands] = [.courier, .habits, .mall, .mods, .nft]
  private static let commands = domains.flatMap(\.commands) + [Tick.info]

  @Test(arguments: commands.map(\.name))
  func `is refused for the class that is checked first`(name: String) throws {
    let command = try #require(Self.commands.first { $0.name == name })
    var bench = try Workbench(Self.domains)
    let defects = Self.defects(of: command)
    for fault in Fault.allCases.dropLast() where fault != .missingField {
      #expect(defects.contains { $0.fault == fault })
    }
    for first in defects {
      for second in defects where Self.isEarlier(first, second) && first.isApart(from: second) {
        var json = Self.complete(command)
        second.spoil(&json)
        first.spoil(&json)
        let result = bench.send("\(JSONValue.object(json))").joined()
        #expect(
          result.contains(#""code":"\#(first.fault.rawValue)""#),
          "\(first.member), \(second.member): \(result)")
      }
    }
  }

  /// The specification's own example.
  @Test func `is refused for the missing edit rather than for the malformed actor`() throws {
    var bench = try Workbench(Self.domains)
    let result = bench.send(
      #"{"command":"habits.editTracker","actor":"a b","data":{"tracker":"t 1"}}"#)
    #expect(
      result == [
        #"{"command":"habits.editTracker","ok":false,"error":{"code":"missingField","#
          + #""message":"Укажите хотя бы одно из полей: title, category, schedule, emoji, color"},"#
          + #""events":[]}"#
      ])
  }

  private static func isEarlier(_ first: Defect, _ second: Defect) -> Bool {
    let order = Fault.allCases
    return (order.firstIndex(of: first.fault) ?? 0) < (order.firstIndex(of: second.fault) ?? 0)
  }

  /// The command with every member; the values in `data` need not be valid.
  private static func complete(_ command: CommandInfo) -> JSONObject {
    let data = JSONObject(command.fields.map { .init(key: $0.name, value: "x-1") })
    return [
      "command": .string(command.name), "actor": .string(sender(of: command)),
      "data": .object(data),
    ]
  }

  private static func sender(of command: CommandInfo) -> String {
    switch command.actor {
    case .person, .anyone: "anna"
    case .admin, .gateway, .system: command.actor.rawValue
    }
  }

  private static func defects(of command: CommandInfo) -> [Defect] {
    let isPerson = [.person, .anyone].contains(command.actor)
    return [
      Defect(.malformedCommand, "command") { $0["command"] = nil },
      Defect(.malformedCommand, "command") { $0["command"] = "courier.unknown" },
      Defect(.unknownField, "because") { $0["because"] = .null },
      Defect(.unknownField, "data.unknown") { $0.setData("unknown", .null) },
      Defect(.invalidField, "at") { $0["at"] = "2026-05-08T12:00:00" },
      Defect(.invalidField, "id") { $0["id"] = "c 1" },
      Defect(.invalidField, "locale") { $0["locale"] = "fr" },
      Defect(.invalidField, "actor") { $0["actor"] = "a b" },
      Defect(.invalidField, "data") { $0["data"] = [] },
      Defect(.actorNotAllowed, "actor") { $0["actor"] = isPerson ? "gateway" : "anna" },
    ] + missing(of: command)
      + command.fields.map { field in
        Defect(.invalidField, "data.\(field.name)") { $0.setData(field.name, .object([:])) }
      }
  }

  private static func missing(of command: CommandInfo) -> [Defect] {
    var defects = command.fields.filter(\.isRequired).map { field in
      Defect(.missingField, "data.\(field.name)") { $0.setData(field.name, .null) }
    }
    if command.actor != .anyone {
      defects.append(Defect(.missingField, "actor") { $0["actor"] = nil })
    }
    if !command.edits.isEmpty {
      let edits = command.edits.map(\.name)
      defects.append(
        Defect(.missingField, "data.edits") { json in
          for edit in edits { json.setData(edit, nil) }
        })
    }
    return defects
  }
}

extension JSONObject {
  /// Sets a member of `data`; nil removes it.
  fileprivate mutating func setData(_ name: String, _ value: JSONValue?) {
    guard case .object(var data)? = self["data"] else { return }
    data[name] = value
    self["data"] = .object(data)
  }
}
