import EventEngine

/// The report of `verify`.
struct VerificationReport {
  let language: Language
  /// The option that names the journal, to be added to a command that is advised.
  let journalOption: String
  /// Nil if the manifest is damaged: then nothing else could be checked.
  var verification: Verification?
  var manifestDamage: Damage?
  /// The contradiction between the journal and a receipt.
  var contradiction: Bilingual?
  /// The indexes and snapshots that differ from the journal.
  var derived: [DerivedFinding] = []
  /// The folder of secrets that others may read, if there are such secrets.
  var exposedSecrets: String?
  /// The errors of damaged files with secrets.
  var damagedSecrets: [JournalError] = []
  var seconds = 0.0
  /// Whether the part before the damage can still be read.
  var isReadable = false
  /// Whether the records are rows of a database.
  var isOnServer = false

  var isRight: Bool {
    manifestDamage == nil && contradiction == nil && derived.isEmpty
      && verification?.damageCount == 0
  }

  private var damages: [Damage] {
    manifestDamage.map { [$0] } ?? verification?.damages ?? []
  }

  /// The failure to report to programs: the first finding; nil if there is none.
  var failure: ToolFailure? {
    if let damage = damages.first {
      return ToolFailure(
        .refused, .journalDamaged,
        ru: "журнал повреждён: \(damage.text.ru)",
        en: "the journal is damaged: \(damage)")
    }
    if let contradiction { return ToolFailure(.refused, .falsified, contradiction) }
    return derived.first.map { finding in
      ToolFailure(
        .refused, .derivedDiffers,
        ru: "файл, полученный из событий, неверен: \(finding.text.ru)",
        en: "a derived file is wrong: \(finding)")
    }
  }

  // MARK: - For people

  func print(_ terminal: inout Terminal, receipt: HeadReceipt?) throws(SystemError) {
    func label(_ ru: String, _ en: String) -> String {
      terminal.styled(Bilingual(ru: ru, en: en)[language], .red)
    }
    for damage in damages {
      try terminal.print("\(label("повреждено", "damaged")) \(damage.text[language].printable)")
    }
    if let contradiction {
      try terminal.print("\(label("подделано:", "falsified:")) \(contradiction[language])")
    }
    for finding in derived {
      try terminal.print("\(label("неверно", "wrong")) \(finding.text[language].printable)")
    }
    guard let verification else { return }
    let more = verification.damageCount - verification.damages.count
    if more > 0 {
      try terminal.print(ru: "и ещё мест: \(more.russian)", en: "and \(more.counted("more place"))")
    }
    guard verification.damageCount == 0 else {
      let count = verification.damageCount
      return try terminal.print(
        ru: "повреждённых мест: \(count.russian); журнал цел до события \(verification.intact) "
          + "(\(verification.time))",
        en: "damaged in \(count.counted("place")); intact up to position \(verification.intact) "
          + "(\(verification.time))")
    }
    try terminal.print(verification: verification, in: language)
    if verification.erased > 0 { try terminal.print(erased(verification)[language]) }
    if contradiction == nil {
      let rate = Throughput.rate(verification.intact.rawValue, in: seconds)
      let size = verification.size(in: seconds)
      try terminal.print(
        ru: "\(terminal.styled("цел", .green)): \(size.ru) (событий в секунду: \(rate.russian))",
        en: "\(terminal.styled("intact", .green)): \(size.en) (\(rate.grouped) events/s)")
    }
    if let receipt, contradiction == nil {
      try terminal.print(
        ru: "журнал продолжает квитанцию о событиях до \(receipt.size)",
        en: "the journal extends the receipt of \(receipt.size.counted("event"))")
    }
  }

  private func erased(_ verification: Verification) -> Bilingual {
    let noted = verification.notedErasures
    return Bilingual(
      ru: "удалены личные данные записей: \(verification.erased.russian)"
        + (noted > 0
          ? "; для \(noted.russian) из них событие об удалении потеряно до того, как журнал спасли"
          : ""),
      en: "erased   the personal data of \(verification.erased.counted("record"))"
        + (noted > 0
          ? "; for \(noted.grouped) the erasure's own event was lost before the journal was "
            + "recovered"
          : ""))
  }

  /// Prints the notes and the advice on standard error.
  func note(_ terminal: inout Terminal) {
    for text in notes { terminal.note(text) }
    for text in hints { terminal.note(hint: text[language], in: language) }
  }

