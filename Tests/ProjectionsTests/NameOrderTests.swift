import Domain
import EventEngine
import Foundation
import Projections
import TestSupport
import Testing

@Suite struct `Names in any normal form` {
  @Test(arguments: [
    (["Cafés", "Cafe\u{301}", "Café"], [2, 3, 1]),
    (["Άννα", "\u{391}\u{301}ννα", "α"], [1, 2, 3]),
    (["\u{451}\u{327}", "\u{435}\u{327}\u{308}", "ж"], [1, 2, 3]),
    (["ё\u{308}", "е"], [2, 1]),
    (["е\u{344}", "ё\u{301}", "е\u{301}"], [1, 2, 3]),
    (["a\0e\u{301}", "a\0é\0", "a\0", "a"], [4, 3, 1, 2]),
  ])
  func `sort by code point, and equal ones by id`(names: [String], sorted: [Int]) throws {
    #expect(try rating(names) == sorted.map { $0 - 1 })
  }

  @Test func `sort in the filter of stations`() {
    let story = CourierStory(
      .placed("1", metro: "Вокзалйа"), .placed("2", metro: "Вокзали\u{306}"),
      .placed("3", metro: "Вокзалйб"))
    #expect(
      story.show(MetroStations.self)
        == "{\"stations\":[\"Вокзали\u{306}\",\"Вокзалйа\",\"Вокзалйб\"]}")
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `sort as their NFC in lower case with ё as е`(seed: UInt64) throws {
    var choices = Choices(seed: seed)
    let names = (0..<200).map { _ in
      (0...choices.below(5)).map { _ in choices.pick(Self.parts) }.joined()
    }
    func key(_ index: Int) -> ([UInt32], Int) {
      let lower = names[index].precomposedStringWithCanonicalMapping.lowercased()
        .precomposedStringWithCanonicalMapping
      let scalars = lower.unicodeScalars.map { $0 == "ё" ? "е" : String($0) }
      let folded = scalars.joined().precomposedStringWithCanonicalMapping
      return (folded.unicodeScalars.map(\.value), index)
    }
    let expected = names.indices.sorted { left, right in
      let (left, right) = (key(left), key(right))
      return left.0 == right.0 ? left.1 < right.1 : left.0.lexicographicallyPrecedes(right.0)
    }
    #expect(try rating(names) == expected)
  }

  private static let parts = [
    "е", "Е", "ё", "Ё", "и", "й", "а", "e", "É", "Σ", "ς", "α", "Ά", "ᾼ", "İ", "Å", "\u{212b}",
    "\u{300}", "\u{301}", "\u{306}", "\u{308}", "\u{308}", "\u{327}", "\u{344}", "\u{345}",
    "\u{f71}", "\u{f72}", "\u{1ffe}", "\u{200d}", "\u{600}", "한", "\u{1112}", "\u{1161}",
    "\u{11ab}", "\0", "\u{1}",
  ]

  private struct Rating: Decodable {
    struct User: Decodable { let user: String }
    let users: [User]
  }

  /// The indices of the names in the order of the rating by name.
  private func rating(_ names: [String]) throws -> [Int] {
    var story = NFTStory()
    for (index, name) in names.enumerated() {
      story = story.then(
        .registered(NFTUserID(rawValue: "\(1000 + index)"), name: NFTUserName(rawValue: name)))
    }
    let json = Data(story.show(NFTRating.self, ["sort": "name"]).utf8)
    return try JSONDecoder().decode(Rating.self, from: json).users.map { Int($0.user)! - 1000 }
  }
}
