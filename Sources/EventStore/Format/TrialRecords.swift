/// Writes the records of events and reads them again, as a check of the journal would.
///
/// A journal with a record that cannot be read is damaged, so an append of events that no encoder of
/// this package has written begins here. O(length of the events).
package enum TrialRecords {
  /// - Throws: `.invalidEvent` with the first defect; `.tooLarge`.
  package static func check(_ events: [NewEvent], _ cause: Cause?) throws(JournalError) {
    try Limits.check(events, cause, at: .earliest)
    let journal = JournalID(EventID(high: 0, low: 0))
    var writer = RecordWriter(journal: journal)
    var reader = SingleRecordDecoder(journal: journal)
    var json = JSONWriter()
    for event in events {
      try check(event.data, "data")
      if let personal = event.erasable?.personal { try check(personal, "personal") }
      json.bytes.removeAll(keepingCapacity: true)
      let place = RecordWriter.Place(
        position: 1, time: event.time ?? .earliest, index: 1, count: 1, synced: nil)
      writer.append(event, place, cause: cause, to: &json)
      if let defect = reader.read(json.bytes.dropLast(), { _ in nil }) {
        throw .invalidEvent(reason: "\(defect)")
      }
    }
  }

  private static func check(_ object: [UInt8], _ name: String) throws(JournalError) {
    guard object.count <= Limits.recordBytes else {
      throw .tooLarge(what: "the length of a record in bytes", limit: Limits.recordBytes)
    }
    guard RecordWriter.isInOneLine(object) else {
      throw .invalidEvent(reason: "\"\(name)\" is not a JSON object without white space around it")
    }
    var members = JSONMembers()
    do throws(JSONSyntaxError) {
      try members.scan(object, limits: JSONLimits(depth: Limits.nesting))
    } catch { throw .invalidEvent(reason: "\"\(name)\": \(error)") }
  }
}
