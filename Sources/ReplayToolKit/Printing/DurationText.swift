import EventEngine

/// A length of time for people: its two greatest units. Seconds have no fraction.
enum DurationText {
  private static let units: [(Int64, Bilingual)] = [
    (86_400_000, Bilingual(ru: "д", en: "d")), (3_600_000, Bilingual(ru: "ч", en: "h")),
    (60_000, Bilingual(ru: "мин", en: "min")), (1000, Bilingual(ru: "с", en: "s")),
    (1, Bilingual(ru: "мс", en: "ms")),
  ]

  /// - Parameter space: what stands between a number and its unit.
  static func text(
    _ milliseconds: Int64, _ language: Language, space: String = " "
  ) -> String {
    let length = max(0, milliseconds)
    guard let index = units.firstIndex(where: { length >= $0.0 }) else {
      return "0\(space)\(units[3].1[language])"
    }
    let (size, name) = units[index]
    var text = "\(Int(length / size).grouped(in: language))\(space)\(name[language])"
    if index + 1 < 4 {
      let (next, nextName) = units[index + 1]
      let rest = length % size / next
      if rest > 0 { text += " \(rest)\(space)\(nextName[language])" }
    }
    return text
  }
}
