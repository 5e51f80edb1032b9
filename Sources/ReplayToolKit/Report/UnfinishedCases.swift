/// The cases of a process that began with a usual first step and have not ended.
struct UnfinishedCases {
  let cases: [(tag: Int32, first: Int32, last: Int32, position: Int32)]

  /// A case has ended if its last step is named like an end, or is one after which no case goes on.
  /// The process has an end if most of its cases ended with a step that is both; otherwise, the last
  /// step of a case may be its last only so far, and no case counts as unfinished. A first step is
  /// usual if at least 5 % of the cases began with it.
  init(_ map: ProcessMap, _ survey: Survey) {
    let last = Set(zip(map.steps, map.counts).filter { map.ends[$0] == $1 }.map(\.0))
    let named = Set(map.steps.filter { survey.isEnd($0, of: map.kind) })
    let ended = last.intersection(named).reduce(0) { $0 + (map.ends[$1] ?? 0) }
    let starts = Set(map.begins.filter { $0.value * 20 >= map.caseCount }.map(\.key))
    let ends = last.union(named)
    cases =
      ended * 2 <= map.caseCount
      ? [] : map.lastStep.filter { starts.contains($0.first) && !ends.contains($0.last) }
  }
}
