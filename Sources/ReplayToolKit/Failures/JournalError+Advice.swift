import EventEngine

extension JournalError {
  /// The advice on a failure of the journal.
  ///
  /// - Parameter address: the option that names the journal, to be added to a command.
  func advice(_ address: String) -> Bilingual? {
    switch self {
    case .missing:
      Bilingual(
        ru: "укажите другой: --journal DIR, или создайте этот: \(toolName) issue и import создают "
          + "его с первым событием, \(toolName) session --create — сразу",
        en: "name another one with --journal DIR, or create this one: \(toolName) issue and import "
          + "do so with the first event, \(toolName) session --create immediately")
    case .cannotCreate(_, .exists): ToolFailure.emptyFolder
    case .busy:
      Bilingual(
        ru: "в него пишет другой процесс; повторите или ждите дольше: --wait SECONDS",
        en: "another process is writing; try again, or wait longer with --wait SECONDS")
    case .otherFormat:
      Bilingual(
        ru: "прочитайте его той версией \(toolName), которая его записала",
        en: "read it with the version of \(toolName) that wrote it")
    case .undecodable(_, let type, _):
      Bilingual(
        ru: "если журнал цел (\(toolName) verify), в нём другая форма \(type): возьмите версию, "
          + "которая его записала, или добавьте эту форму в каталог домена (.retired)",
        en: "if the journal is intact (\(toolName) verify), it has another shape of \(type): use "
          + "the version that wrote it, or add that shape to the domain's catalog (.retired)")
    case .damaged(let damage):
      damage.remedy
        ?? Bilingual(
          ru: "до какого места журнал цел, сообщает \(toolName) verify\(address)",
          en: "\(toolName) verify\(address) reports how far the journal is intact")
    case .replaced:
      Bilingual(
        ru: "повторите команду, чтобы открыть журнал, который лежит там теперь",
        en: "run the command again to open the journal that is there now")
    case .consumerDamaged(let name, _):
      Bilingual(
        ru: "задайте его позицию: \(toolName) consumers reset \(name) --to N\(address)",
        en: "set its position with \(toolName) consumers reset \(name) --to N\(address)")
    case .storageFailed(_, _, .noSpace), .storageFailed(_, _, .quotaExceeded),
      .cannotCreate(_, .noSpace), .cannotCreate(_, .quotaExceeded):
      Bilingual(ru: "освободите место и повторите", en: "free some disk space and try again")
    case .outcomeUnknown:
      Bilingual(
        ru: "последнее записанное событие выводит \(toolName) tail -n 1\(address); команду с --id "
          + "можно без опаски повторить с тем же id",
        en:
          "\(toolName) tail -n 1\(address) prints the last recorded event; a command with --id can "
          + "safely be repeated with the same id")
    case .erasureUnfinished:
      Bilingual(
        ru: "удаление закончит следующая запись в журнал; прочитать удалённые данные уже нельзя",
        en: "the next writer finishes the erasure; the erased data can no longer be read")
    case .erasedMeanwhile:
      Bilingual(
        ru: "повторите, когда удаление закончится",
        en: "try again when no erasure is running")
    case .keyUnavailable:
      Bilingual(
        ru: "верните файл с ключом журнала; без ключа отклоняются удаление и команды, которым он "
          + "нужен",
        en: "restore the journal's key file; without it, erasing and the commands that need it are "
          + "refused")
    case .cannotCreate, .storageFailed, .exposed, .closed, .conditionFailed, .tooLarge,
      .invalidEvent, .invalidJournal, .origin:
      nil
    }
  }
}
