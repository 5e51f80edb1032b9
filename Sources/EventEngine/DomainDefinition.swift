import EventStore
import Synchronization

/// A domain: its commands and its read models.
///
/// Both are built on first use, so that a process that executes one command builds only the domain
/// of that command.
public struct DomainDefinition: Sendable {
  /// The first part of the names of its commands, read models and events, such as `library`.
  package let name: String
  private let lazyCommands: LazyValue<DomainCommands>
  private let lazyReadModels: LazyValue<ReadModels>

  /// Creates a domain from functions that build its commands and its read models.
  public init(
    _ name: String, commands: @autoclosure @escaping @Sendable () -> DomainCommands,
    readModels: @autoclosure @escaping @Sendable () -> ReadModels
  ) {
    self.name = name
    lazyCommands = LazyValue(commands)
    lazyReadModels = LazyValue(readModels)
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

  /// The commands. O(1) after the first call.
  package var commands: DomainCommands { lazyCommands.value }

  /// The read models. O(1) after the first call.
  package var readModels: ReadModels { lazyReadModels.value }
}

/// The rule that the name of a command, a read model or an event begins with that of its domain.
enum DomainNames {
  /// Describes the first violation; nil if each name begins with `domain` and a dot, and none
  /// occurs twice.
  static func violation(by names: [String], of domain: String, _ kind: String) -> String? {
    if let name = names.first(where: { !$0.hasPrefix(domain + ".") }) {
      return "The \(kind) \(name) of the domain \(domain) must be named \(domain).\(name)."
    }
    var seen: Set<String> = []
    return names.first { !seen.insert($0).inserted }.map { "Two \(kind)s are named \($0)." }
  }

  static func require(_ names: [String], of domain: String, _ kind: String) {
    if let violation = violation(by: names, of: domain, kind) { preconditionFailure(violation) }
  }

  /// Describes the first violation; nil if no name is empty, has a white space or a control
  /// character, looks like an option, or is that of the engine's own events, and if no name of a
  /// command could belong to two domains.
  static func violation(byDomains names: [String]) -> String? {
    func isUsable(_ name: String) -> Bool {
      !name.isEmpty && !name.hasPrefix("-") && name != "system"
        && name.unicodeScalars.allSatisfy {
          !$0.properties.isWhitespace && $0.properties.generalCategory != .control
        }
    }
    if let name = names.first(where: { !isUsable($0) }) {
      return "A domain cannot be named \(name.debugDescription)."
    }
    for (index, name) in names.enumerated() {
      for other in names[..<index] {
        if name == other { return "Two domains are named \(name)." }
        if name.hasPrefix(other + ".") || other.hasPrefix(name + ".") {
          return "The names of the domains \(other) and \(name) cannot be distinguished."
        }
      }
    }
    return nil
  }
}

extension [DomainDefinition] {
  /// Requires names by which a domain is found.
  package func requireNames() {
    if let violation = DomainNames.violation(byDomains: map(\.name)) {
      preconditionFailure(violation)
    }
  }
}

/// A value that is built on first use and then kept. Copies of its owner share it.
private final class LazyValue<Value: Sendable>: Sendable {
  private let build: @Sendable () -> Value
  private let built = Mutex<Value?>(nil)

  init(_ build: @escaping @Sendable () -> Value) { self.build = build }

  var value: Value {
    built.withLock { built in
      if let built { return built }
      let value = build()
      built = value
      return value
    }
  }
}

extension [DomainDefinition] {
  package var commands: [DomainCommands] { map(\.commands) }

  /// The read models of all domains.
  package var readModels: [ReadModel] { flatMap(\.readModels.models) }

  /// The types of event that the domains record.
  package var eventTypes: [EventType] {
    flatMap(\.readModels.eventShapes).filter { !$0.isRetired }.map(\.type)
  }

  /// - Parameter names: the names of read models; empty: all.
  package func readModels(named names: [String]) -> [ReadModel] {
    readModels.filter { names.isEmpty || names.contains($0.name) }
  }

  /// The states of these read models, each once, in the order of the domains.
  ///
  /// - Parameter names: the names of read models; empty: all.
  package func states(of names: [String]) -> [ReadState] {
    readModels(named: names).map(\.state).eachOnce
  }

  /// The states that snapshots of these read models hold, each once, in the order of the domains.
  ///
  /// - Parameter names: the names of read models; empty: all.
  package func snapshotStates(of names: [String]) -> [ReadState] {
    readModels(named: names).flatMap(\.snapshotStates).eachOnce
  }

  /// The commands of the domain to which `name` belongs; those of all domains if it belongs to
  /// none.
  package func commands(for name: String) -> [DomainCommands] {
    owner(of: name).map { [$0.commands] } ?? commands
  }

  /// The read model with this name; nil if there is none.
  package func readModel(named name: String) -> ReadModel? {
    owner(of: name)?.readModels.models.first { $0.name == name }
  }

  /// The domain to which a command, a read model or an event type with this name belongs; nil if
  /// there is none.
  package func owner(of name: String) -> DomainDefinition? {
    first { name.hasPrefix("\($0.name).") }
  }
}

extension [ReadState] {
  /// The states without repetitions, in the order of their first occurrence.
  fileprivate var eachOnce: [ReadState] {
    var seen: Set<String> = []
    return filter { seen.insert($0.name).inserted }
  }
}
