/// The first line of a journal's exported records: its identity and settings, without its key.
package struct RecordsHeader: Hashable, Codable, Sendable {
  /// The version of the journal's format.
  let recordsFormat: Int
  package let journal: JournalID
  /// The number of records that follow.
  package let events: Int
  let createdAt: Timestamp
  let timeZone: TimeZoneTable
  let passwordIterations: Int
  let key: KeyedDigest
  let segmentBytes: Int
  let unrecordedErasures: PositionRanges?

  package init(_ manifest: Manifest, events: Int) {
    recordsFormat = manifest.format
    journal = manifest.journal
    self.events = events
    createdAt = manifest.createdAt
    timeZone = manifest.timeZone
    passwordIterations = manifest.passwordIterations
    key = manifest.key
    segmentBytes = manifest.segmentBytes
    unrecordedErasures = manifest.unrecordedErasures
  }

  /// One line, without its line feed.
  package func encoded() -> [UInt8] { Array(ChecksummedLine.encoded(self).dropLast()) }

  /// - Throws: the reason why the line is not a header.
  package init(_ line: [UInt8]) throws(RecordsImportError) {
    guard ChecksummedLine.checksumMatches(line) else {
      throw .header("not the first line of an export --records")
    }
    do throws(PayloadDecodingError) {
      var decoder = PayloadDecoder()
      self = try decoder.decode(RecordsHeader.self, from: line)
    } catch { throw .header("not the first line of an export --records: \(error)") }
    guard recordsFormat == RecordFormat.version else {
      throw .otherFormat(found: recordsFormat, known: RecordFormat.version)
    }
    guard 0...Limits.lastPosition ~= events else {
      throw .header("\(events) is not a number of events")
    }
    if let problem = manifest.problem { throw .header(problem.en) }
    guard ChecksummedLine.isCanonical(line + [0x0a], for: self) else {
      throw .header("it is not in canonical form")
    }
  }

  /// The manifest of a journal with this identity.
  var manifest: Manifest {
    var manifest = Manifest(
      journal: journal, createdAt: createdAt, timeZone: timeZone,
      passwordIterations: passwordIterations, key: key, segmentBytes: segmentBytes)
    manifest.format = recordsFormat
    manifest.unrecordedErasures = unrecordedErasures
    return manifest
  }
}

/// The reason why records could not become a journal.
package enum RecordsImportError: Error, Hashable, Sendable {
  case header(String)
  /// The records are of this format, which the version does not read.
  case otherFormat(found: Int, known: Int)
  /// The number of an invalid line and its defect.
  case line(Int, Damage.Reason)
  case tooLong(line: Int)
  case timeInFuture(line: Int, Timestamp)
  /// The input ends before its last record.
  case incomplete(expected: Int, found: Int)
  /// The journal already has events.
  case notEmpty(path: String, events: Int)
  case journal(JournalError)
}

extension RecordsImportError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .header(let what): "line 1: \(what)"
    case .otherFormat(let found, let known):
      "line 1: format \(found); this version reads format \(known)"
    case .line(let number, let reason): "line \(number): \(reason)"
    case .tooLong(let line): "line \(line): longer than \(Limits.recordBytes) bytes"
    case .timeInFuture(let number, let time): "line \(number): \(Timestamp.inFutureText(time))"
    case .incomplete(let expected, let found):
      "the input ends after \(found) of \(expected) records"
    case .notEmpty(let path, let events): "the journal in \(path) has \(events) events already"
    case .journal(let error): "\(error)"
    }
  }
}
