import EventEngine

/// The past that `--as-of` or `--position` ask for, on the command line of a subcommand that reads
/// a journal.
struct Past {
  private let asOf: Result<AsOf, FormError>
  private let locale: Locale

  /// - Parameter first: the first position that may be asked for.
  init(_ arguments: Arguments, from first: Position = .start, in locale: Locale) {
    asOf = Result { () throws(FormError) in try AsOf(arguments, from: first) }
    self.locale = locale
  }

  /// The last event that is looked at, and what counts as now.
  func resolve(in reader: inout JournalReader) throws -> (through: Position, moment: Moment) {
    do { return try asOf.get().resolve(in: &reader) } catch let error as FormError {
      throw ToolFailure(
        .malformedInput, "\(error.code): \(error.message[locale])",
        hint: known?.hint(in: reader))
    }
  }

  /// The position asked for, if one is.
  var position: Position? { known?.position }

  /// Nil where the options make no sense: whoever resolves them is told.
  private var known: AsOf? {
    switch asOf {
    case .success(let asOf): asOf
    case .failure: nil
    }
  }
}
