import EventEngine

/// A fold of read models that answers queries at several positions.
struct FoldAtStops: Sendable {
  /// An answer, whose bytes are nil if there is none, or the refusal of the query.
  typealias Answer = (query: Int, position: Int, answer: Result<[UInt8]?, QueryRefusal>)

  let common: CommonOptions
  /// The positions at which the queries are asked.
  let stops: [Int]
  let context: QueryContext
  /// The greatest size of an answer. After a larger answer, its query is not asked again.
  let mostBytes: Int
  let queries: [(model: ReadModel, parameters: JSONObject)]

  /// Passes the answers to `give` until it returns false. Leaves out an answer that equals the one
  /// at the previous stop. A query that was refused is not asked again.
  func run(_ give: (Answer) -> Bool) throws {
    var reader = try common.openReader()
    var states: [ReadState] = []
    for model in queries.map(\.model)
    where !states.contains(where: { $0.name == model.state.name }) {
      states.append(model.state)
    }
    var rebuild = Rebuild(states, of: common.tool.domains, zone: reader.timeZone)
    var waiting = Array(queries.indices)
    var former: [[UInt8]??] = queries.map { _ in nil }
    try rebuild.run(&reader, stoppingAt: stops) { stop, folds in
      for index in waiting {
        let (model, parameters) = queries[index]
        guard let fold = folds.first(where: { $0.name == model.state.name }) else { continue }
        let answer: Answer
        do {
          let bytes = try model.answer(to: parameters, from: fold, context)
          if former[index] == .some(bytes) { continue }
          former[index] = .some(bytes)
          if bytes?.count ?? 0 > mostBytes { waiting.removeAll { $0 == index } }
          answer = (index, stop, .success(bytes))
        } catch let refusal as QueryRefusal {
          waiting.removeAll { $0 == index }
          answer = (index, stop, .failure(refusal))
        }
        if !give(answer) { return false }
      }
      return true
    }
  }
}
