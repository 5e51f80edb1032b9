/// Folds records into the states of one domain or of several, in one pass.
///
/// An event type that nobody knows is counted and passed over; an event that cannot be decoded
/// stops the replay with its position and reason, live and in a rebuild alike. A type that nothing
/// folds is not decoded.
public struct Replay: ~Copyable {
  private let domains: [any DomainFold]
  private let types: TypeIndex
  /// For each number in `types`, the domain and its shapes of that type.
  private let routes: [Route]
  private let known: Set<String>
  private var decoder = PayloadDecoder()
  private var days: DayCursor

  /// The position of the last record taken in.
  public private(set) var position = Position.start
  /// Records taken in.
  public private(set) var count = 0
  /// How often each type occurred that belongs to a domain but that the domain doesn't know.
  public private(set) var unknownTypes: [EventType: Int] = [:]

  private struct Route {
    var domain: Int
    /// The number of the type in the domain.
    var type: Int
  }

  public init(_ domains: [any DomainFold], zone: TimeZoneTable) {
    self.domains = domains
    types = TypeIndex(domains.flatMap(\.types))
    routes = domains.indices.flatMap { domain in
      domains[domain].types.indices.map { Route(domain: domain, type: $0) }
    }
    known = Set(domains.map(\.prefix))
    days = DayCursor(zone)
  }

  /// Takes in the next record.
  public mutating func apply(_ view: RecordView) throws(JournalError) {
    position = view.position
    count += 1
    guard let number = types.number(of: view) else {
      let type = view.type
      if known.contains(type.domain) { unknownTypes[type, default: 0] += 1 }
      return
    }
    let route = routes[number]
    try domains[route.domain].apply(
      view, type: route.type, on: days.day(of: view.time), with: &decoder)
  }
}

extension EventType {
  /// The part before the first `.`, with the dot: whose event it is.
  var domain: String { String(rawValue.prefix { $0 != "." }) + "." }
}

/// The states of one domain as a replay drives them.
public protocol DomainFold: AnyObject {
  /// What the domain's event types begin with, such as `courier.`.
  var prefix: String { get }
  /// The types that the domain knows.
  var types: [EventType] { get }

  /// Takes in a record whose type is `types[type]`.
  func apply(
    _ view: RecordView, type: Int, on day: CalendarDay, with decoder: inout PayloadDecoder
  ) throws(JournalError)
}

/// A state that is being folded from the events of one domain.
public protocol EventFold<Event>: AnyObject {
  associatedtype Event: EventStore.Event

  /// The types of all facts that `apply` looks at.
  var factTypes: [EventType] { get }

  func apply(_ event: Recorded<Event>)
}

/// Decodes each record of a domain once and hands the event to the states that fold its type.
public final class TypedFold<Event: EventStore.Event>: DomainFold {
  public let prefix: String
  public let types: [EventType]

  /// In the order of `types`; empty where nobody folds a type.
  private let subscriptions: [[Subscription]]

  public init(domain: String, _ folds: [any EventFold<Event>]) {
    prefix = domain + "."
    let byType = Dictionary(grouping: Event.catalog.shapes, by: \.type)
    types = byType.keys.sorted { $0.rawValue < $1.rawValue }
    subscriptions = types.map { type in
      let folds = folds.filter { $0.factTypes.contains(type) }
      guard !folds.isEmpty else { return [] }
      return (byType[type] ?? []).map {
        Subscription(version: $0.version, deliver: $0.subscribe(folds))
      }
    }
  }

  public func apply(
    _ view: RecordView, type: Int, on day: CalendarDay, with decoder: inout PayloadDecoder
  ) throws(JournalError) {
    try Subscription.deliver(view, on: day, to: subscriptions[type], with: &decoder)
  }
}

/// What happens to the records of one shape. Knows no type, so that nothing has to be looked up
/// about types for every event.
private struct Subscription {
  let version: SchemaVersion
  let deliver: RecordDelivery

  static func deliver(
    _ view: RecordView, on day: CalendarDay, to subscriptions: [Subscription],
    with decoder: inout PayloadDecoder
  ) throws(JournalError) {
    for subscription in subscriptions where subscription.version == view.version {
      do throws(PayloadDecodingError) {
        return try subscription.deliver(view, day, &decoder)
      } catch { throw view.undecodable("\(error)") }
    }
    guard subscriptions.isEmpty else {
      throw view.undecodable("it has schema version \(view.version.rawValue), which is not known")
    }
  }
}
