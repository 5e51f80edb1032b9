import Domain
import EventEngine

/// What an edit does to content: one change after the other.
struct ContentEdit<Content: Sendable>: Sendable {
  private var changes: [@Sendable (inout Content) -> Void] = []

  /// A change of something that is always there.
  mutating func set<Value>(
    _ path: any WritableKeyPath<Content, Value> & Sendable, _ change: Change<Value>
  ) {
    guard let value = change.value else { return }
    changes.append { $0[keyPath: path] = value }
  }

  /// A change of something that an empty text takes away.
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
