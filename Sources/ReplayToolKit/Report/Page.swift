import EventEngine

/// The whole page.
struct Page {
  var context: PageContext
  /// The payloads of the events, for the search field; empty if there are too many.
  let payloads: [String]

  /// The greatest size of a page, 5 MiB.
  static let mostBytes = 5 << 20

  /// The page, with as much content as `mostBytes` allows.
  var bytes: [UInt8] {
    var page = self
    var bytes: [UInt8] = []
    for reduction in PageReduction.allCases {
      page.context.reduction = reduction
      page.context.answers.limit(to: reduction.answers(context.answers.answers.count))
      bytes = page.render()
      if bytes.count <= Self.mostBytes { break }
    }
    return bytes
  }

  private func render() -> [UInt8] {
    var page = self
    let isSearched =
      context.reduction < .noPayloads
      && payloads.reduce(0) { $0 + $1.utf8.count } <= PageShares.payloads
    page.context.searchesPayloads = isSearched && payloads.count == context.survey.events.count
    return page.render(payloads: isSearched ? payloads : [])
  }

  private func render(payloads searched: [String]) -> [UInt8] {
    let timeline = EventsOverTime(context)
    var html = HTML()
    html.raw("<!DOCTYPE html>\n".utf8)
    html.element("html", ["lang": context.language.rawValue]) { html in
      html.element("head") { head(&$0) }
      html.raw("\n".utf8)
      html.element("body") { html in
        let maps = body(&html, timeline)
        html.raw("<script type=\"application/json\" id=\"data\">".utf8)
        html.raw(PageData(page: context, timeline: timeline, maps: maps).bytes(searched))
        html.raw("</script>\n<script>".utf8)
        html.raw(PackageResources.page_js)
        html.raw("</script>".utf8)
      }
    }
    html.raw("\n".utf8)
    return html.bytes
  }

  private func head(_ html: inout HTML) {
    html.open("meta", ["charset": "utf-8"])
    html.open("meta", ["name": "generator", "content": Self.generator])
    html.open(
      "meta", ["http-equiv": "Content-Security-Policy", "content": Self.policy])
    html.open("meta", ["name": "viewport", "content": "width=device-width, initial-scale=1"])
    html.open("meta", ["name": "color-scheme", "content": "light dark"])
    html.element("title", text: context.title)
    html.element("style") { $0.raw(PackageResources.page_css) }
  }

  /// The mark of a page, by which `report` recognizes a file that it may replace.
  private static var generator: String { "\(toolName) report" }

  /// Whether a file that begins with these bytes is a page, or empty.
  static func isPage(_ bytes: [UInt8]) -> Bool {
    bytes.isEmpty || String(decoding: bytes, as: UTF8.self).contains("content=\"\(generator)\"")
  }

  /// Nothing is loaded, and nothing runs but the page's own script and style.
  private static var policy: String {
    let script = Base64.text(SHA256.hash(PackageResources.page_js).bytes)
    let style = Base64.text(SHA256.hash(PackageResources.page_css).bytes)
    return "default-src 'none'; script-src 'sha256-\(script)'; style-src 'sha256-\(style)'; "
      + "base-uri 'none'; form-action 'none'"
  }

  /// - Returns: the maps for which there was room.
  private func body(_ html: inout HTML, _ timeline: EventsOverTime) -> ArraySlice<ProcessMap> {
    var maps = context.maps
    let hasModels = context.hasReadModels || !context.answers.answers.isEmpty
    navigation(&html, hasModels)
    html.element("main") { html in
      HeadSection(page: context).write(&html)
      if !hasModels { maps = ProcessSection(page: context).write(&html) }
      FindingsSection(page: context, timeline: timeline).write(&html)
      TimelineSection(page: context, timeline: timeline).write(&html)
      TypesSection(page: context, timeline: timeline).write(&html)
      if hasModels { ModelsSection(page: context).write(&html) }
      StoriesSection(page: context).write(&html)
      CausesSection(page: context).write(&html)
      if hasModels { maps = ProcessSection(page: context).write(&html) }
      IntegritySection(page: context).write(&html)
    }
    return maps
  }

  private func navigation(_ html: inout HTML, _ hasModels: Bool) {
    func words(_ ru: String, _ en: String) -> String { context.words(ru, en) }
    let process = ("process", words("процесс", "process"))
    let models = [
      ("models", words("модели", "read models")), ("why", words("откуда", "why")),
    ]
    let links =
      (hasModels ? [] : [process])
      + [
        ("findings", words("главное", "findings")), ("timeline", words("время", "timeline")),
        ("types", words("типы", "types")),
      ] + (hasModels ? models : [])
      + [("stories", words("истории", "stories")), ("causes", words("причины", "causes"))]
      + (hasModels ? [process] : []) + [("integrity", words("целостность", "integrity"))]
    html.element("nav", ["aria-label": words("разделы", "sections")]) { html in
      for (id, name) in links { html.element("a", ["href": "#\(id)"], text: name) }
    }
  }
}

/// Base64, RFC 4648.
enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func text(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = Array(bytes[start..<min(start + 3, bytes.count)])
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[$1]) : 0) }
      for index in 0..<4 {
        text.append(
          index <= group.count ? digits[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}
