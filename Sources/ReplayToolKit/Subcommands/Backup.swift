import EventEngine

/// Copies a journal while others write it.
struct Backup: Subcommand {
  static let name = "backup"
  static let summary = Bilingual(
    ru: "скопировать журнал, пока в него пишут, и проверить копию",
    en: "copy the journal while others write it, and check the copy")
  static let usage = "DIR"
  static let options = [
    OptionSpec(
      "--with-keys", nil,
      ru: "скопировать также ключ и секреты; такую копию надо хранить в надёжном месте",
      en: "also copy the key and the secrets; keep such a copy safe")
  ]
  static let examples: [Example] = [
    Example(
      "\(toolName) backup /mnt/backups/2026-05-08",
      ru: "в новую или пустую папку",
      en: "into a new or empty folder"),
    Example(
      "\(toolName) backup /mnt/safe/2026-05-08 --with-keys --json > receipt.json",
      ru: "вместе с ключом; результат в JSON — ещё и квитанция",
      en: "with the key; the JSON result is also a receipt"),
    Example(
      "\(toolName) verify --journal /mnt/backups/2026-05-08",
      ru: "резервная копия — тоже журнал",
      en: "a backup is itself a journal"),
  ]
  static let details = Bilingual(
    ru: """
      В копии есть все добавления, которые были закончены к началу команды, и ничего больше. До конца
      команды копия прочитана заново, проверена и сохранена на диске. Повреждённый журнал не копируется:
      \(toolName) recover спасает его целую часть.

      Без --with-keys копию можно читать, воспроизводить и проверять. Команды, которым нужен ключ (с id
      и некоторые другие), и удаление данных в ней отклоняются; ответов, которым нужны секреты, в ней
      нет. С --with-keys владелец копии может всё, что может владелец журнала; если ключа у журнала нет,
      об этом предупреждает команда. Данные, которые позже удалят из журнала, в копии останутся.
      Код завершения: 0 скопировано; 1 журнал повреждён; 73 DIR не пуста или её нельзя создать; 74
      ошибка ввода-вывода, или ключ, который нужно скопировать, негоден.
      """,
    en: """
      The copy holds every append that was complete when the command began, and nothing else. Before the
      command ends, the copy is read back, checked, and stored on disk. A damaged journal is not copied:
      \(toolName) recover saves its intact part.

      Without --with-keys the copy can be read, replayed and verified. Commands that need the key (those
      with an id, and some others) and erasing are refused there, and answers that need secrets are
      missing. With --with-keys, the owner of the copy can do everything that the owner of the journal
      can; if the journal has no key, a warning says so. Data that is erased from the journal later
      stays in the copy.
      Exit status: 0 copied; 1 the journal is damaged; 73 DIR is not empty or cannot be created; 74 an
      I/O error, or the key to be copied cannot be used.
      """)

  private let common: CommonOptions
  private let path: String
  private let withKeys: Bool

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    path = try arguments.onlyFolder(
      of: Self.name, for: Bilingual(ru: "для копии", en: "the copy"))
    withKeys = arguments.has("--with-keys")
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let copying = JournalCopying(
      source: common.directory, target: JournalDirectory(ProcessEnvironment.absolute(path)),
      doing: Bilingual(ru: "копирование", en: "copying"))
    let (copy, seconds) = try copying.copy(withKeys: withKeys, common, &terminal)
    try CopyReport(
      copy: copy, seconds: seconds, verb: Bilingual(ru: "скопировано", en: "copied"),
      path: path
    )
    .print(&terminal, common)
    if withKeys && !copy.hasKey {
      let path = common.directory.keyPath
      terminal.note(
        ru: "предупреждение: в \(path) нет ключа журнала, поэтому его нет и в копии",
        en: "warning: the journal has no key at \(path), so the copy has none either")
    }
    return .success
  }
}

extension Arguments {
  /// Returns the only positional argument, a folder.
  package func onlyFolder(of subcommand: String, for what: Bilingual) throws(UsageError) -> String {
    guard let path = positionals.first, !path.isEmpty else {
      throw UsageError(
        ru: "\(subcommand) требует папки \(what.ru): \(toolName) \(subcommand) DIR",
        en: "\(subcommand) needs the folder of \(what.en): \(toolName) \(subcommand) DIR")
    }
    try refuseSecond(of: subcommand, Bilingual(ru: "одну папку", en: "folder"))
    return path
  }
}
