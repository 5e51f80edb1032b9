import Domain
import EventEngine
import TestSupport

typealias MallStory = Story<MallEvent>

extension MallObjectContent {
  /// A copy with some changes.
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}

extension OfferContent {
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}

extension NewsContent {
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}

extension HappeningContent {
  func with(_ change: (inout Self) -> Void) -> Self {
    var content = self
    change(&content)
    return content
  }
}
