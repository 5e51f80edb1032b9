import EventEngine

/// The rows of a read model's answer: the objects in its lists, or the answer itself if it has no
/// list of objects. Lists of plain values give no rows, even if they are empty.
struct AnswerRows {
  let rows: [JSONObject]
  /// The members of the rows, in the order of their first appearance.
  let columns: [String]

  /// The columns in which a row has an object.
  var objects: [String] {
    columns.filter { column in
      rows.contains { if case .object? = $0[column] { true } else { false } }
    }
  }

  /// - Parameter plain: the members that are lists of plain values.
  init(_ json: [UInt8], plain: [String]) throws(JSONSyntaxError) {
    let answer = try JSONParser.parse(json, limits: .deepest)
    guard case .object(let object) = answer else {
      self.init(rows: [])
      return
    }
    let lists = object.members.compactMap { member in
      Self.objects(member, plain).map { (name: member.key, rows: $0) }
    }
    if lists.isEmpty {
      self.init(rows: [object])
    } else if lists.count == 1 {
      self.init(rows: lists[0].rows)
    } else {
      self.init(
        rows: lists.flatMap { list in
          list.rows.map { row in
            var named: JSONObject = ["list": .string(list.name)]
            for member in row.members { named[member.key] = member.value }
            return named
          }
        })
    }
  }

  private init(rows: [JSONObject]) {
    self.rows = rows
    var columns: [String] = []
    var seen: Set<String> = []
    for row in rows {
      for key in row.keys where seen.insert(key).inserted { columns.append(key) }
    }
    self.columns = columns
  }

  /// Returns the objects of a list; nil if the value is no list or an element is no object.
  private static func objects(
    _ member: JSONObject.Member, _ plain: [String]
  ) -> [JSONObject]? {
    guard case .array(let items) = member.value, !plain.contains(member.key) else { return nil }
    let objects = items.compactMap { if case .object(let object) = $0 { object } else { nil } }
    return objects.count == items.count ? objects : nil
  }

  /// Returns the answer with at most `limit` objects in each list. Each object keeps only the
  /// members in `columns`; an answer without lists of objects keeps only these members itself.
  static func restricted(
    _ json: [UInt8], plain: [String], to columns: [String]?, limit: Int?
  ) throws(JSONSyntaxError) -> [UInt8] {
    let answer = try JSONParser.parse(json, limits: .deepest)
    guard case .object(var object) = answer else { return json }
    var hasLists = false
    for member in object.members {
      guard let objects = objects(member, plain) else { continue }
      hasLists = true
      let rows = objects.prefix(limit ?? .max).map { columns.map($0.only) ?? $0 }
      object[member.key] = .array(rows.map(JSONValue.object))
    }
    if !hasLists, let columns { object = object.only(columns) }
    return JSONValue.object(object).bytes
  }
}
