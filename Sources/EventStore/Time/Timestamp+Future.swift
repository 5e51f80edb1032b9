extension Timestamp {
  /// The latest acceptable time of an event while the clock shows this instant: a day ahead of it.
  /// A journal's time never runs backwards, so after an event in the far future every later event
  /// would have to be at least as late.
  package var latestAcceptable: Timestamp { advanced(bySeconds: 24 * 60 * 60) }

  /// The error text for an imported event whose time is later than the latest acceptable one.
  static func inFutureText(_ time: Timestamp) -> String {
    "timeInFuture: the time \(time) is more than a day ahead of the clock"
  }
}
