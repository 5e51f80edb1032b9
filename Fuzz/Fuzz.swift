#if Fuzzing
  import TestSupport

  // The package manager gives every program an entry point of its own, so libFuzzer's is not used.
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

  /// `--target=NAME`; libFuzzer passes over words that begin like this.
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
#else
  @main enum Program {
    static func main() { print("This is built to be run by: make fuzz TARGET=records") }
  }
#endif
