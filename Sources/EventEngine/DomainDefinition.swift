import EventStore

/// A domain: its commands and its read models.
///
/// Both are made when they are first needed: a lone command pays for its own domain only.
public struct DomainDefinition: Sendable {
  /// The first part of the names of its commands, read models and events, such as `courier`.
  public let name: String
  private let makeCommands: @Sendable () -> DomainCommands
  private let makeReadModels: @Sendable () -> ReadModels

  public init(
    _ name: String, commands: @autoclosure @escaping @Sendable () -> DomainCommands,
    readModels: @autoclosure @escaping @Sendable () -> ReadModels
  ) {
    self.name = name
    makeCommands = commands
    makeReadModels = readModels
  }

  /// A domain of deciders and projections that share one type of event. The names of its commands,
  /// read models and events begin with `name`.
  ///
  /// ```swift
  /// extension DomainDefinition {
  ///   static let library = DomainDefinition(
  ///     "library", of: LibraryEvent.self, deciders: [Loans.self], projections: [OnLoan.self])
  /// }
  /// ```
  public init<Event: EventStore.Event>(
    _ name: String, of event: Event.Type, deciders: [any Decider<Event>.Type],
    projections: [any Projection<Event>.Type]
  ) {
    self.init(
      name, commands: DomainCommands(name, of: event, deciders),
      readModels: ReadModels(name, of: event, projections))
  }

  public var commands: DomainCommands { makeCommands() }

  public var readModels: ReadModels { makeReadModels() }
}

extension [DomainDefinition] {
  public var commands: [DomainCommands] { map(\.commands) }

  public var readModels: [ReadModel] { flatMap(\.readModels.models) }

  /// The types of event that the domains record.
  public var eventTypes: [EventType] {
    flatMap(\.readModels.eventShapes).filter { !$0.isRetired }.map(\.type)
  }

  /// - Parameter names: empty: all.
  public func readModels(named names: [String]) -> [ReadModel] {
    readModels.filter { names.isEmpty || names.contains($0.name) }
  }

  /// The states that these read models answer from, each once, the domains in order.
  ///
  /// - Parameter names: of read models; empty: all.
  public func states(of names: [String]) -> [ReadState] {
    readModels(named: names).map(\.state).eachOnce
  }

  /// The states that these read models have snapshots of, each once, the domains in order.
  ///
  /// - Parameter names: of read models; empty: all.
  public func snapshotStates(of names: [String]) -> [ReadState] {
    readModels(named: names).flatMap(\.snapshotStates).eachOnce
  }

  /// The commands of the domain that owns the name; those of all domains if none does.
  public func commands(for name: String) -> [DomainCommands] {
    owner(of: name).map { [$0.commands] } ?? commands
  }

  public func readModel(named name: String) -> ReadModel? {
    owner(of: name)?.readModels.models.first { $0.name == name }
  }

  /// The domain of a command, read model or event type.
  public func owner(of name: String) -> DomainDefinition? {
    first { name.hasPrefix("\($0.name).") }
  }
}

extension [ReadState] {
  /// Each where its name comes first.
  fileprivate var eachOnce: [ReadState] {
    var seen: Set<String> = []
    return filter { seen.insert($0.name).inserted }
  }
}
