import EventEngine
import TestSupport

typealias Story<Event: EventStore.Event> = History<Event>

// MARK: - Erasing

extension Story {
  /// The same journal after an erasure of these subjects.
  func erasing(_ subjects: EventStore.Tag...) -> Story {
    erasing { $0.event.payload.subjects.contains(where: subjects.contains) }
  }

  func erasing(_ subjects: String...) -> Story {
    erasing { recorded in
      recorded.event.payload.subjects.contains { subjects.contains($0.rawValue) }
    }
  }

  /// The same journal after an erasure of all personal data.
  var erased: Story { erasing { _ in true } }

  private func erasing(where isIncluded: (Recorded<Event>) -> Bool) -> Story {
    mapping { isIncluded($0) ? $0.event.erased : $0.event }
  }
}
