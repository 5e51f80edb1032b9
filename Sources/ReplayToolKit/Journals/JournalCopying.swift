import EventEngine

/// Copies a journal, shows the progress, and adds advice to failures.
struct JournalCopying {
  let source: JournalDirectory
  let target: JournalDirectory
  /// The work as the progress line names it.
  let doing: Bilingual
  /// The advice for a target that is not empty; nil for the usual one.
  var emptyFolder: Bilingual?

  func copy(
    withKeys: Bool, _ common: CommonOptions, _ terminal: inout Terminal
  ) throws -> (copy: CopiedJournal, seconds: Double) {
    try JournalFolders.requireOutside(target.path)
    let hint = Bilingual(
      ru: "ничего не скопировано; целую часть спасает "
        + "\(toolName) recover --journal \(source.path) --to DIR",
      en: "nothing was copied; \(toolName) recover --journal \(source.path) --to DIR saves "
        + "the intact part")
    return try run(hint: source.origin == nil ? hint : nil, &terminal) {
      (show) throws(JournalError) in
      try source.copy(to: target, withKeys: withKeys, wait: common.wait, progress: show)
    }
  }

  func recover(
    _ common: CommonOptions, _ terminal: inout Terminal
  ) throws -> (copy: RecoveredJournal, seconds: Double) {
    try run(&terminal) { (show) throws(JournalError) in
      try source.recover(to: target, wait: common.wait, progress: show)
    }
  }

  /// - Parameters:
  ///   - hint: the advice for damage that cannot be repaired.
  ///   - copy: makes the copy, and reports the number of bytes done and in all.
  private func run<Copy>(
    hint: Bilingual? = nil, _ terminal: inout Terminal,
    _ copy: ((Int, Int) throws(JournalError) -> Void) throws(JournalError) -> Copy
  ) throws -> (copy: Copy, seconds: Double) {
    var throughput = Throughput()
    // A signal that ends the process takes effect when the unfinished copy is removed.
    var signals: HeldSignals?
    defer {
      terminal.clearProgress()
      signals?.release()
    }
    do throws(JournalError) {
      let copied = try NewFolders(for: target).removed { () throws(JournalError) in
        try copy { (done, total) throws(JournalError) in
          if signals == nil { signals = HeldSignals(HeldSignals.ending) }
          if signals?.hasCome == true {
            throw .storageFailed(doing: "copying", path: target.path, .interrupted)
          }
          throughput.show(doing, bytes: done, of: total, &terminal)
        }
      }
      return (copied, throughput.seconds)
    } catch {
      throw Self.failure(error, hint: hint, emptyFolder: emptyFolder)
    }
  }

  /// - Parameters:
  ///   - hint: the advice for damage that cannot be repaired.
  ///   - emptyFolder: the advice for a target that is not empty; nil for the usual one.
  static func failure(
    _ error: JournalError, hint: Bilingual? = nil, emptyFolder: Bilingual? = nil
  ) -> ToolFailure {
    var failure = ToolFailure(error)
    switch error {
    case .damaged(let damage):
      if let hint, damage.remedy == nil { failure.hint = hint }
    case .cannotCreate(let path, .exists):
      failure = ToolFailure(
        .cannotCreate,
        ru: "папка \(path) не пуста", en: "\(path) is not empty",
        hint: emptyFolder
          ?? Bilingual(
            ru: "укажите пустую папку или ту, которой ещё нет",
            en: "give an empty folder, or one that does not exist yet"))
      if JournalDirectory(path).looksLikeUnfinishedCopy {
        failure = ToolFailure(
          .cannotCreate,
          ru: "папка \(path) не пуста: в ней есть сегменты, но нет journal.json, как в прерванной "
            + "копии",
          en: "\(path) is not empty: it has segments but no journal.json, like an interrupted "
            + "copy",
          hint: Bilingual(
            ru: "если это прерванная копия, удалите её и скопируйте ещё раз",
            en: "if it is an interrupted copy, remove it and copy again"))
      }
    case .keyUnavailable(let path, _):
      failure.hint = Bilingual(
        ru: "ничего не скопировано; исправьте этот файл или уберите \(path): тогда в копии не "
          + "будет ключа",
        en: "nothing was copied; correct this file, or move \(path) away: the copy then has no key")
    case .missing(let path) where failure.hint != nil:
      failure.hint = Bilingual(
        ru: "в \(path) нет journal.json; укажите папку, где он есть",
        en: "\(path) has no journal.json; name the folder that has one")
    default: break
    }
    return failure
  }
}

/// The report about a copy.
struct CopyReport {
  let copy: CopiedJournal
  let seconds: Double
  let verb: Bilingual
  let path: String
  var found: Verification?
  var lost: [LostEvents] = []
  /// Whether an erasure was interrupted whose event may be lost.
  var mayLackErasure = false

  private var verification: Verification { copy.verification }
  private var events: Int { verification.intact.rawValue }

  /// Whether the copy has every event of its journal.
  var isWhole: Bool {
    guard let found else { return true }
    return found.isUnbroken && found.unrecordedErasures.isEmpty
  }

  /// The damage with which no event is lost, such as a file among the segments that is none.
  private var strays: [Damage] {
    guard let found else { return [] }
    return found.isUnbroken ? found.damages : found.damages.filter { $0.reason == .foreignFile }
  }

  private var warnings: [Bilingual] {
    let missing = (found ?? verification).missingNote
    return strays.map {
      Bilingual(ru: "предупреждение: \($0.text.ru)", en: "warning: \($0.text.en)")
    } + (missing.map { [$0] } ?? []) + (mayLackErasure ? [erasureNote] : [])
  }

