import EventEngine

/// Copies the intact part of a damaged journal into a new journal.
struct Recover: Subcommand {
  static let name = "recover"
  static let summary = Bilingual(
    ru: "спасти целую часть повреждённого журнала и перечислить потери",
    en: "save the intact part of a damaged journal, and list what is lost")
  static let usage = "--to DIR"
  static let options = [
    OptionSpec(
      "--to", "DIR",
      ru: "новая или пустая папка для спасённого журнала",
      en: "a new or empty folder for the saved journal")
  ]
  static let examples: [Example] = [
    Example(
      "\(toolName) recover --to /srv/saved",
      ru: "события до первого повреждения, без изменений",
      en: "the events up to the first damage, unchanged"),
    Example(
      "\(toolName) recover --to /srv/saved --json | jq .lost",
      ru: "какие номера потеряны и какие из них ещё можно прочитать",
      en: "which positions are lost, and which of those are still readable"),
    Example(
      "\(toolName) verify --journal /srv/saved",
      ru: "спасённая копия — целый журнал",
      en: "the saved copy is a whole journal"),
  ]
  static let details = Bilingual(
    ru: """
      Спасает самую длинную последовательность целых добавлений от начала: тот же журнал, с ключом и
      секретами, только кончается раньше. Он принимает новые команды. Повреждённый журнал не меняется.
      Записи после повреждения не спасаются, так как история перед ними неполна; \(toolName) verify
      показывает, где они. Если потеряно событие об удалении данных, удалённые номера перечисляет новый
      journal.json.
      Код завершения: 0 ничего не потеряно; 1 что-то потеряно, остальное спасено; 73 DIR занята или её
      нельзя создать; 74 ошибка ввода-вывода.
      """,
    en: """
      Saves the longest run of whole appends from the start: the same journal, with its key and its
      secrets, that ends earlier. It takes new commands. The damaged journal is not changed. Records
      after the damage are not saved, since the history before them is incomplete; \(toolName) verify
      shows where they are. If an erasure's own event is lost, the new journal.json lists the erased
      positions.
      Exit status: 0 nothing was lost; 1 something was lost, and the rest is saved; 73 DIR is in use or
      cannot be created; 74 an I/O error.
      """)

  private let common: CommonOptions
  private let path: String

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name)
    guard let path = arguments.value("--to") else {
      throw UsageError(
        ru: "куда? \(toolName) recover --to DIR",
        en: "where to? \(toolName) recover --to DIR")
    }
    self.path = path
    if common.directory.origin != nil {
      throw UsageError(
        ru: "recover спасает то, что осталось от папки; у базы есть реплики и резервные копии, а "
          + "папку из её журнала делает \(toolName) backup DIR",
        en: "recover saves what is left of a folder; a database has its standbys and backups, and "
          + "\(toolName) backup DIR makes a folder of its journal")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    try JournalFolders.requireOutside(path)
    var throughput = Throughput()
    let recovered: RecoveredJournal
    do throws(JournalError) {
      let target = JournalDirectory(ProcessEnvironment.absolute(path))
      recovered = try NewFolders.removed(ifFailing: target) { () throws(JournalError) in
        try common.directory.recover(to: target, wait: common.wait) { bytes, total in
          throughput.show(
            Bilingual(ru: "спасение", en: "recovering"), bytes: bytes, of: total, &terminal)
        }
      }
    } catch {
      terminal.clearProgress()
      throw JournalCopying.failure(error)
    }
    let seconds = throughput.seconds
    terminal.clearProgress()
    let report = CopyReport(
      copy: recovered.copy, seconds: seconds, verb: Bilingual(ru: "спасено", en: "recovered"),
      path: path, found: recovered.found,
      lost: recovered.lost)
    try report.print(&terminal, common)
    if !recovered.copy.hasKey {
      let (source, target) = (common.directory.keyPath, JournalDirectory(path).keyPath)
      terminal.note(
        ru: "у журнала нет ключа в \(source). Положите ключ в \(target); до тех пор команды, "
          + "которым он нужен, отклоняются",
        en: "the journal has no key of its own at \(source). Put its key at \(target); until then, "
          + "commands that need it are refused")
    }
    return report.isWhole ? .success : .refused
  }
}
