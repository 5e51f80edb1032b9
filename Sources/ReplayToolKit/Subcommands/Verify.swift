import EventEngine

/// Checks a journal against its checksums, its tree and a receipt.
struct Verify: Subcommand {
  static let name = "verify"
  static let summary = Bilingual(
    ru: "проверить каждую запись, порядок и защиту от подделки",
    en: "check every record, the order and the tamper evidence")
  static let options = [
    OptionSpec(
      "--against", "FILE",
      ru: "проверить, что журнал продолжает эту квитанцию",
      en: "check that the journal extends this receipt"),
    OptionSpec(
      "--proof", "FILE",
      ru: "проверить без журнала доказательство или файл доказательств",
      en: "check a proof, or a file of proofs, without the journal"),
    OptionSpec(
      "--receipt", "FILE",
      ru: "с --proof: квитанция, по которой проверяется доказательство",
      en: "with --proof: the receipt to check the proof against"),
  ]
  static let examples: [Example] = [
    Example(
      "\(toolName) verify",
      ru: "читает всё и сообщает о повреждениях с их местом",
      en: "reads everything, and reports any damage with its place"),
    Example(
      "\(toolName) verify --json > receipt.json",
      ru: "то же, и выводит квитанцию о журнале на этот момент",
      en: "the same, and prints a receipt of the journal as it is now"),
    Example(
      "\(toolName) verify --against receipt.json",
      ru:
        "доказывает, что события, которые охватывает квитанция, не изменены, не удалены и не отрезаны",
      en: "proves that nothing that the receipt covers was changed, removed or cut off"),
    Example(
      "\(toolName) verify --proof proof.json --receipt receipt.json",
      ru: "доказывает без журнала, что квитанция охватывает событие",
      en: "proves that the receipt covers an event, without the journal"),
  ]
  private static let passwordCost = ReplayTool.text(
    ifUsing: .passwords, ru: ", сложность хеширования паролей", en: ", password cost")

  static let details = Bilingual(
    ru: """
      В квитанции id журнала, число его событий, корень дерева над ними (RFC 6962), время последнего
      события и дайджест настроек, которые не меняются: часовой пояс\(passwordCost.ru),
      ключ и другие. Храните её там, куда не доберётся тот, кто может писать в журнал. Незаконченное
      добавление прерванного процесса — не повреждение: оно не было подтверждено, и следующий
      процесс, который пишет в журнал, его отрежет.

      Доказательство создаёт audit --proof POSITION --receipt FILE. При проверке выводится событие без
      удаляемой части. В файле от export --proofs по доказательству на строке; при проверке выводится их
      число и те из них, которые неверны.

      Индексы и снимки тоже сравниваются с событиями. Файлы, которые созданы не с ключом журнала, не
      учитываются; любой из них можно удалить без вреда.
      Код завершения: 0 цел; 1 журнал или файл, полученный из него, повреждён или подделан,
      доказательство неверно или квитанция не охватывает событие.
      """,
    en: """
      A receipt holds the journal's id, the number of its events, the root of the tree over them
      (RFC 6962), the time of the last event, and a digest of the settings that never change: time
      zone\(passwordCost.en), key and others. Keep it where nobody who can write to the
      journal can reach it. An unfinished append, left by a writer that was killed, is not damage: it
      was never acknowledged, and the next writer truncates it.

      audit --proof POSITION --receipt FILE makes a proof. Checking it prints the event without its
      erasable part. A file of export --proofs has one proof per line; checking it prints their number,
      and those that do not hold.

      Indexes and snapshots are compared with the events, too. Files that were not made with the
      journal's key are ignored; deleting any of these files is harmless.
      Exit status: 0 intact; 1 the journal or a file derived from it is damaged or falsified, the proof
      does not hold, or the receipt does not cover the event.
      """)

  private let common: CommonOptions
  private let receiptPath: String?
  private let proofPath: String?

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    proofPath = arguments.value("--proof")
    receiptPath = arguments.value(proofPath == nil ? "--against" : "--receipt")
    if proofPath == nil, arguments.value("--receipt") != nil {
      throw UsageError(
        ru: "--receipt требует --proof; журнал проверяет --against",
        en: "--receipt needs --proof; to check the journal, use --against")
    }
    if proofPath != nil, arguments.value("--against") != nil || receiptPath == nil {
      throw UsageError(
        ru: "--proof FILE требует --receipt FILE и не сочетается с --against",
        en: "--proof FILE needs --receipt FILE, and cannot be combined with --against")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let receipt = try receiptPath.map { path in try ReceiptFile.receipt(path) }
    if let proofPath, let receipt {
      return try ProofsCheck.run(
        proofPath, receipt, &terminal, json: common.json, in: common.locale)
    }
    var report = VerificationReport(language: common.locale, journalOption: common.journalOption)
    var throughput = Throughput()
    do throws(JournalError) {
      report.verification = try common.directory.verify(
        rootAt: receipt?.size, wait: common.wait
      ) { bytes, total in
        throughput.show(
          Bilingual(ru: "проверка", en: "verifying"), bytes: bytes, of: total, &terminal)
      }
    } catch {
      terminal.clearProgress()
      guard case .damaged(let damage) = error else { throw error }
      report.manifestDamage = damage
    }
    terminal.clearProgress()
    try compareSnapshots(&report, &terminal)
    if let receipt { report.contradiction = report.contradiction(to: receipt) }
    report.seconds = throughput.seconds
    report.isReadable = canBeOpened
    report.exposedSecrets = common.directory.exposedSecrets()
    report.damagedSecrets = SecretStore(common.directory).damages()
    report.isOnServer = common.directory.origin != nil
    if common.json {
      try terminal.print(report.json)
      try terminal.note(reported: report.failure, in: common.locale)
    } else {
      try report.print(&terminal, receipt: receipt)
    }
    // The results come before the notes about them.
    try terminal.flush()
    report.note(&terminal)
    return report.isRight ? .success : .refused
  }

  /// Adds the derived files that are wrong. The store has compared the indexes; snapshots are
  /// compared here, since their states have to be folded.
  private func compareSnapshots(
    _ report: inout VerificationReport, _ terminal: inout Terminal
  ) throws {
    guard let verification = report.verification, verification.damageCount == 0 else { return }
    var reader = try JournalReader.open(common.directory, wait: common.wait)
    // The next writer finishes an interrupted erasure and removes the files derived before it.
    if try reader.hasUnfinishedErasure() { return }
    report.derived = verification.derived
    if verification.keyProblem != nil { return }
    let store = SnapshotStore(reader.directory)
    report.derived += try reader.undisturbed(wait: common.wait) { reader in
      let unusable = try store.findings(in: &reader)
      let comparison = try SnapshotComparison(
        [], of: common.tool.domains, with: &reader, through: reader.head, &terminal)
      return unusable
        + comparison.differing.map { DerivedFinding(path: store.path(of: $0), reason: .contents) }
    }
    terminal.clearProgress()
  }

  private var canBeOpened: Bool {
    do throws(JournalError) {
      _ = try JournalReader.open(common.directory, wait: common.wait)
      return true
    } catch { return false }
  }
}
