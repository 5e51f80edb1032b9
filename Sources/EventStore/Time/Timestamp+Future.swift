extension Timestamp {
  /// The latest time that an event may have while a clock shows this one: a day ahead of it. A
  /// journal's time never runs backwards, so after an event of the far future every later event
  /// would have to be later still.
  public var latestAcceptable: Timestamp { advanced(bySeconds: 24 * 60 * 60) }

  /// What to say of a time of an import that is later.
  static func inFutureText(_ time: Timestamp) -> String {
    "timeInFuture: the time \(time) is more than a day ahead of the clock"
  }
}
