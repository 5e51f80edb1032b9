import EventEngine

/// The differences between the journal and another one: a copy, or a rehearsal of other commands.
struct JournalDifference {
  private let common: CommonOptions
  /// The journal after `--against`, as it was written.
  private let path: String
  private let other: JournalDirectory

  init(_ common: CommonOptions, against path: String) throws(UsageError) {
    self.common = common
    self.path = path
    other = try common.address.sibling(path).directory()
  }

  /// Prints the differences. The advice on a failure of the other journal names that one.
  func print(_ terminal: inout Terminal, asJSON: Bool) throws -> ExitStatus {
    do { return try compare(&terminal, asJSON: asJSON) } catch let error as JournalError {
      var failure = ToolFailure(error, at: JournalAddress.option(path))
      switch error {
      case .missing(path: other.path):
        failure.hint = Bilingual(
          ru: "укажите другой: --against DIR", en: "name another one with --against DIR")
      case .damaged(let damage) where "\(damage.path)/".hasPrefix("\(other.path)/"): break
      default: throw error
      }
      throw failure
    }
  }

  private func compare(_ terminal: inout Terminal, asJSON: Bool) throws -> ExitStatus {
    var left = try common.reader()
    var right = try JournalReader.open(other, wait: common.wait)
    try left.requireWhole()
    let first = try firstDifference(&left, &right)
    var (types, commands): ([TypeCount], [Command]) = ([], [])
    if first != nil {
      let counts = (try EventCounts(&left), try EventCounts(&right))
      types = Self.types(counts.0, counts.1)
      commands = Self.commands(counts.0, counts.1)
    }
    let models = try self.models(&left, &right)
    if asJSON {
      try terminal.print(json(first, types, commands, models))
    } else {
      try print(first, types, commands, models, &terminal)
    }
    let isEqual = first == nil && types.isEmpty && commands.isEmpty && models.isEmpty
    if isEqual && !asJSON { terminal.noteNoDifference() }
    return isEqual ? .success : .refused
  }

  private typealias Pair = (position: Position, left: StoredEvent?, right: StoredEvent?)
  private typealias TypeCount = (type: EventType, left: Int, right: Int)
  private typealias Command = (id: String, left: [EventType], right: [EventType])

  /// Returns the first position at which the journals have different events; ids of events are not
  /// compared.
  private func firstDifference(
    _ left: inout JournalReader, _ right: inout JournalReader
  ) throws(JournalError) -> Pair? {
    var position = Position.start
    while true {
      let lefts = try left.read(after: position, limit: 1000).events
      let rights = try right.read(after: position, limit: 1000).events
      for index in 0..<max(lefts.count, rights.count) {
        let mine = index < lefts.count ? lefts[index] : nil
        let theirs = index < rights.count ? rights[index] : nil
        position = position.next
        if !Self.areAlike(mine, theirs) { return (position, mine, theirs) }
      }
      if lefts.isEmpty && rights.isEmpty { return nil }
    }
  }

  /// Returns the difference between two events whose printed lines look the same.
  private static func unprintedDifference(_ left: StoredEvent, _ right: StoredEvent) -> Bilingual {
    if left.version != right.version {
      return Bilingual(ru: "различаются версии схемы", en: "their schema versions differ")
    }
    if left.cause != right.cause {
      return Bilingual(ru: "различаются команды", en: "their commands differ")
    }
    if left.isErased != right.isErased || left.erasable?.personal != right.erasable?.personal {
      return Bilingual(ru: "различаются личные данные", en: "their personal data differs")
    }
    return Bilingual(ru: "различаются байты их текстов", en: "the bytes of their texts differ")
  }

  private static func areAlike(_ left: StoredEvent?, _ right: StoredEvent?) -> Bool {
    guard let left, let right else { return false }
    return left.time == right.time && left.type == right.type && left.version == right.version
      && left.tags == right.tags && left.cause == right.cause && left.data == right.data
      && left.isErased == right.isErased && left.erasable?.personal == right.erasable?.personal
  }

  private static func types(_ left: EventCounts, _ right: EventCounts) -> [TypeCount] {
    Set(left.types.keys).union(right.types.keys).sorted {
      $0.rawValue.precedesByBytes($1.rawValue)
    }
    .map { ($0, left.types[$0] ?? 0, right.types[$0] ?? 0) }.filter { $0.1 != $0.2 }
  }

