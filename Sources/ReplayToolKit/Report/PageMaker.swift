import EventEngine

/// Collects the parts of a page.
struct PageMaker {
  private let common: CommonOptions
  private let arguments: Arguments
  private var selection: EventSelection
  private let last: Position
  private let moment: Moment
  private let questions: [AnswerQuestion]
  private let stories: [Tag]

  private static let mostStories = 4
  private static let mostMaps = 4
  /// Options that do not change the page.
  private static let silent = ["--html", "--help", "--json", "--no-pager", "--wait"]

  init(
    _ common: CommonOptions, _ arguments: Arguments, _ selection: EventSelection,
    through last: Position, as moment: Moment, questions: [AnswerQuestion], stories: [Tag]
  ) {
    self.common = common
    self.arguments = arguments
    self.selection = selection
    self.last = last
    self.moment = moment
    self.questions = questions
    self.stories = stories
  }

  private var domains: [DomainDefinition] { common.tool.domains }

  mutating func page(
    _ reader: inout JournalReader, _ terminal: inout Terminal
  ) throws -> Page {
    try selection.prepare(in: &reader, through: last)
    try ExistingNames.require(stories, in: &reader)
    var survey = try SurveyHalves(
      common: common, selection: selection, withPersonal: arguments.has("--with-personal")
    ).survey(&reader, through: last, &terminal)
    var (answers, unasked) = answers(survey)
    try answers.begin(in: &reader)
    survey.preparePersonal()
    let history = Background { [maker = self, survey] in try maker.history(survey) }
    try answers.finish(without: survey.personal, in: &reader, &terminal)
    for question in questions { try answers.require(question) }
    let first = survey.events.first(where: \.isShown)?.time ?? moment.time
    let end = survey.events.last(where: \.isShown)?.time ?? moment.time
    let context = PageContext(
      language: common.locale, title: title, command: command, survey: survey,
      zone: reader.timeZone, last: last, scale: TimeScale(first, end, in: reader.timeZone),
      answers: answers, unasked: unasked, history: try history.result(), domains: domains)
    return Page(context: context, payloads: try payloads(survey, &reader))
  }

  /// Returns the parts that are made from the survey, while another thread folds the answers.
  private func history(_ survey: Survey) throws -> PageHistory {
    var reader = try common.openReader()
    let maps = ProcessMap.kinds(of: survey).prefix(Self.mostMaps)
      .map { ProcessMap($0, survey) }.filter { !$0.edges.isEmpty }
    let (told, omittedStories) = try stories(survey, maps, &reader)
    let (causes, omittedCauses) = try PageCauses(survey).trees(&reader)
    return PageHistory(
      integrity: try PageIntegrity(common, &reader, through: last), stories: told,
      omittedStories: omittedStories, causes: causes, omittedCauses: omittedCauses, maps: maps)
  }

  private var title: String {
    arguments.value("--title")
      ?? Bilingual(ru: "История журнала", en: "History of a journal")[common.locale]
  }

  /// The command line without the page's own name, so that the name does not change the page.
  private var command: String {
    var words: [String] = []
    for spec in Report.allOptions where !Self.silent.contains(spec.name) {
      if spec.value == nil {
        if arguments.has(spec.name) { words.append(spec.name) }
      } else {
        for value in arguments.values(spec.name) { words += [spec.name, value.shellWord] }
      }
    }
    return ([toolName, Report.name] + words).joined(separator: " ")
  }

  private func answers(_ survey: Survey) -> (PageAnswers, unasked: [String]) {
    var keys = questions.map { AnswerKey($0.model.name, $0.parameters) }
    var unasked: [String] = []
    if keys.isEmpty {
      let usual = UsualAnswers(survey, domains)
      (keys, unasked) = (usual.keys, usual.unasked)
    }
    return (PageAnswers(keys, as: moment, through: last, with: common), unasked)
  }

  private func stories(
    _ survey: Survey, _ maps: [ProcessMap], _ reader: inout JournalReader
  ) throws -> ([PageStory], omitted: Int) {
    let tags =
      stories.isEmpty ? PageStory.usual(Self.mostStories, survey, maps) : stories
    let told = try tags.map {
      try PageStory($0, survey, domains, in: &reader, locale: common.locale)
    }.filter { !$0.steps.isEmpty }
    return (told, max(0, survey.tags.count - told.count))
  }

  /// The payloads of a short journal's events as text.
  private func payloads(
    _ survey: Survey, _ reader: inout JournalReader
  ) throws(JournalError) -> [String] {
    guard last.rawValue <= 4000 else { return [] }
    var payloads: [String] = []
    try reader.forEach(through: last) { view in
      let rows = EventPayload.rows(StoredEvent(view), survey.personal)
      payloads.append(rows.map { "\($0.0) \($0.1)" }.joined(separator: " "))
      return true
    }
    return payloads
  }
}

/// The answers of a page without `--model`: those of read models that need no parameters, and of
/// the others those about the tags with the most events.
struct UsualAnswers {
  private(set) var keys: [AnswerKey] = []
  /// Read models that need parameters and for which no tag gives any.
  private(set) var unasked: [String] = []

  private static let keysOfModel = 3

  init(_ survey: Survey, _ domains: [DomainDefinition]) {
    let recorded = Set(
      survey.types.values.compactMap { domains.owner(of: $0.rawValue)?.name })
    let models = domains.filter { recorded.contains($0.name) }.readModels
    keys = models.filter { !$0.hasKeys }.map { AnswerKey($0.name, [:]) }
    let tags = survey.tags(by: survey.tagCounts)
    for model in models where model.hasKeys {
      let found = Self.keys(of: model, tags, survey)
      if found.isEmpty { unasked.append(model.name) }
      keys += found.map { AnswerKey(model.name, $0) }
    }
  }

  private static func keys(
    of model: ReadModel, _ tags: [Int32], _ survey: Survey
  ) -> [JSONObject] {
    var found: [JSONObject] = []
    func add(_ questions: [JSONObject]) {
      for question in questions where found.count < keysOfModel && !found.contains(question) {
        found.append(question)
      }
    }
    var tried = Array(repeating: 0, count: survey.kinds.texts.count)
    for tag in tags where found.count < keysOfModel {
      let kind = Int(survey.kindOfTag[Int(tag)])
      tried[kind] += 1
      if tried[kind] <= 8 { add(model.questionsAbout([survey.tag(tag)])) }
    }
    if !found.isEmpty { return found }
    // A read model may need tags of several kinds: those of one event belong together.
    var seen: Set<[Int32]> = []
    for event in survey.events.prefix(2000) where found.count < keysOfModel {
      let places = Array(survey.tags(of: event))
      guard places.count > 1, seen.insert(places).inserted else { continue }
      add(model.questionsAbout(places.map { survey.tag($0) }))
    }
    return found
  }
}