  private var erasureNote: Bilingual {
    Bilingual(
      ru: "удаление личных данных было прервано, и его событие, возможно, потеряно: удалите эти "
        + "данные из \(path) ещё раз",
      en: "an erasure of personal data was interrupted, and its event may be lost: erase that data "
        + "from \(path) again")
  }

  func print(_ terminal: inout Terminal, _ common: CommonOptions) throws {
    let language = common.locale
    if common.json {
      try terminal.print(document(in: language))
      try terminal.note(reported: failure, in: language)
    } else {
      try print(&terminal, in: language)
    }
    // The results come before the notes about them.
    try terminal.flush()
    for warning in warnings { terminal.note(warning) }
  }

  private func print(_ terminal: inout Terminal, in language: Language) throws {
    func label(_ ru: String, _ en: String) -> String {
      terminal.styled(Bilingual(ru: ru, en: en)[language], .red)
    }
    for damage in found?.damages ?? [] where !strays.contains(damage) {
      try terminal.print(
        "\(label("повреждено", "damaged")) \(damage.text[language].printable)")
    }
    for part in lost {
      let one = part.positions.count == 1
      try terminal.print(
        "\(label(one ? "потеряно" : "потеряны", "lost")) \(Self.text(of: part)[language])")
    }
    let unrecorded = verification.unrecordedErasures.count
    if unrecorded > 0 {
      let list = "\(path.printable)/journal.json"
      let text = Bilingual(
        ru:
          "личные данные событий: \(unrecorded.russian); событие об их удалении потеряно, поэтому "
          + "позиции перечислены в \(list)",
        en: "the personal data of \(unrecorded.counted("event")): the erasure's own event "
          + "is lost, so \(list) lists the positions")
      try terminal.print("\(label("удалены", "erased")) \(text[language])")
    }
    try terminal.print(verification: verification, in: language)
    let keys =
      copy.secrets > 0
      ? Bilingual(ru: ", ключ и секреты", en: ", the key and the secrets")
      : Bilingual(ru: " и ключ", en: " and the key")
    let what = copy.hasKey ? keys : .empty
    let size = verification.size(in: seconds)
    try terminal.print(
      ru: "\(terminal.styled(verb.ru, .green)): событий \(events.russian)\(what.ru), "
        + "в \(path.printable): \(size.ru)",
      en: "\(terminal.styled(verb.en, .green)) \(events.counted("event"))\(what.en) to "
        + "\(path.printable): \(size.en)")
  }

  private static func text(of part: LostEvents) -> Bilingual {
    let (first, last) = (part.positions.lowerBound, part.positions.upperBound)
    let reason =
      part.isReadable
      ? Bilingual(ru: "без дефектов, но после повреждения", en: "intact, but after the damage")
      : Bilingual(
        ru: "с дефектом или в повреждённом добавлении",
        en: "damaged, or part of a damaged append")
    let place = first == last ? "position \(first)" : "positions \(first) to \(last)"
    return Bilingual(
      ru: (first == last ? "событие \(first)" : "события с \(first) по \(last)")
        + ": \(reason.ru)",
      en: "\(part.positions.count.counted("event")), \(place): \(reason.en)")
  }

  /// The failure to report to programs if events were lost; nil if none were.
  private var failure: ToolFailure? {
    isWhole
      ? nil
      : ToolFailure(
        .refused, .eventsLost,
        ru: "удалось спасти не весь журнал", en: "not all of the journal could be saved")
  }

  private func document(in language: Language) -> [UInt8] {
    JSONWriter.object { json in
      json.members(of: HeadReceipt(verification))
      json.int("segments", verification.segments)
      json.int("bytes", verification.bytes)
      json.bool("key", copy.hasKey)
      json.int("secrets", copy.secrets)
      if let found {
        json.bool("ok", isWhole)
        if let failure { json.error(failure.code, failure.text[language]) }
        json.int("damageCount", found.damageCount)
        json.array("damage", found.damages) { $0.string("\($1)") }
        json.objects("lost", lost) { json, part in
          json.int("from", part.positions.lowerBound)
          json.int("to", part.positions.upperBound)
          json.bool("readable", part.isReadable)
        }
        json.objects("unrecordedErasures", verification.unrecordedErasures.ranges) {
          $0.int("from", $1.lowerBound.rawValue)
          $0.int("to", $1.upperBound.rawValue)
        }
      }
      if !warnings.isEmpty { json.array("warnings", warnings) { $0.string($1[language]) } }
      json.seconds("seconds", seconds)
    }
  }
}

extension Verification {
  /// The segments and bytes of the journal, and the time that reading them took.
  func size(in seconds: Double) -> Bilingual {
    Bilingual(
      ru: "сегментов \(segments.russian), байт \(bytes.russian), за \(seconds.russian(3)) с",
      en: "\(segments.counted("segment")), \(bytes.counted("byte")), in \(seconds.fixed(3)) s")
  }
}

extension Terminal {
  /// Prints the id of a journal and the receipt of its head.
  mutating func print(
    verification: Verification, in language: Language
  ) throws(SystemError) {
    try print(Bilingual(ru: "журнал  ", en: "journal  ")[language] + "\(verification.journal)")
    try print(
      Bilingual(ru: "событий ", en: "size     ")[language] + "\(verification.intact.rawValue)")
    try print(Bilingual(ru: "корень  ", en: "root     ")[language] + "\(verification.tree.root)")
    try print(Bilingual(ru: "время   ", en: "time     ")[language] + "\(verification.time)")
  }
}
