import EventEngine

extension Bilingual {
  /// The refusal of an id that the sender has chosen and that is taken, in every domain.
  ///
  /// - Parameter field: the name of the field with the id.
  static func taken(_ id: String, in field: String) -> Bilingual {
    Bilingual(
      ru: "Значение поля «\(field)» уже занято или было занято: \(id). Укажите другое или не "
        + "указывайте поле: id создаётся автоматически",
      en: "The id in \"\(field)\" exists or once existed: \(id). Give another one, or leave the "
        + "field out: one is generated")
  }

  /// A time to wait, rounded up: seconds up to two minutes, minutes up to two hours, hours up to
  /// two days, else days.
  static func wait(seconds: Int) -> Bilingual {
    let units = [(86_400, "дн", "days"), (3600, "ч", "hours"), (60, "мин", "minutes")]
    for (unit, ru, en) in units where seconds > 2 * unit {
      let count = (seconds + unit - 1) / unit
      return Bilingual(ru: "\(count) \(ru)", en: "\(count) \(en)")
    }
    return Bilingual(ru: "\(seconds) с", en: "\(seconds) second\(seconds == 1 ? "" : "s")")
  }
}

extension Moment {
  /// The local day and the zone that determines it, for messages.
  var today: String { "\(day) (\(zone.name))" }
}

extension Int {
  /// A number of milliseconds in seconds, rounded up.
  init(secondsIn milliseconds: Int64) { self.init((milliseconds + 999) / 1000) }
}
