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

/// Words for examples and hints, which can be pasted. They are made from the tool's own domains,
/// unless a tool with sample data gives them.
package struct Sample: Sendable {
  /// Makes the examples by the name of the verb, for the help only; they replace those that the
  /// verb makes from the words.
  package var examples: @Sendable () -> [String: [Example]] = { [:] }
  /// Such as `library`.
  package var domain: String
  /// Such as `library.lend`.
  package var command: String
  /// The command with its required fields and its actor: `library.lend book=book-1 --actor kim`.
  package var issue: String
  /// The command and a question as JSON, requests of a session.
  package var requests: [String]
  /// The question alone.
  package var question: String
  /// Such as `library.onLoan`.
  package var model: String
  /// The read model with its required parameters: `library.member member=member-1`.
  package var show: String
  /// A member of the read model's answers; nil if it names none.
  package var field: String?
  /// The path of a field in answers.
  package var path = "items[id=7].price"
  /// A tag of the command's events: `book:book-1`.
  package var tag: String
  /// Tags of subjects whose data can be erased.
  package var subjects: String
  /// A type of event: `library.bookLent`.
  package var type: String
  /// A member of the events' data: `book`.
  package var member: String
  /// A description of the actors that are people.
  package var people = (ru: "id", en: "an id")
  /// Fields of each kind, such as `days=mon,wed`.
  package var text, number, boolean, list, parameterList: String

  /// The words of the running tool.
  static var current: Sample {
    ReplayTool.current?.sample ?? Sample(ReplayTool.current?.domains ?? [])
  }

  /// Takes the words from the first command and the first read model. Without a command, takes the
  /// engine's own one.
  package init(_ domains: [DomainDefinition]) {
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
    field = read?.shows.first
    tag = fields.first.map { "\($0.tagKey ?? $0.name):\($0.sample)" } ?? "KEY:VALUE"
    subjects = tag
    type = domains.eventTypes.first?.rawValue ?? "TYPE"
    member = fields.first?.name ?? "MEMBER"
    let all = domains.commands.flatMap(\.commands).flatMap(\.fields)
    text = all.assignment([.id, .text]) ?? "name=Ann"
    number = all.assignment([.integer]) ?? "count=5"
    boolean = all.assignment([.boolean]) ?? "enabled=true"
    list = all.assignment([.list]) ?? "field=one,two"
    parameterList = domains.readModels.flatMap(\.fields).assignment([.list]) ?? "field=one,two"
    question =
      JSONValue.object([
        "show": .string(model), "parameters": .object(parameters.members),
      ]).description
    requests = [
      JSONValue.object([
        "command": .string(info.name), "actor": .string(actor), "id": "c-17",
        "data": .object(fields.members),
      ]).description, question,
    ]
  }

  var tagKey: String { String(tag.prefix { $0 != ":" }) }
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
  /// The first field of one of these kinds, with a value.
  fileprivate func assignment(_ kinds: [FieldKind]) -> String? {
    first { kinds.contains($0.kind) }?.assignment
  }

  fileprivate var members: JSONObject {
    JSONObject(map { .init(key: $0.name, value: $0.json) })
  }
}
