import EventEngine

/// Collects the parts of a page.
struct PageMaker {
  let common: CommonOptions
  let arguments: Arguments
  var selection: EventSelection
  /// The last position of the page, and the time of its queries.
  let last: Position
  let moment: Moment
  let questions: [AnswerQuestion]
  let stories: [Tag]

  private static let mostStories = 4
  private static let mostMaps = 4
  /// The shortest journal whose stories, causes and maps are made while its answers are folded.
  private static let mostLinkedEvents = 50_000
  /// The most maps that may be requested.
  private static let mostRequestedMaps = 12
  /// Options that do not change the page.
  private static let silent = ["--html", "--help", "--json", "--no-pager", "--wait"]

  private var domains: [DomainDefinition] { common.tool.domains }

  mutating func page(
    _ reader: inout JournalReader, _ terminal: inout Terminal
  ) throws -> Page {
    try selection.prepare(in: &reader, through: last)
    try ExistingNames.require(stories, in: &reader)
    var survey = try SurveyHalves(
      common: common, selection: selection, withPersonal: arguments.has("--with-personal")
    ).survey(&reader, through: last, &terminal)
    let recorded = try recorded(survey, &reader)
    var (answers, others) = answers(survey, recorded)
    // The links of a longer journal's stories would delay its answers.
    let isHistoryFirst = answers.isFolded && survey.events.count < Self.mostLinkedEvents
    if isHistoryFirst { survey.preparePersonal() }
    let known = isHistoryFirst ? try self.history(survey) : nil
    try answers.begin(in: &reader, including: PageLinks(survey, known).positions)
    if !isHistoryFirst { survey.preparePersonal() }
    let later = Background { [maker = self, survey] in try known ?? maker.history(survey) }
    try answers.finish(without: survey.personal, in: &reader, &terminal)
    for question in questions { try answers.require(question) }
    let first = survey.events.first(where: \.isShown)?.time ?? moment.time
    let end = survey.events.last(where: \.isShown)?.time ?? moment.time
    let context = PageContext(
      language: common.locale, title: title, command: command,
      journalOptions: written(JournalAddress.options), survey: survey,
      zone: reader.timeZone, last: last, scale: TimeScale(first, end, in: reader.timeZone),
      answers: answers, hasReadModels: !recorded.readModels.isEmpty,
      isReversed: selection.isReversed, others: others, history: try later.result(),
      domains: domains)
    return Page(context: context, payloads: try payloads(survey, &reader))
  }

  /// Returns the domains of the events up to the page's last position. For a page as of position 0,
  /// returns the domains of all events; for an empty journal, all domains.
  private func recorded(
    _ survey: Survey, _ reader: inout JournalReader
  ) throws -> [DomainDefinition] {
    if !survey.events.isEmpty {
      let names = Set(survey.types.values.compactMap { domains.owner(of: $0.rawValue)?.name })
      return domains.filter { names.contains($0.name) }
    }
    if reader.head == .start { return domains }
    return try domains.filter { domain in
      try reader.hasEvent(matching: Query([.init(types: [domain].eventTypes)]))
    }
  }

  /// Returns the parts that are made from the survey, while another thread folds the answers.
  private func history(_ survey: Survey) throws -> PageHistory {
    var reader = try common.openReader()
    let kinds = ProcessMap.kinds(of: survey)
    let requestedKinds = try processes(survey)
    let chosen = requestedKinds?.prefix(Self.mostRequestedMaps) ?? kinds.prefix(Self.mostMaps)
    let maps = chosen.map { ProcessMap($0, survey) }.filter { !$0.edges.isEmpty }
    let single = survey.shownKinds.subtracting(kinds).union(
      chosen.filter { kind in !maps.contains { $0.kind == kind } })
    let (pageStories, omittedStories) = try stories(survey, maps, &reader)
    let (causes, omittedCauses) = try PageCauses(survey).trees(&reader)
    return PageHistory(
      integrity: try PageIntegrity(common, &reader, through: last), stories: pageStories,
      omittedStories: omittedStories, causes: causes, omittedCauses: omittedCauses, maps: maps,
      otherKinds: kinds.filter { !chosen.contains($0) },
      singleKinds: single.sorted())
  }

  /// The kinds of tag whose maps are requested, each once; nil if none are.
  private func processes(_ survey: Survey) throws -> [String]? {
    var kinds: [String] = []
    for kind in arguments.values(Report.process) where !kinds.contains(kind) { kinds.append(kind) }
    for kind in kinds where survey.kinds.known(kind) == nil {
      throw ExistingNames.unknown(
        Bilingual(ru: "тега вида", en: "kind of tag"), kind,
        Spelling.nearest(to: kind, in: survey.kinds.texts),
        otherwise: Self.list(of: survey.kinds.texts))
    }
    return kinds.isEmpty ? nil : kinds
  }

  /// The end of a message about an unknown kind of tag: the first of those that there are.
  private static func list(of kinds: [String]) -> Bilingual {
    if kinds.isEmpty { return .empty }
    let names = kinds.sorted().prefix(20).map { $0.shortened(to: 60) }
    let list = (kinds.count > 20 ? names + ["…"] : names).joined(separator: ", ")
    return Bilingual(ru: "; есть виды: \(list)", en: "; the kinds are: \(list)")
  }

  private var title: String {
    arguments.value("--title")?.shortened(to: PageShares.text)
      ?? Bilingual(ru: "История журнала", en: "History of a journal")[common.locale]
  }

