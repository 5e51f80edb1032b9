extension Array where Element: Sendable {
  /// The objections to the cases, a hundred of which are tried in one task.
  func objections(
    _ objection: @escaping @Sendable (Element) -> String?
  ) async -> [String] {
    await withTaskGroup(of: [String].self) { group in
      for start in stride(from: 0, to: count, by: 100) {
        let part = self[start..<Swift.min(start + 100, count)]
        group.addTask { part.compactMap(objection) }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }
}
