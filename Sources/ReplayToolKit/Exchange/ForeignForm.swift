import EventEngine

/// Reads events from input lines of one form, such as CSV.
protocol ForeignForm: Sendable {
  /// The name of the form for people.
  var title: Bilingual { get }
  /// The columns or members that the parts are taken from; nil if the form fixes their names.
  var mapping: ImportMapping? { get }
  /// Names in the mapping that the first line lacks.
  var absent: [String] { get }

  /// Returns the event that ends with the line, with the number of its first line; nil if the line
  /// is blank or the event continues in the next line.
  mutating func read(
    _ line: LineInput.Line
  ) throws(ForeignImport.Failure) -> (number: Int, event: ForeignEvent)?

  /// Whether the lines so far end within an event.
  var isIncomplete: Bool { get }

  /// - Throws: if the last event is incomplete.
  func finish() throws(ForeignImport.Failure)
}

extension ForeignForm {
  var absent: [String] { [] }
  var isIncomplete: Bool { false }
}

/// A form with one event per line.
protocol ForeignLineForm: ForeignForm {
  func event(_ line: [UInt8]) throws(ForeignEventError) -> ForeignEvent
}

extension ForeignLineForm {
  var mapping: ImportMapping? { nil }

  mutating func read(
    _ line: LineInput.Line
  ) throws(ForeignImport.Failure) -> (number: Int, event: ForeignEvent)? {
    if line.isBlank { return nil }
    if line.isTooLong { throw .line(line.number, .lineTooLong) }
    do throws(ForeignEventError) { return (line.number, try event(line.bytes)) } catch {
      throw .line(line.number, error)
    }
  }

  func finish() {}
}

/// JSON lines as `export` writes them.
struct NativeEvents: ForeignLineForm {
  private var times: ForeignTimes

  let title = Bilingual.jsonLines

  /// Times other than RFC 3339 are read only if an option asks for them.
  init(_ times: ForeignTimes) {
    self.times = times
    self.times.isStrict = times.zone == nil && !times.rounds
  }

  func event(_ line: [UInt8]) throws(ForeignEventError) -> ForeignEvent {
    try ForeignEventReader.read(line, times: times)
  }

  /// Whether the first line has members, but none of those that identify an event of this form.
  static func isForeign(_ first: [UInt8]) -> Bool {
    var members = JSONMembers()
    do throws(JSONSyntaxError) { try members.scan(first) } catch { return false }
    return !members.members.isEmpty
      && ["type", "tags", "data"].allSatisfy { members[$0] == nil }
  }
}
