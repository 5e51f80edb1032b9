import Domain
import EventEngine

/// A list of changes that an edit applies to content, in order.
public struct ContentEdit<Content: Sendable>: Sendable {
  private var changes: [@Sendable (inout Content) -> Void] = []

  /// Adds a change of a mandatory field.
  mutating func set<Value>(
    _ path: any WritableKeyPath<Content, Value> & Sendable, _ change: Change<Value>
  ) {
    guard let value = change.value else { return }
    changes.append { $0[keyPath: path] = value }
  }

  /// Adds a change of an optional field; an empty text clears it.
  mutating func setOptional<Value>(
    _ path: any WritableKeyPath<Content, Value?> & Sendable, _ change: Change<Value>
  ) {
    switch change {
    case .kept: return
    case .cleared: changes.append { $0[keyPath: path] = nil }
    case .changed(let value): changes.append { $0[keyPath: path] = value }
    }
  }

  func applied(to content: Content) -> Content {
    changes.reduce(into: content) { content, change in change(&content) }
  }
}
