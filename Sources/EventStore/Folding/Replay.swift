/// Folds records into the states of one domain or of several, in one pass.
///
/// An event of an unknown type is counted and skipped. An event that cannot be decoded stops the
/// replay with its position and reason, live and in a rebuild alike. Events of a type that no state
/// folds are not decoded.
package struct Replay: ~Copyable {
  private let types: TypeIndex
  /// The handlers of all types in one list: a list for each type would be retained and released at
  /// every event.
  private let deliveries: [ShapeDelivery]
  /// For each number in `types`, the range of its deliveries; empty if nothing folds the type.
  private let routes: [Range<Int>]
  private let domains: Set<Substring>
  private var decoder = PayloadDecoder()
  private var days: DayCursor

  /// The position of the last record applied.
  package private(set) var position = Position.start
  /// The number of records applied.
  package private(set) var count = 0
  /// The numbers of events by type, for types that have the prefix of a domain but are unknown to
  /// it.
  package private(set) var unknownTypes: [EventType: Int] = [:]

  package init(_ domains: [DomainFold], zone: TimeZoneTable) {
    types = TypeIndex(domains.flatMap(\.types))
    var routes: [Range<Int>] = []
    var all: [ShapeDelivery] = []
    for ofType in domains.flatMap(\.deliveries) {
      routes.append(all.count..<all.count + ofType.count)
      all += ofType
    }
    (deliveries, self.routes) = (all, routes)
    self.domains = Set(domains.map(\.domain))
    days = DayCursor(zone)
  }

  /// Applies the next record.
  package mutating func apply(_ view: RecordView) throws(JournalError) {
    position = view.position
    count += 1
    guard let number = types.number(of: view) else {
      let type = view.type
      if let domain = type.domainName, domains.contains(domain) {
        unknownTypes[type, default: 0] += 1
      }
      return
    }
    let route = routes[number]
    for index in route where deliveries[index].version == view.version {
      do throws(PayloadDecodingError) {
        return try deliveries[index].deliver(view, days.day(of: view.time), &decoder)
      } catch { throw view.undecodable("\(error)") }
    }
    guard route.isEmpty else {
      throw view.undecodable("it has schema version \(view.version.rawValue), which is not known")
    }
  }
}

/// The handler of the records of one shape. It is not generic, so that no type metadata has to be
/// looked up at every event.
struct ShapeDelivery {
  let version: SchemaVersion
  let deliver: RecordDelivery
}

/// A state that is being folded from the events of one domain.
@usableFromInline
package protocol EventFold<Event>: AnyObject {
  associatedtype Event: EventStore.Event

  /// The types of all facts that `apply` looks at.
  var factTypes: [EventType] { get }

  func apply(_ event: Recorded<Event>)

  /// Resets the state to its initial value, after an erasure or a failed batch.
  func discard()
}

/// The states of one domain that a replay folds: each record is decoded once, and its event is
/// passed to the states that fold its type.
package struct DomainFold {
  /// The name of the domain: the part of its event types before the first `.`.
  let domain: Substring
  /// The types that the domain knows.
  let types: [EventType]
  /// The handlers of each of `types`; empty if nothing folds it.
  let deliveries: [[ShapeDelivery]]

  package init<Event: EventStore.Event>(domain: String, _ folds: [any EventFold<Event>]) {
    let foldsByType = Self.byType(folds)
    self.init(domain: domain, of: Event.self) { shape, type in
      foldsByType[type].isEmpty ? nil : shape.subscribe(foldsByType[type])
    }
  }

  /// - Parameter deliver: returns the handler of a shape of the type with this number; nil if
  ///   nothing folds it.
  init<Event: EventStore.Event>(
    domain: String, of _: Event.Type,
    _ deliver: (EventCatalog<Event>.Shape, Int) -> RecordDelivery?
  ) {
    self.domain = domain[...]
    let catalog = Event.catalog
    types = catalog.readableTypes
    deliveries = types.enumerated().map { number, type in
      catalog.shapes(of: type).compactMap { shape in
        deliver(shape, number).map { ShapeDelivery(version: shape.version, deliver: $0) }
      }
    }
  }

  /// The folds of each readable type of the catalog.
  static func byType<Event: EventStore.Event>(
    _ folds: [any EventFold<Event>]
  ) -> [[any EventFold<Event>]] {
    let types = folds.map { Set($0.factTypes) }
    return Event.catalog.readableTypes.map { type in
      zip(folds, types).filter { $1.contains(type) }.map(\.0)
    }
  }
}