  /// The command line without the path of the page, so that the path does not change the page.
  private var command: String {
    let options = Report.allOptions.filter { !Self.silent.contains($0.name) }
    return "\(toolName) \(Report.name)\(written(options))"
  }

  /// Those of the options that were given, each after a space.
  private func written(_ options: [OptionSpec]) -> String {
    var words: [String] = []
    for spec in options {
      if spec.value == nil {
        if arguments.has(spec.name) { words.append(spec.name) }
      } else {
        for value in arguments.values(spec.name) { words += [spec.name, value.pastedWord] }
      }
    }
    return words.map { " \($0)" }.joined()
  }

  private func answers(
    _ survey: Survey, _ recorded: [DomainDefinition]
  ) -> (PageAnswers, [UsualAnswers.OtherAnswers]) {
    var keys = questions.map { AnswerKey($0.model.name, $0.parameters) }
    var others: [UsualAnswers.OtherAnswers] = []
    if keys.isEmpty {
      let usual = UsualAnswers(survey, recorded.readModels)
      (keys, others) = (usual.keys, usual.others)
    }
    return (PageAnswers(keys, as: moment, through: last, with: common), others)
  }

  private func stories(
    _ survey: Survey, _ maps: [ProcessMap], _ reader: inout JournalReader
  ) throws -> ([PageStory], omitted: Int) {
    let tags =
      stories.isEmpty ? PageStory.usual(Self.mostStories, survey, maps) : stories
    let pageStories = try tags.map {
      try PageStory(
        $0, isRequested: !stories.isEmpty, survey, domains, in: &reader, locale: common.locale)
    }
    let shown = survey.shownTagCounts.count { $0 > 0 }
    let known = pageStories.count { !$0.steps.isEmpty && survey.tags.place(of: $0.tag) != nil }
    return (pageStories, max(0, shown - known))
  }

  /// The payloads of a short journal's events as text; empty for events that the selection leaves
  /// out.
  private func payloads(
    _ survey: Survey, _ reader: inout JournalReader
  ) throws(JournalError) -> [String] {
    guard last.rawValue <= 4000 else { return [] }
    var payloads: [String] = []
    try reader.forEach(through: last) { view in
      let isShown = survey.event(at: view.position.rawValue).isShown
      let rows = isShown ? EventPayload.rows(StoredEvent(view), survey.personal) : []
      payloads.append(rows.map { "\($0.0) \($0.1)" }.joined(separator: " "))
      return true
    }
    return payloads
  }
}

/// The answers of a page without `--model`: those of read models that need no parameters, and, for
/// each other read model, those about the tags with the most events.
struct UsualAnswers {
  /// The answers of a read model that are not on the page.
  struct OtherAnswers {
    let model: String
    /// The number of keys on the page; zero if there is no source.
    let shown: Int
    /// The sources of keys: each kind of tag with the number of its tags, and each parameter that
    /// takes one of a few words with the number of these words.
    let sources: [(name: String, count: Int)]
  }

  private(set) var keys: [AnswerKey] = []
  private(set) var others: [OtherAnswers] = []

  private static let keysOfModel = 3

  init(_ survey: Survey, _ models: [ReadModel]) {
    keys = models.filter { !$0.requiresParameters }.map { AnswerKey($0.name, [:]) }
    let tags = survey.tags(by: survey.tagCounts)
    var sizes = Array(repeating: 0, count: survey.kinds.texts.count)
    for tag in tags { sizes[Int(survey.kindOfTag[Int(tag)])] += 1 }
    for model in models where model.requiresParameters {
      let (found, kinds) = Self.keys(of: model, tags, survey)
      keys += found.map { AnswerKey(model.name, $0) }
      let words = model.fields.filter { $0.isRequired && $0.tagKey == nil && !$0.words.isEmpty }
      let sources =
        words.map { (name: $0.name, count: $0.words.count) }
        + kinds.sorted().map { (name: survey.kinds.texts[$0], count: sizes[$0]) }
      if found.isEmpty || sources.isEmpty || sources.reduce(0, { $0 + $1.count }) > found.count {
        others.append(OtherAnswers(model: model.name, shown: found.count, sources: sources))
      }
    }
  }

  private static func keys(
    of model: ReadModel, _ tags: [Int32], _ survey: Survey
  ) -> ([JSONObject], kinds: Set<Int>) {
    var found: [JSONObject] = []
    var kinds: Set<Int> = []
    func add(_ questions: [JSONObject]) {
      for question in questions where found.count < keysOfModel && !found.contains(question) {
        found.append(question)
      }
    }
    let always = model.questionsAbout([])
    add(always)
    var tried = Array(repeating: 0, count: survey.kinds.texts.count)
    for tag in tags where found.count < keysOfModel {
      let kind = Int(survey.kindOfTag[Int(tag)])
      tried[kind] += 1
      guard tried[kind] <= 8 else { continue }
      let questions = model.questionsAbout([survey.tag(tag)])
      if questions.contains(where: { !always.contains($0) }) { kinds.insert(kind) }
      add(questions)
    }
    if !found.isEmpty { return (found, kinds) }
    // A read model may need tags of several kinds: those of one event belong together.
    var seen: Set<[Int32]> = []
    for event in survey.events.prefix(2000) where found.count < keysOfModel {
      let places = Array(survey.tags(of: event))
      guard places.count > 1, seen.insert(places).inserted else { continue }
      add(model.questionsAbout(places.map { survey.tag($0) }))
    }
    return (found, [])
  }
}
