import Domain
import EventEngine
import TestSupport
import Testing

@Suite struct `A content locale` {
  @Test(arguments: [
    ("en", "en"), ("EN", "en"), ("rus", "rus"), ("en-us", "en-US"), ("ZH-hANT-tw", "zh-Hant-TW"),
    ("sr-LATN", "sr-Latn"), ("es-419", "es-419"), ("zh-hant-156", "zh-Hant-156"),
  ])
  func `is parsed in any case`(text: String, expected: String) {
    #expect(ContentLocale(text)?.rawValue == expected)
  }

  @Test(arguments: [
    "", "e", "engl", "en-", "-en", "en--US", "en_US", "en-USA1", "en-U", "en-US-Latn",
    "en-Latn-Latn", "en-US-GB", "ру", "en-12", "en-1234", "e1", " en", "en-US-x-priv", "кэ",
  ])
  func `is not parsed from other texts`(text: String) { #expect(ContentLocale(text) == nil) }

  @Test func `falls back by dropping its last subtag`() {
    func fallbacks(_ locale: ContentLocale) -> [String] { locale.fallbacks.map(\.rawValue) }
    #expect(fallbacks("zh-Hant-TW") == ["zh-Hant-TW", "zh-Hant", "zh"])
    #expect(fallbacks("en-GB") == ["en-GB", "en"])
    #expect(fallbacks("en") == ["en"])
  }

  @Test func `matches the nearest translation, otherwise the original`() {
    var translations = Translations<String>()
    #expect(translations.nearest(to: "en") == nil)
    translations.set("繁", in: "zh-Hant")
    translations.set("中", in: "zh")
    #expect(translations.nearest(to: "zh-Hant-TW") == "繁")
    #expect(translations.nearest(to: "zh-Hans-CN") == "中")
    #expect(translations.nearest(to: "zh") == "中")
    #expect(translations.nearest(to: "en") == nil)
    #expect(translations.nearest(to: nil) == nil)
    translations.set("文", in: "zh")
    #expect(translations.nearest(to: "zh-TW") == "文")
  }
}
