import TestSupport

/// Called by libFuzzer with bytes of its choice.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  FuzzTarget.commands.run(unsafe Array(UnsafeBufferPointer(start: start, count: count)))
  return 0
}
