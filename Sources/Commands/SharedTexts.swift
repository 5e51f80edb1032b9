import EventEngine

extension Bilingual {
  /// The refusal of an id that the sender has chosen and that is taken, in every domain.
  static let idExists = Bilingual(
    ru: "Такой id уже есть или был. Укажите другой или не указывайте: id создаётся автоматически",
    en: "This id exists or once existed. Give another one, or leave it out: one is generated")
}
