import EventEngine

/// The events of one tag, with what each changed.
struct PageStory {
  struct Step {
    let event: StoredEvent
    /// Nil if the effects were not searched for.
    let effects: [AnswerEffect]?
  }

  let tag: Tag
  let steps: [Step]
  /// The number of events between the first and the last steps that are not on the page.
  let omitted: Int

  /// The greatest number of events of a story on the page. A longer story is shown with half of
  /// them from its beginning and half from its end.
  static let most = 80
  /// The longest journal in which the effects of a story's events are searched for.
  private static let mostEvents = 5_000
  /// The total size of global answers after which no further effects are searched for.
  private static let mostBytes = 8 << 20

  /// - Parameter isRequested: whether the tag may be personal; the survey knows no such tags.
  init(
    _ tag: Tag, isRequested: Bool, _ survey: Survey, _ domains: [DomainDefinition],
    in reader: inout JournalReader, locale: Language
  ) throws {
    self.tag = tag
    var positions: [Position] = []
    if isRequested {
      let query = Query([.init(tags: [tag])])
      try reader.forEach(query, through: Position(survey.events.count)) { view in
        if survey.event(at: view.position.rawValue).isShown { positions.append(view.position) }
        return true
      }
    } else if let place = survey.tags.place(of: tag) {
      positions = survey.events.filter { event in
        event.isShown && survey.tags(of: event).contains(place)
      }.map { Position(Int($0.position)) }
    }
    let all = positions.count
    positions = positions.ends(Self.most)
    omitted = all - positions.count
    let personal = survey.personal
    var effects = EventEffects(of: positions, domains, in: reader.timeZone, locale: locale) {
      personal.isPersonal($0)
    }
    var steps: [Step] = []
    for position in positions {
      guard let event = try reader.event(at: position) else { continue }
      let isSearched =
        survey.events.count <= Self.mostEvents && effects.globalBytes <= Self.mostBytes
      let found = isSearched ? try effects.effects(of: event, in: &reader) : nil
      steps.append(Step(event: event, effects: found))
    }
    self.steps = steps
  }

  /// Returns the tags with the most selected events: first one case of each process map, then any.
  static func usual(_ count: Int, _ survey: Survey, _ maps: [ProcessMap]) -> [Tag] {
    let sorted = survey.tags(by: survey.shownTagCounts)
    let ofKinds = maps.compactMap { map in
      sorted.first { survey.kinds.texts[Int(survey.kindOfTag[Int($0)])] == map.kind }
    }
    // One of each kind first, so that the stories differ.
    let others = sorted.lazy.filter { !ofKinds.contains($0) }.prefix(count)
    return (ofKinds + others).prefix(count).map { survey.tag($0) }
  }
}

extension Array {
  /// Returns all elements if there are at most `count`, else `count / 2` from each end.
  func ends(_ count: Int) -> [Element] {
    self.count > count ? Array(prefix(count / 2) + suffix(count / 2)) : self
  }
}