  private static func commands(_ left: EventCounts, _ right: EventCounts) -> [Command] {
    let ids = left.ids + right.ids.filter { left.commands[$0] == nil }
    return ids.filter { left.commands[$0] != right.commands[$0] }.map { id in
      (id, left.commands[id]?.map(\.type) ?? [], right.commands[id]?.map(\.type) ?? [])
    }
  }

  /// The read models whose states have different digests.
  private func models(
    _ left: inout JournalReader, _ right: inout JournalReader
  ) throws -> [String] {
    let domains = common.tool.domains
    let states = domains.states(of: [])
    var digests: [[String: Digest]] = []
    func add(_ reader: inout JournalReader) throws {
      var rebuild = Rebuild(states, of: domains, zone: reader.timeZone)
      var terminal = Terminal(isQuiet: true)
      _ = try rebuild.run(&reader, through: reader.head, &terminal)
      digests.append(
        Dictionary(uniqueKeysWithValues: try rebuild.digests().map { ($0.state, $0.digest) }))
    }
    try add(&left)
    try add(&right)
    return domains.readModels.filter { digests[0][$0.state.name] != digests[1][$0.state.name] }
      .map(\.name)
  }
}

extension JournalDifference {
  private func print(
    _ first: Pair?, _ types: [TypeCount], _ commands: [Command], _ models: [String],
    _ terminal: inout Terminal
  ) throws(SystemError) {
    func words(_ ru: String, _ en: String) -> String {
      Bilingual(ru: ru, en: en)[common.locale]
    }
    if let first {
      let position = first.position
      try terminal.print(
        words("первое различие — событие \(position)", "first difference at event \(position)"))
      let lines = [first.left, first.right].map { event in
        event.map { EventText.line($0, terminal) } ?? words("нет события", "no such event")
      }
      try terminal.print("  \(terminal.styled("-", .red)) ", wrapping: lines[0])
      try terminal.print("  \(terminal.styled("+", .green)) ", wrapping: lines[1])
      if let left = first.left, let right = first.right, lines[0] == lines[1] {
        try terminal.print("  " + Self.unprintedDifference(left, right)[common.locale])
      }
    }
    for type in types {
      let change = "\(type.left) → \(type.right)"
      try terminal.print(
        "\(type.type.rawValue.printable): " + words("событий \(change)", "\(change) events"))
    }
    for command in commands {
      let nothing = words("ничего", "nothing")
      let (before, after) = (Self.text(command.left), Self.text(command.right))
      try terminal.print(
        wrapping: words("команда", "command")
          + " \(command.id.printable): \(before ?? nothing) → \(after ?? nothing)", hanging: 2)
    }
    for model in models { try terminal.print("\(model) " + words("различается", "differs")) }
  }

  /// Returns the types as text; nil if there are none.
  private static func text(_ types: [EventType]) -> String? {
    types.isEmpty ? nil : types.map(\.rawValue.printable).joined(separator: " ")
  }

  private func json(
    _ first: Pair?, _ types: [TypeCount], _ commands: [Command], _ models: [String]
  ) -> [UInt8] {
    JSONWriter.object { json in
      json.literalKey("first")
      if let first {
        json.beginObject()
        json.int("position", first.position.rawValue)
        for case (let name, let event?) in [("left", first.left), ("right", first.right)] {
          json.key(name)
          event.write(to: &json)
        }
        json.endObject()
      } else {
        json.null()
      }
      json.objects("types", types) {
        $0.string("type", $1.type.rawValue)
        $0.int("left", $1.left)
        $0.int("right", $1.right)
      }
      json.objects("commands", commands) {
        $0.string("commandId", $1.id)
        $0.array("left", $1.left) { $0.string($1.rawValue) }
        $0.array("right", $1.right) { $0.string($1.rawValue) }
      }
      json.array("readModels", models) { $0.string($1) }
    }
  }
}

/// The events of a journal by type and by command.
private struct EventCounts {
  struct Recorded: Equatable {
    let type: EventType
    let data: Digest
  }

  var types: [EventType: Int] = [:]
  /// The ids of the commands, in the order of their first events.
  var ids: [String] = []
  var commands: [String: [Recorded]] = [:]

  init(_ reader: inout JournalReader) throws(JournalError) {
    try reader.forEach { view in
      let type = view.type
      types[type, default: 0] += 1
      guard let id = view.commandID else { return true }
      if commands[id] == nil { ids.append(id) }
      commands[id, default: []].append(Recorded(type: type, data: SHA256.hash(view.data)))
      return true
    }
  }
}
