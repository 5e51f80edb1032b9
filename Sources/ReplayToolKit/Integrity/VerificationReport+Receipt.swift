import EventEngine

extension VerificationReport {
  /// The contradiction between the journal and a receipt; nil if the journal extends it.
  func contradiction(to receipt: HeadReceipt) -> Bilingual? {
    guard let verification else { return nil }
    if receipt.journal != verification.journal {
      return receipt.otherJournal(verification.journal)
    }
    if receipt.size > verification.intact.rawValue {
      return Bilingual(
        ru: "квитанция охватывает события до \(receipt.size), а здесь они есть только до "
          + "\(verification.intact). Журнал обрезали или повредили",
        en: "the receipt covers \(receipt.size.counted("event")); only the first "
          + "\(verification.intact) are here. The journal was cut or damaged")
    }
    if verification.earlierRoot != receipt.root {
      return receipt.otherEvents
        + Bilingual(ru: ". Журнал подделали", en: ". The journal was falsified")
    }
    if verification.manifest != receipt.manifest {
      return Bilingual(
        ru: "настройки в манифесте не те, что были при создании квитанции. Изменили что-то из "
          + "этого: часовой пояс, сложность хеширования паролей, ключ, размер сегмента, время "
          + "создания или список удалений, о которых нет события",
        en: "the settings in the manifest differ from those that the receipt covers. At least one "
          + "of these was changed: the time zone, the password cost, the key, the segment size, the "
          + "time of creation, or the list of erasures without an event")
    }
    if verification.hasOtherKey {
      return Bilingual(
        ru: "ключ в папке журнала не тот, который называет манифест",
        en: "the key in the journal's folder is not the one that the manifest names")
    }
    return nil
  }
}
