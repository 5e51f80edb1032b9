import EventEngine

/// A span of time as text for people: its two greatest units, such as `2 d 4 h`.
struct Elapsed {
  private static let units: [(milliseconds: Int64, name: Bilingual)] = [
    (86_400_000, Bilingual(ru: "д", en: "d")), (3_600_000, Bilingual(ru: "ч", en: "h")),
    (60_000, Bilingual(ru: "мин", en: "min")), (1000, Bilingual(ru: "с", en: "s")),
    (1, Bilingual(ru: "мс", en: "ms")),
  ]

  let milliseconds: Int64

  init(from start: Timestamp, to end: Timestamp) {
    milliseconds = end.milliseconds(since: start)
  }

  func text(in language: Language) -> String {
    let units = Self.units
    let first = units.firstIndex { milliseconds >= $0.milliseconds } ?? units.count - 1
    let (whole, rest) = milliseconds.quotientAndRemainder(dividingBy: units[first].milliseconds)
    var text = "\(Int(whole).grouped) \(units[first].name[language])"
    guard first + 1 < units.count else { return text }
    let next = rest / units[first + 1].milliseconds
    if next > 0 { text += " \(next) \(units[first + 1].name[language])" }
    return text
  }
}
