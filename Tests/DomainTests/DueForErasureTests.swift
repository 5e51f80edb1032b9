import Domain
import EventEngine
import TestSupport
import Testing

/// The subjects that events make due for erasure.
@Suite struct DueForErasureTests {
  private func types<E: Event>(_ samples: [E]) -> Set<EventType> {
    Set(samples.filter { !$0.dueForErasure.isEmpty }.map { type(of: $0.payload).type })
  }

  @Test func `a domain lists exactly the types of events that make subjects due`() {
    #expect(types(CourierEvent.samples) == Set(CourierEvent.typesDueForErasure))
    #expect(types(HabitsEvent.samples) == Set(HabitsEvent.typesDueForErasure))
    #expect(types(MallEvent.samples) == Set(MallEvent.typesDueForErasure))
    #expect(types(ModsEvent.samples) == Set(ModsEvent.typesDueForErasure))
    #expect(types(NFTEvent.samples) == Set(NFTEvent.typesDueForErasure))
  }

  @Test func `a due subject has events with personal data`() {
    var subjects: Set<EventStore.Tag> = []
    var due: Set<EventStore.Tag> = []
    for event in HabitsEvent.samples {
      subjects.formUnion(event.payload.subjects)
      due.formUnion(event.dueForErasure)
    }
    for event in MallEvent.samples {
      subjects.formUnion(event.payload.subjects)
      due.formUnion(event.dueForErasure)
    }
    #expect(due.count >= 3 && due.isSubset(of: subjects))
  }
}
