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
  /// The command and a query as JSON, requests of a session.
  package var requests: [String]
  /// The query alone.
  package var query: String
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
    let all = domains.commands.flatMap(\.commands).flatMap(\.fields)
    tag =
      (fields + all).lazy.compactMap { field in field.tagKey.map { "\($0):\(field.sample)" } }
      .first ?? "KEY:VALUE"
    subjects = tag
    type = domains.eventTypes.first?.rawValue ?? "TYPE"
    member = fields.first?.name ?? "MEMBER"
    text = all.assignment([.id, .text]) ?? "name=Ann"
    number = all.assignment([.integer]) ?? "count=5"
    boolean = all.assignment([.boolean]) ?? "enabled=true"
    list = all.assignment([.list]) ?? "field=one,two"
    parameterList = domains.readModels.flatMap(\.fields).assignment([.list]) ?? "field=one,two"
    query =
      JSONValue.object([
        "show": .string(model), "parameters": .object(parameters.members),
      ]).description
    requests = [
      JSONValue.object([
        "command": .string(info.name), "actor": .string(actor), "id": "c-17",
        "data": .object(fields.members),
      ]).description, query,
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
    if kind == .secret { return "@FILE" }
    switch json {
    case .array(let items) where kind == .list:
      return items.compactMap(\.text).joined(separator: ",")
    case .array, .object: return json.description.shellWord
    case .string(let text): return text
    case let value: return value.description
    }
  }

  fileprivate var assignment: String { "\(name)=\(sample)" }

  /// The first of some usual values that the field takes; its name in capitals if it takes none.
  fileprivate var json: JSONValue { candidates.first(where: accepts) ?? .string(name.uppercased()) }

  private var candidates: [JSONValue] {
    switch kind {
    case .id: [.string("\(name)-1")]
    case .text: texts.map(JSONValue.string)
    case .secret: ["secret", "1234", "long-Secret-123"]
    case .day: ["2026-05-08"]
    case .instant: ["2026-05-08T12:00:00Z"]
    case .integer: [1, 5, 10, 100, 1000, 0].map(JSONValue.whole)
    case .boolean: [.bool(true)]
    case .list: [["one", "two"], ["mon", "wed"], ["1", "2"]]
    case .word: words.map(JSONValue.string)
    case .object: [.object(fields.filter(\.isRequired).members)]
    case .objects: [.array([.object(fields.filter(\.isRequired).members)])]
    }
  }

  /// Texts without characters that a shell interprets; first those that the field's name calls for.
  private var texts: [String] {
    let known = [
      ("phone", "+79161234567"), ("mail", "ann@example.com"), ("login", "ann"), ("name", "Ann"),
    ]
    return known.filter { name.lowercased().contains($0.0) }.map(\.1) + words + ["text"]
      + known.map(\.1) + ["https://example.com", "2026-05-08", "12:00", "5", "0.5", "1234"]
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
