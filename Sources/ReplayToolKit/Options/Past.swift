import EventEngine

/// The past that `--as-of` or `--position` ask for, for a subcommand that reads a journal.
struct Past {
  private let asOf: Result<AsOfParameters, FormError>
  private let locale: Language
  /// Whether a moment or a position was given.
  let isGiven: Bool

  /// - Parameter first: the smallest allowed position.
  init(_ arguments: Arguments, from first: Position = .start, in locale: Language) {
    asOf = Result { () throws(FormError) in try AsOfParameters(arguments, from: first) }
    self.locale = locale
    isGiven = ["--as-of", "--position"].contains(where: arguments.isGiven)
  }

  /// Returns the last position to include and the current moment.
  func resolve(in reader: inout JournalReader) throws -> (through: Position, moment: Moment) {
    try resolve(&reader) { try $0.resolve(in: &$1) }
  }

  /// Returns the last position to include, and the time of queries about the history up to it.
  func history(in reader: inout JournalReader) throws -> (through: Position, moment: Moment) {
    try resolve(&reader) { try $0.history(in: &$1) }
  }

  private func resolve<Value>(
    _ reader: inout JournalReader, _ body: (AsOfParameters, inout JournalReader) throws -> Value
  ) throws -> Value {
    do { return try body(asOf.get(), &reader) } catch let error as FormError {
      throw ToolFailure(error, in: locale, hint: known?.hint(in: reader))
    }
  }

  /// The given position, if any.
  var position: Position? { known?.position }

  /// Nil if the options are invalid; `resolve` reports why.
  private var known: AsOfParameters? {
    switch asOf {
    case .success(let asOf): asOf
    case .failure: nil
    }
  }
}
