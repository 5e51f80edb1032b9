import EventEngine

/// Creates a journal from a backup.
struct Restore: Subcommand {
  static let name = "restore"
  static let summary = Bilingual(
    ru: "создать журнал из резервной копии и проверить его",
    en: "create a journal from a backup, and check it")
  static let usage = "DIR"
  static let examples: [Example] = [
    Example(
      "\(toolName) restore /mnt/backups/2026-05-08",
      ru: "в папку журнала, которая должна быть пустой",
      en: "into the journal folder, which must be empty"),
    Example(
      "\(toolName) restore /mnt/backups/2026-05-08 --journal /srv/journal",
      ru: "в другую папку; если её нет, она будет создана",
      en: "into another folder, which is created if missing"),
  ]
  static let details = Bilingual(
    ru: """
      DIR — копия, созданная командой \(toolName) backup. Она проверяется целиком; если журнал нельзя
      восстановить полностью, он удаляется. Ключ и секреты восстанавливаются, если они есть в копии;
      иначе команда сообщает, что без них не будет работать.
      Код завершения: 0 восстановлено; 1 копия повреждена; 66 в DIR нет копии; 73 папка журнала не
      пуста или её нельзя создать; 74 ошибка ввода-вывода, или ключ в DIR негоден.
      """,
    en: """
      DIR is a copy made by \(toolName) backup. All of it is checked; a journal that cannot be restored
      completely is removed again. The key and the secrets are restored if the backup has them;
      otherwise the command reports what will not work without them.
      Exit status: 0 restored; 1 the backup is damaged; 66 there is no backup in DIR; 73 the journal
      folder is not empty or cannot be created; 74 an I/O error, or the key in DIR cannot be used.
      """)

  private let common: CommonOptions
  private let path: String

  init(_ arguments: Arguments) throws(UsageError) {
    common = try CommonOptions(arguments)
    path = try arguments.onlyFolder(
      of: Self.name, for: Bilingual(ru: "с резервной копией", en: "the backup"))
    if common.directory.origin != nil {
      func way(from copy: String) -> String {
        "\(toolName) export --records --journal \(copy) | \(toolName) import --records --journal URL"
      }
      throw UsageError(
        ru: "restore создаёт только папку. Чтобы перенести копию в базу данных, выполните: "
          + way(from: "КОПИЯ"),
        en: "restore only creates a folder. To restore a backup into a database, run: "
          + way(from: "BACKUP"))
    }
  }

  mutating func run(_ terminal: inout Terminal) throws -> ExitStatus {
    let target = common.directory
    let copying = JournalCopying(
      source: JournalDirectory(ProcessEnvironment.absolute(path)), target: target,
      doing: Bilingual(ru: "восстановление", en: "restoring"),
      emptyFolder: Bilingual(
        ru: "восстановите в другую папку: --journal DIR",
        en: "restore into another folder: --journal DIR"))
    let (copy, seconds) = try copying.copy(withKeys: true, common, &terminal)
    try CopyReport(
      copy: copy, seconds: seconds, verb: Bilingual(ru: "восстановлено", en: "restored"),
      path: target.path
    )
    .print(&terminal, common)
    if !copy.hasKey {
      terminal.note(
        ru:
          "в резервной копии нет ключа. Положите файл с ключом журнала в \(target.keyPath); до тех "
          + "пор журнал можно читать, но команды, которым нужен ключ, отклоняются",
        en:
          "the backup has no key. Put the journal's key file at \(target.keyPath); until then, the "
          + "journal can be read, but commands that need the key are refused")
    }
    for key in try missingSecrets(target) {
      terminal.note(
        ru:
          "в резервной копии нет секрета \(key). Положите его в \(target.path)/secrets; до тех пор "
          + "запросы, подписанные им, отклоняются",
        en: "the backup lacks the secret \(key). Put it into \(target.path)/secrets; until then, "
          + "requests signed with it are refused")
    }
    return .success
  }

  /// Returns the secrets that events of the domains name and the journal lacks; the tags of other
  /// events may name anything.
  private func missingSecrets(_ target: JournalDirectory) throws -> [String] {
    var reader = try JournalReader.open(target, wait: common.wait)
    var named: Set<String> = []
    try reader.forEach(Query([.init(types: common.tool.domains.eventTypes)])) { view in
      for tag in view.tags where tag.key == "secret" {
        named.insert(String(tag.rawValue.dropFirst(7)))
      }
      return true
    }
    let store = SecretStore(target)
    return try named.sorted().filter { try !store.has(SecretKeyID(rawValue: $0)) }
  }
}
