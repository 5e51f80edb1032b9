import Foundation
import Testing

/// axe-core, the checker of accessibility. `make axe` fetches it from PyPI into `.build/axe`; nothing
/// of it is part of this repository.
private enum Axe {
  static let path = SampleTests.project.appending(path: ".build/axe/axe.min.js").path
  static let isThere = FileManager.default.fileExists(atPath: path)
}

/// The pages, checked by axe-core.
@Suite(
  .enabled(if: Browser.path != nil, "there is no Chromium"),
  .enabled(if: Axe.isThere, "there is no axe-core: make axe"))
struct AxeTests {
  // The dark page has other colours only.
  @Test(arguments: [(360, false), (1280, false), (1280, true)])
  func `axe finds nothing on any page`(_ width: Int, _ dark: Bool) throws {
    let receipt = try Folder()
    try receipt.importReceipt(600)
    for folder in [try Folder.sample("courier"), try Folder.library(), receipt] {
      let tab = try Tab(width: width, dark: dark)
      // The page's policy allows no other script.
      try tab.send("Page.setBypassCSP", ["enabled": true])
      try tab.open(try folder.report("\(width).html"))
      _ = try tab.evaluate(try String(contentsOfFile: Axe.path, encoding: .utf8) + ";0")
      // Contrasts take most of the time, and depend on neither the width nor the number of rows.
      let checksContrasts = folder !== receipt && width == 1280 || Effort.current == .exhaustive
      let found = try tab.evaluate(
        """
        (async () => {
          for (const part of document.querySelectorAll('details')) part.open = true;
          document.querySelector('[data-field]')?.click();
          document.querySelector('[data-edge]').dispatchEvent(new MouseEvent('click', {bubbles: true}));
          const result = await axe.run(document, {
            resultTypes: ['violations'], rules: { 'color-contrast': { enabled: \(checksContrasts) } },
          });
          return result.violations.flatMap((v) => v.nodes.map((n) =>
            v.impact + ' ' + v.id + ': ' + n.html.slice(0, 200)));
        })()
        """)
      #expect(found as? [String] == [], "\(width)")
    }
  }
}
