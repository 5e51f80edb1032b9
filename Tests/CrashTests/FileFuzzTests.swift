import EventChecking
import TestSupport
import Testing

/// Fuzzed files with valid checksums. `make fuzz-files` runs more cases.
@Suite struct FileFuzzTests {
  private static let parts = 10
  private static let share = Effort.current.pick(usual: 55, exhaustive: 11_000)

  @Test func `no value in a file traps the engine or is accepted wrongly`() async {
    let total = await withTaskGroup(of: [FileFuzz.Kind: FileFuzz.Tally].self) { group in
      for part in 0..<Self.parts {
        group.addTask { FileFuzz().run(part * Self.share..<(part + 1) * Self.share) }
      }
      return await group.reduce(into: [FileFuzz.Kind: FileFuzz.Tally]()) { total, tallies in
        for (kind, tally) in tallies { total[kind, default: FileFuzz.Tally()].add(tally) }
      }
    }
    for kind in FileFuzz.kinds {
      let tally = total[kind] ?? FileFuzz.Tally()
      #expect(tally.cases == Self.parts * Self.share / FileFuzz.kinds.count, "\(kind)")
      // Some cases pass the first checks.
      #expect(tally.accepted > 0 && tally.accepted < tally.cases, "\(kind): \(tally)")
    }
  }

  /// Regression cases. 35350: a run, signed with the key, whose entries point to the lists of other
  /// keys, which `verify` read one after the other.
  private static let regressions = [35_350]

  @Test(arguments: regressions) func `regression cases stay fixed`(_ number: Int) {
    #expect(FileFuzz().run(number..<number + 1).values.reduce(0) { $0 + $1.cases } == 1)
  }

  /// A reader that calculates with unchecked numbers traps within these cases.
  @Test func `a missing limit is detected`() async {
    await #expect(processExitsWith: .failure) {
      for number in 0..<3000 { FileFuzz().run(.planted, number) }
    }
  }
}
