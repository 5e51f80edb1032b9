import EventEngine

extension Event {
  /// The samples from the first one to that after which there is no other.
  static func chain(_ sample: (Self?) -> Self?) -> [Self] {
    var samples: [Self] = []
    while let next = sample(samples.last) { samples.append(next) }
    return samples
  }
}