  private var notes: [Bilingual] {
    var notes: [Bilingual] = []
    if let torn = verification?.torn {
      let (offset, count) = (torn.tail.offset, torn.tail.bytes)
      notes.append(
        Bilingual(
          ru:
            "\(torn.path), байт \(offset): незаконченное добавление, байт: \(count.russian)"
            + (verification?.missing == nil
              ? "; оно не подтверждено, и следующая запись в журнал отрежет его" : ""),
          en:
            "\(torn.path), byte \(offset): \(count.counted("byte")) of an unfinished append"
            + (verification?.missing == nil
              ? ", never acknowledged; the next writer truncates them" : "")))
    }
    if let missing = verification?.missingNote { notes.append(missing) }
    if let unproved = verification?.unproved {
      notes.append(
        UnsyncedEventsNote.text(unproved)
          + Bilingual(
            ru: "; в числах выше их нет", en: "; the figures above leave them out"))
    }
    if verification?.hasUnfinishedErasure == true {
      notes.append(
        Bilingual(
          ru:
            "удаление прервано; удаляемых данных уже не прочитать, их уберёт следующая запись в "
            + "журнал",
          en: "an erasure was interrupted; its data can no longer be read, and the next writer "
            + "removes it"))
    }
    if let problem = verification?.keyProblem {
      notes.append(
        Bilingual(
          ru: "предупреждение: \(problem.text.ru); команды, которым нужен ключ, отклоняются",
          en: "warning: \(problem); commands that need the key are refused"))
    }
    notes += damagedSecrets.map { problem in
      Bilingual(
        ru: "предупреждение: \(problem.text.ru); вопросы, которым нужен этот секрет, отклоняются",
        en: "warning: \(problem); queries that need this secret are refused")
    }
    if let exposed {
      notes.append(Bilingual(ru: "предупреждение: ", en: "warning: ") + exposed)
    }
    return notes
  }

  /// The warning about secrets that others may read.
  private var exposed: Bilingual? {
    exposedSecrets.map(\.printable).map { path in
      Bilingual(
        ru: "секреты в \(path) могут читать другие; исправить: chmod -R go= \(path)",
        en: "others may read the secrets in \(path); to prevent it: chmod -R go= \(path)")
    }
  }

  private var hints: [Bilingual] {
    var hints: [Bilingual] = []
    if !derived.isEmpty {
      hints.append(
        Bilingual(
          ru: "индексы и снимки получены из событий; удалить эти файлы можно без вреда",
          en: "indexes and snapshots are derived from the events; deleting these files is harmless")
      )
    }
    if damages.isEmpty { return hints }
    let remedies = damages.compactMap(\.remedy)
    hints += remedies.prefix(5)
    guard let verification, verification.damageCount > remedies.count else { return hints }
    let last = verification.intact
    if isOnServer {
      return hints + [
        Bilingual(
          ru: "строки базы данных изменили вручную; события до \(last) — те, что были записаны. "
            + "Верните строки с реплики или из резервной копии",
          en: "rows of the database were changed by hand; events up to position \(last) are what "
            + "was recorded. Restore the rows from a standby or a backup")
      ]
    }
    let recover = "\(toolName) recover --to DIR\(journalOption)"
    return hints + [
      isReadable
        ? Bilingual(
          ru: "события до \(last) можно прочитать; \(recover) копирует их в новый журнал и "
            + "перечисляет потерянное",
          en:
            "events up to position \(last) can be read; \(recover) copies them into a new journal "
            + "and lists what is lost")
        : Bilingual(
          ru: "восстановите резервную копию или спасите события до \(last): \(recover)",
          en: "restore a backup, or save the events up to position \(last): \(recover)")
    ]
  }

  // MARK: - For programs

  var json: [UInt8] {
    JSONWriter.object { json in
      if let verification {
        json.members(of: HeadReceipt(verification))
        json.int("segments", verification.segments)
        json.int("bytes", verification.bytes)
        if verification.erased > 0 {
          json.int("erased", verification.erased)
          if verification.notedErasures > 0 {
            json.int("erasedWithoutEvent", verification.notedErasures)
          }
        }
        if let unproved = verification.unproved {
          json.array("unproved", [unproved.lowerBound, unproved.upperBound]) {
            $0.int($1.rawValue)
          }
        }
        if verification.hasUnfinishedErasure { json.bool("unfinishedErasure", true) }
        if let torn = verification.torn { write(torn, to: &json) }
      }
      let warnings =
        [
          verification?.keyProblem?.text[language], verification?.missingNote?[language],
          exposed?[language],
        ].compactMap(\.self) + damagedSecrets.map { $0.text[language] }
      if !warnings.isEmpty { json.array("warnings", warnings) { $0.string($1) } }
      json.bool("ok", isRight)
      if let failure { json.error(failure.code, failure.text[language]) }
      if !damages.isEmpty {
        json.int("damageCount", verification?.damageCount ?? 1)
        json.objects("damage", damages) { json, damage in
          json.string("path", damage.path)
          json.int("position", orNull: damage.position?.rawValue)
          json.int("offset", orNull: damage.offset)
          json.string("reason", "\(damage.reason)")
        }
      }
      if let contradiction { json.string("falsified", contradiction[language]) }
      if !derived.isEmpty {
        json.objects("derived", derived) { json, finding in
          json.string("path", finding.path)
          json.string("reason", "\(finding.reason)")
        }
      }
    }
  }

  private func write(_ torn: (path: String, tail: TornTail), to json: inout JSONWriter) {
    json.beginObject("torn")
    json.string("path", torn.path)
    json.int("offset", torn.tail.offset)
    json.int("bytes", torn.tail.bytes)
    json.endObject()
  }
}
