import Domain
import EventEngine

/// A sort key of a name and an id, for ``Swift/Array/sorted(_:then:)``. Names that differ only in
/// case are equal; the id then decides. Erased names come last in every language.
struct NameThenID: Comparable {
  private let isNameless: Bool
  private var name: String
  private let id: String

  /// - Parameter name: the name; nil if it was erased.
  init(_ name: String?, _ id: some Identifier) {
    self.init(folded: name.map { $0.foldedName }, id)
  }

  /// - Parameter name: the folded form of the name.
  init(folded name: String?, _ id: some Identifier) {
    isNameless = name == nil
    self.name = name ?? ""
    self.id = id.rawValue
  }

  static func < (left: NameThenID, right: NameThenID) -> Bool {
    if left.isNameless != right.isNameless { return right.isNameless }
    return left.name < right.name || left.name == right.name && left.id < right.id
  }

  /// Whether the name is in NFC. If some name is not, the keys are in the right order only once all
  /// their ends are marked.
  fileprivate var isNormalized: Bool { name.isNormalized }

  fileprivate mutating func markEnd() { name = name.endMarked }
}

extension Array {
  /// Sorts by a rank in ascending order, then by name and id. Each key is computed once.
  func sorted<Rank: Comparable>(
    _ rank: (Element) -> Rank, then key: (Element) -> NameThenID
  ) -> [Element] {
    var ranked = indices.map { (rank: rank(self[$0]), key: key(self[$0]), index: $0) }
    if !ranked.allSatisfy(\.key.isNormalized) {
      for index in ranked.indices { ranked[index].key.markEnd() }
    }
    return ranked.sorted { ($0.rank, $0.key) < ($1.rank, $1.key) }.map { self[$0.index] }
  }
}

extension [NFTRecord] {
  /// Sorts prices and names in ascending order, ratings in descending order.
  func sorted(by sort: NFTListSort) -> [NFTRecord] {
    func key(_ record: NFTRecord) -> NameThenID {
      NameThenID(record.minted.name.rawValue, record.id)
    }
    return switch sort {
    case .price: sorted({ $0.minted.price }, then: key)
    case .rating: sorted({ -$0.minted.rating.rawValue }, then: key)
    case .name: sorted({ _ in 0 }, then: key)
    }
  }
}
