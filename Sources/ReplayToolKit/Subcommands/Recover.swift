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
      en: "a new or empty folder for the saved journal",
      isOutput: true)
  ]
  static let examples: [Example] = [
    Example(
      "\(toolName) recover --to /srv/saved",
      ru: "события до первого повреждения, без изменений",
      en: "the events up to the first damage, unchanged"),
    Example(
      "\(toolName) recover --to /srv/saved --json | jq .lost",
      ru: "какие позиции потеряны и какие из них ещё можно прочитать",
      en: "which positions are lost, and which of those are still readable"),
    Example(
      "\(toolName) verify --journal /srv/saved",
      ru: "спасённая копия — тоже журнал, и он цел",
      en: "the saved copy is itself a journal, and intact"),
  ]
  static let details = Bilingual(
    ru: """
      Спасает все целые добавления от начала до первого повреждения как журнал с тем же ключом и теми же
      секретами. Он принимает новые команды. Повреждённый журнал не меняется. Записи после повреждения
      не спасаются, так как история перед ними неполна; где они, показывает \(toolName) verify. Если
      событие об удалении данных потеряно, удалённые позиции перечисляет новый journal.json. Прерванное
      удаление завершается и в спасённом журнале, если его событие можно прочитать.
      Код завершения: 0 ничего не потеряно, кроме названного в предупреждениях; 1 что-то потеряно,
      остальное спасено; 73 DIR не пуста или её нельзя создать; 74 ошибка ввода-вывода.
      """,
    en: """
      Saves all whole appends from the start to the first damage, as a journal with the same key and the
      same secrets. It accepts new commands. The damaged journal is not changed. Records after the
      damage are not saved, since the history before them is incomplete; \(toolName) verify shows where
      they are. If the event of an erasure is lost, the new journal.json lists the erased positions. An
      interrupted erasure is finished in the saved journal, too, if its event can be read.
      Exit status: 0 nothing was lost but what a warning names; 1 something was lost, and the rest is
      saved; 73 DIR is not empty or cannot be created; 74 an I/O error.
      """)

  private let common: CommonOptions
  private let path: String

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    try arguments.refusePositionals(of: Self.name, insteadOf: "--to")
    guard let path = arguments.value("--to") else {
      throw UsageError(
        ru: "recover требует папки: \(toolName) recover --to DIR",
        en: "recover needs a folder: \(toolName) recover --to DIR")
    }
    self.path = path
    if common.directory.origin != nil {
      throw UsageError(
        ru: "recover спасает журнал в папке; у базы данных есть реплики и резервные копии, а её "
          + "журнал копирует в папку \(toolName) backup DIR",
        en: "recover saves a journal in a folder; a database has standbys and backups, and "
          + "\(toolName) backup DIR copies its journal to a folder")
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    try JournalFolders.requireOutside(path)
    let copying = JournalCopying(
      source: common.directory, target: JournalDirectory(ProcessEnvironment.absolute(path)),
      doing: Bilingual(ru: "спасение", en: "recovering"))
    let (recovered, seconds) = try copying.recover(common, &terminal)
    let report = CopyReport(
      copy: recovered.copy, seconds: seconds, verb: Bilingual(ru: "спасено", en: "recovered"),
      path: path, found: recovered.found,
      lost: recovered.lost, mayLackErasure: recovered.mayLackErasure)
    try report.print(&terminal, common)
    if let defect = recovered.copy.keyDefect {
      let target = JournalDirectory(path).keyPath
      let cause = JournalError.keyUnavailable(path: common.directory.keyPath, reason: defect).text
      terminal.note(
        ru: "\(cause.ru). Положите ключ в \(target); до тех пор команды, которым он нужен, "
          + "отклоняются",
        en: "\(cause.en). Put the key at \(target); until then, commands that need it are refused")
    }
    return report.isWhole ? .success : .refused
  }
}
