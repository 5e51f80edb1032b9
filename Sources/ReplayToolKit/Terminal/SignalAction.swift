import PlatformLibc

extension sigaction {
  typealias Handler =
    @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void

  /// The function that an action with `SA_SIGINFO` calls, or `SIG_IGN` or `SIG_DFL`.
  var handler: Handler? {
    get {
      #if canImport(Darwin)
        unsafe __sigaction_u.__sa_sigaction
      #elseif canImport(Musl)
        unsafe __sa_handler.sa_sigaction
      #else
        unsafe __sigaction_handler.sa_sigaction
      #endif
    }
    set {
      #if canImport(Darwin)
        unsafe __sigaction_u.__sa_sigaction = newValue
      #elseif canImport(Musl)
        unsafe __sa_handler.sa_sigaction = newValue
      #else
        unsafe __sigaction_handler.sa_sigaction = newValue
      #endif
    }
  }
}
