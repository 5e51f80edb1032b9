#if Fuzzing
  import TestSupport

  // The package manager gives every program its own entry point, so libFuzzer's is not used.
  @_silgen_name("LLVMFuzzerRunDriver")
  func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
  ) -> CInt

  /// Called by libFuzzer with bytes of its choice.
  @_cdecl("LLVMFuzzerTestOneInput")
  func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    target.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
  }

  /// `--target=NAME`; libFuzzer ignores arguments that begin with two dashes.
  private let target: FuzzTarget = {
    let names = CommandLine.arguments.filter { $0.hasPrefix("--target=") }.map { $0.dropFirst(9) }
    guard let target = names.first.flatMap({ FuzzTarget(rawValue: String($0)) }) else {
      fatalError("--target= is one of \(FuzzTarget.allCases.map(\.rawValue))")
    }
    return target
  }()

  @main enum Program {
    static func main() {
      var count = CommandLine.argc
      var arguments = unsafe CommandLine.unsafeArgv
      _ = unsafe runDriver(&count, &arguments, fuzz)
    }
  }
#elseif FileFuzzing
  import TestSupport

  /// Runs COUNT cases, starting with number FIRST, on all processors. A case that traps or hangs is
  /// in one of the parts printed last.
  @main enum Program {
    static let part = 11_000

    static func main() async {
      let numbers = CommandLine.arguments.dropFirst().map { Int($0) }
      guard numbers.count == 2, let first = numbers[0], let count = numbers[1], count > 0 else {
        fatalError("usage: fuzz FIRST COUNT, two whole numbers")
      }
      let parts = stride(from: first, to: first + count, by: part).map { start in
        start..<min(start + part, first + count)
      }
      let clock = ContinuousClock()
      let start = clock.now
      var total: [FileFuzz.Kind: FileFuzz.Tally] = [:]
      await withTaskGroup(of: [FileFuzz.Kind: FileFuzz.Tally].self) { group in
        for part in parts {
          group.addTask {
            print("cases \(part.lowerBound) to \(part.upperBound - 1)")
            return FileFuzz().run(part)
          }
        }
        for await tallies in group {
          for (kind, tally) in tallies { total[kind, default: FileFuzz.Tally()].add(tally) }
        }
      }
      for kind in FileFuzz.kinds {
        let tally = total[kind] ?? FileFuzz.Tally()
        print("\(kind.rawValue): \(tally.cases) cases, \(tally.accepted) taken")
      }
      print("\(count) cases in \(clock.now - start)")
    }
  }
#else
  @main enum Program {
    static func main() { print("This is built to be run by: make fuzz TARGET=records") }
  }
#endif
