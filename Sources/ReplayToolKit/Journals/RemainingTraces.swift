import EventEngine

/// Counts the records that name a subject by its id. Ids are not personal data to the engine:
/// events are found and ordered by them, and no erasure removes them.
struct RemainingTraces {
  /// The number of records with the id in each place; a record with the id in several places counts
  /// in each.
  struct Count {
    var records = 0
    var tags = 0
    var actors = 0
    var data = 0
    /// The first positions of those with the id in their data, five at most.
    var positions: [Position] = []
  }

  let subjects: [Tag]
  private(set) var counts: [Count]
  /// The indices of the subjects, by tag and by id. The id is the part of the tag after the first
  /// `:`.
  private let byTag: [Tag: Int]
  private let byID: [[UInt8]: [Int]]
  /// The parts of each compound id, such as `anna/t`; none for any other id. Data has each part in
  /// a member of its own.
  private let parts: [Set<[UInt8]>]
  /// The indices of the subjects with a compound id, by that part of it which the fewest of them
  /// have: many trackers have the same user, but few the same tracker.
  private let byPart: [[UInt8]: [Int]]

  init(_ subjects: [Tag]) {
    self.subjects = subjects
    counts = Array(repeating: Count(), count: subjects.count)
    byTag = Dictionary(zip(subjects, subjects.indices), uniquingKeysWith: { $1 })
    let ids = subjects.map { Array($0.rawValue.utf8.drop { $0 != UInt8(ascii: ":") }.dropFirst()) }
    byID = Dictionary(grouping: subjects.indices) { ids[$0] }
    let parts = ids.map { id in
      let parts = id.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      return parts.count > 1 ? Set(parts.map(Array.init)) : []
    }
    self.parts = parts
    let uses = Dictionary(parts.joined().map { ($0, 1) }, uniquingKeysWith: +)
    byPart = Dictionary(grouping: parts.indices.filter { !parts[$0].isEmpty }) { index in
      parts[index].min { uses[$0, default: 0] < uses[$1, default: 0] } ?? []
    }
  }

  /// Counts in the whole journal. O(length).
  ///
  /// - Parameter progress: called with each record.
  mutating func count(
    in reader: inout JournalReader, progress: (RecordView) -> Void = { _ in }
  ) throws(JournalError) {
    if subjects.isEmpty { return }
    try reader.forEach { view in
      look(at: view)
      progress(view)
      return true
    }
  }

  private mutating func look(at view: RecordView) {
    let tags = Set(view.tags.compactMap { byTag[$0] })
    let actors = view.actor.map { byID[Array($0.utf8)] ?? [] } ?? []
    var data: Set<Int> = []
    var texts: Set<[UInt8]> = []
    Self.forEachString(in: view.data) { texts.insert($0) }
    for text in texts {
      data.formUnion(byID[text] ?? [])
      data.formUnion((byPart[text] ?? []).filter { parts[$0].isSubset(of: texts) })
    }
    for index in tags { counts[index].tags += 1 }
    for index in actors { counts[index].actors += 1 }
    for index in data {
      counts[index].data += 1
      if counts[index].positions.count < 5 { counts[index].positions.append(view.position) }
    }
    for index in tags.union(actors).union(data) { counts[index].records += 1 }
  }

  /// Calls `body` with every string and key of a JSON text, decoded.
  private static func forEachString(in json: [UInt8], _ body: ([UInt8]) -> Void) {
    var index = json.startIndex
    while let start = json[index...].firstIndex(of: UInt8(ascii: "\"")) {
      var end = start + 1
      var hasEscapes = false
      while end < json.count, json[end] != UInt8(ascii: "\"") {
        if json[end] == UInt8(ascii: "\\") {
          hasEscapes = true
          end += 1
        }
        end += 1
      }
      guard end < json.count else { return }
      body(hasEscapes ? decoded(Array(json[start...end])) : Array(json[start + 1..<end]))
      index = end + 1
    }
  }

  private static func decoded(_ string: [UInt8]) -> [UInt8] {
    guard case .string(let text)? = JSONValue(orNil: string) else { return [] }
    return Array(text.utf8)
  }
}
