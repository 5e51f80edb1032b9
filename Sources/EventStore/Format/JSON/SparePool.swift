import Synchronization

/// A pool of the caches of released encoders and decoders, for new ones to reuse. Most folds read a
/// few events, and filling empty caches costs more than such a fold.
struct SparePool<Object>: ~Copyable, Sendable {
  /// An object that is not in use, so that any thread may take it.
  private struct Spare: @unchecked Sendable {
    let object: Object
  }

  private static var capacity: Int { 8 }

  private let spares = Mutex<[Spare]>([])

  /// Takes the object that was returned last, among those that `fits` accepts.
  func take(where fits: (Object) -> Bool = { _ in true }) -> Object? {
    spares.withLock { spares in
      spares.lastIndex { fits($0.object) }.map { spares.remove(at: $0).object }
    }
  }

  /// Keeps an object for the next caller of `take`.
  ///
  /// - Returns: false if there is no room for it.
  func put(_ object: Object) -> Bool {
    let spare = Spare(object: object)
    return spares.withLock { spares in
      guard spares.count < Self.capacity else { return false }
      spares.append(spare)
      return true
    }
  }
}
