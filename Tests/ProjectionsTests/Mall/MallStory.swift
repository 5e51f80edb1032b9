import Domain
import EventEngine
import TestSupport

typealias MallStory = Story<MallEvent>

/// Values of which tests make changed copies.
protocol Changeable {}

extension Changeable {
  /// A copy with some changes.
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}

extension MallObjectContent: Changeable {}
extension OfferContent: Changeable {}
extension NewsContent: Changeable {}
extension HappeningContent: Changeable {}
