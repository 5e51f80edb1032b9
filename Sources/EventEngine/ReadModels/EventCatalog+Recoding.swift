import EventStore

extension EventCatalog {
  /// Encodes the event of a record in its current shape, decodes it again, and describes the first
  /// difference; nil if there is none or the catalog does not list the type.
  func recodingDifference(of view: RecordView) throws(JournalError) -> String? {
    var decoder = PayloadDecoder()
    guard let event = try event(of: view, with: &decoder) else { return nil }
    var encoder = PayloadEncoder()
    let new: NewEvent
    do throws(PayloadEncodingError) { new = try NewEvent(event, with: &encoder) } catch {
      return "it cannot be encoded again: \(error)"
    }
    let old = StoredEvent(view)
    var recoded = old
    recoded.type = new.type
    recoded.version = new.version
    recoded.data = new.data
    if !old.isErased { recoded.erasable = new.erasable }
    guard try self.event(of: recoded, with: &decoder) == event else {
      return "after encoding and decoding it is another event"
    }
    guard (old.type, old.version) == (new.type, new.version) else { return nil }
    if old.data != new.data { return "its payload is now encoded differently" }
    if old.tags != new.tags { return "it would now get other tags" }
    if old.isErased { return nil }
    if old.erasable?.personal != new.erasable?.personal {
      return "its personal data is now encoded differently"
    }
    let (oldSubjects, newSubjects) = (old.erasable?.subjects ?? [], new.erasable?.subjects ?? [])
    return oldSubjects == newSubjects ? nil : "it would now get other subjects"
  }
}
