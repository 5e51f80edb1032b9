import Domain
import EventEngine
import Testing

@Suite struct `A URL` {
  @Test(arguments: [
    "http://a", "https://example.com", "https://example.com:8080/a/b?c=d#e", "http://вера.рф/коты",
    "https://user@example.com", "http://[::1]:80/", "https://пример.рф?q=ё", "http://a/\u{301}",
  ])
  func `requires a scheme and a host`(text: String) { #expect(WebAddress.isValid(text)) }

  @Test(arguments: [
    "", "example.com", "ftp://example.com", "http:/example.com", "http://", "https:///path",
    "http://?q", "http://#f", "http://:80", "http://user@", "http://user@:80/",
    "https://example.com/a b", " https://example.com", "https://example.com\n",
    "https://example.com/\u{a0}", "HTTP://example.com", "mailto:a@b.c",
  ])
  func `is invalid without one of them or with white space`(text: String) {
    #expect(!WebAddress.isValid(text))
  }
}
