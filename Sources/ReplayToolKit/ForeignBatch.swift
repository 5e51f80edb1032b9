import EventEngine

/// The events of the lines that were read together.
package struct ForeignBatch: Sendable {
  package var lines: [ForeignImport.Line]
  /// The number of input bytes read so far.
  package var byteCount: Int

  /// Reads the whole input and passes on every batch that has events.
  package static func read(
    _ input: ImportInput, for domains: [DomainDefinition], _ give: (ForeignBatch) -> Bool
  ) throws {
    var lines = try input.open()
    while true {
      let batch = try input.next(&lines)
      if batch.isEmpty { return }
      var events: [ForeignImport.Line] = []
      events.reserveCapacity(batch.count)
      for line in batch where !line.isBlank {
        events.append(ForeignImport.Line(number: line.number, event: try read(line, for: domains)))
      }
      if !events.isEmpty, !give(ForeignBatch(lines: events, byteCount: lines.byteCount)) { return }
    }
  }

  private static func read(
    _ line: LineInput.Line, for domains: [DomainDefinition]
  ) throws(ForeignImport.Failure) -> ForeignEvent {
    if line.isTooLong { throw .line(line.number, .lineTooLong) }
    let event: ForeignEvent
    do throws(ForeignEventError) { event = try ForeignEventReader.read(line.bytes) } catch {
      throw .line(line.number, error)
    }
    if event.type.isReserved(by: domains) { throw .line(line.number, .reservedType(event.type)) }
    return event
  }
}
