import EventChecking
import EventEngine
import Synchronization

/// The name of the executable, as help, notes, hints and errors print it.
package var toolName: String { ReplayTool.current?.name ?? "replay-tool" }

extension ReplayTool {
  private static let running = Mutex<ReplayTool?>(nil)

  /// The tool that this process runs, set once before anything is printed.
  static var current: ReplayTool? {
    get { running.withLock { $0 } }
    set { running.withLock { $0 = newValue } }
  }
}

/// Words for examples and hints, made from the tool's own domains, so that the examples can be
/// pasted.
struct Sample {
  /// Such as `library`.
  let domain: String
  /// Such as `library.lend`.
  let command: String
  /// The command with its required fields and its actor: `library.lend book=book-1 --actor kim`.
  let issue: String
  /// The command as JSON, a request of a session.
  let request: String
  /// Such as `library.onLoan`.
  let model: String
  /// The read model with its required parameters: `library.member member=member-1`.
  let show: String
  /// A member of the read model's answers.
  let field: String
  /// The question as JSON, a request of a session.
  let question: String
  /// A tag of the command's events: `book:book-1`.
  let tag: String
  /// A type of event: `library.bookLent`.
  let type: String

  /// Nil if the tool has the domains that the kit's own examples use.
  static var own: Sample? {
    guard let tool = ReplayTool.current else { return nil }
    let names = tool.domains.map(\.name)
    return ["courier", "nft"].allSatisfy(names.contains) ? nil : Sample(tool.domains)
  }

  /// Samples the first command and the first read model, or the engine's own command.
  init(_ domains: [DomainDefinition]) {
    let info = domains.commands.flatMap(\.commands).first ?? Tick.info
    let fields = info.fields.filter(\.isRequired)
    let read = domains.readModels.first
    let parameters = read?.fields.filter(\.isRequired) ?? []
    domain = domains.first?.name ?? "system"
    command = info.name
    let actor = info.actor.sample
    issue = ([info.name] + fields.map(\.assignment)).joined(separator: " ") + " --actor \(actor)"
    model = read?.name ?? "MODEL"
    show = ([model] + parameters.map(\.assignment)).joined(separator: " ")
    field = read?.shows.first ?? "FIELD"
    tag = fields.first.map { "\($0.tagKey ?? $0.name):\($0.sample)" } ?? "KEY:VALUE"
    type = domains.eventTypes.first?.rawValue ?? "TYPE"
    request =
      JSONValue.object([
        "command": .string(info.name), "actor": .string(actor), "id": "c-17",
        "data": .object(fields.members),
      ]).description
    question =
      JSONValue.object([
        "show": .string(model), "parameters": .object(parameters.members),
      ]).description
  }
}

extension ActorRule {
  /// An actor that the rule allows.
  fileprivate var sample: String {
    switch self {
    case .person, .anyone: "kim"
    case .admin, .gateway, .system: rawValue
    }
  }
}

extension FieldShape {
  /// A text that the field takes, as on a command line.
  fileprivate var sample: String {
    switch kind {
    case .id: "\(name)-1"
    case .text: name
    case .secret: "@FILE"
    case .day: "2026-05-08"
    case .instant: "2026-05-08T12:00:00Z"
    case .integer: "1"
    case .boolean: "true"
    case .list: "one,two"
    case .word: words.first ?? name
    }
  }

  fileprivate var assignment: String { "\(name)=\(sample)" }

  fileprivate var json: JSONValue {
    switch kind {
    case .integer: .whole(1)
    case .boolean: .bool(true)
    case .list: .array(["one", "two"])
    case .id, .text, .secret, .day, .instant, .word: .string(sample)
    }
  }
}

extension [FieldShape] {
  fileprivate var members: JSONObject {
    JSONObject(map { .init(key: $0.name, value: $0.json) })
  }
}
