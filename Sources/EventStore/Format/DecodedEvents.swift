/// The decoded events of a batch, in memory that only their fold reads.
@safe
@usableFromInline
final class DecodedEvents<Event: EventStore.Event>: DecodedBatch, @unchecked Sendable {
  /// The folds of each type of the catalog.
  @usableFromInline let foldsByType: [[any EventFold<Event>]]
  /// As many events as there are ``types``; the rest of the memory is uninitialized.
  @usableFromInline let events: UnsafeMutablePointer<Recorded<Event>>
  /// The number of each event's type in the catalog.
  @usableFromInline var types: [Int] = []
  private let capacity: Int

  init(for foldsByType: [[any EventFold<Event>]], capacity: Int) {
    self.foldsByType = foldsByType
    self.capacity = capacity
    unsafe events = .allocate(capacity: capacity)
    types.reserveCapacity(capacity)
  }

  deinit {
    unsafe events.deinitialize(count: types.count)
    unsafe events.deallocate()
  }

  /// - Parameter type: the number of its type in the catalog.
  func append(_ event: consuming Recorded<Event>, ofType type: Int) {
    precondition(types.count < capacity, "a batch has more events than records")
    unsafe (events + types.count).initialize(to: event)
    types.append(type)
  }

  func fold() { Event.catalog.fold(self) }

  /// Moves each event out of the memory, so that its texts are not counted once more.
  @inlinable
  func applyAll() {
    for index in types.indices {
      let event = unsafe (events + index).move()
      for fold in foldsByType[types[index]] { fold.apply(event) }
    }
    types = []
  }
}
