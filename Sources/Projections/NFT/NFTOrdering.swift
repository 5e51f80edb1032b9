import Domain
import EventEngine

/// A sort key of a name and an id. Names that differ only in case are equal; the id then decides.
/// Erased names come last in every language.
struct NameThenID: Comparable {
  private let isNameless: Bool
  private let name: String
  private let id: String

  /// - Parameter name: the name; nil if it was erased.
  init(_ name: String?, _ id: some Identifier) {
    isNameless = name == nil
    self.name = name.map { SortedName($0).folded } ?? ""
    self.id = id.rawValue
  }

  static func < (left: NameThenID, right: NameThenID) -> Bool {
    if left.isNameless != right.isNameless { return right.isNameless }
    return (left.name, left.id) < (right.name, right.id)
  }
}

extension Array {
  /// Sorts by `isBefore`, then by name and id. The key of each name is computed once.
  func sorted(
    _ key: (Element) -> NameThenID, after isBefore: (Element, Element) -> Bool = { _, _ in false }
  ) -> [Element] {
    map { (element: $0, key: key($0)) }
      .sorted { left, right in
        if isBefore(left.element, right.element) { return true }
        if isBefore(right.element, left.element) { return false }
        return left.key < right.key
      }
      .map(\.element)
  }
}

extension [NFTRecord] {
  /// Sorts prices and names in ascending order, ratings in descending order.
  func sorted(by sort: NFTListSort) -> [NFTRecord] {
    sorted({ NameThenID($0.minted.name.rawValue, $0.id) }) { left, right in
      switch sort {
      case .price: left.minted.price < right.minted.price
      case .rating: left.minted.rating > right.minted.rating
      case .name: false
      }
    }
  }
}
