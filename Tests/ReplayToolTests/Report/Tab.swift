import Foundation
import Testing

/// One tab of the browser with a page from a file, without a network.
final class Tab: Sendable {
  private let browser: Browser
  private let target: String
  let session: String

  /// - Parameter paper: whether the page is laid out as it is printed.
  init(
    width: Int = 1280, dark: Bool = false, scripts: Bool = true, paper: Bool = false
  ) throws {
    browser = try Browser.shared.get()
    target = try #require(
      // In a window of its own, since a page that another tab hides does not scroll smoothly.
      try browser.send("Target.createTarget", ["url": "about:blank", "newWindow": true])["targetId"]
        as? String)
    session = try #require(
      try browser.send("Target.attachToTarget", ["targetId": target, "flatten": true])["sessionId"]
        as? String)
    for domain in ["Page", "Runtime", "Network", "Log"] { try send("\(domain).enable") }
    try send("Page.setLifecycleEventsEnabled", ["enabled": true])
    try send(
      "Network.emulateNetworkConditions",
      ["offline": true, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1])
    try resize(width)
    try send(
      "Emulation.setEmulatedMedia",
      [
        "media": paper ? "print" : "",
        "features": [
          ["name": "prefers-color-scheme", "value": dark ? "dark" : "light"],
          ["name": "prefers-reduced-motion", "value": "reduce"],
        ],
      ])
    if !scripts { try send("Emulation.setScriptExecutionDisabled", ["value": true]) }
  }

  deinit { _ = try? browser.send("Target.closeTarget", ["targetId": target]) }

  @discardableResult
  func send(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
    try browser.send(method, parameters, to: session)
  }

  func resize(_ width: Int) throws {
    try send(
      "Emulation.setDeviceMetricsOverride",
      ["width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false])
  }

  func open(_ path: String) throws {
    let sent = try send("Page.navigate", ["url": URL(filePath: path).absoluteString])
    let loader = try #require(sent["loaderId"] as? String)
    while try !browser.events("Page.lifecycleEvent", of: session).contains(where: { event in
      let parameters = event["params"] as? [String: Any]
      return parameters?["loaderId"] as? String == loader
        && parameters?["name"] as? String == "load"
    }) {}
  }

  /// The value of an expression in the page.
  func evaluate(_ expression: String) throws -> Any {
    let result = try send(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let details = result["exceptionDetails"] {
      throw Browser.Failure(message: "\(expression): \(details)")
    }
    return (result["result"] as? [String: Any])?["value"] ?? NSNull()
  }

  func text(_ expression: String) throws -> String { try evaluate(expression) as? String ?? "" }
  func number(_ expression: String) throws -> Int { try evaluate(expression) as? Int ?? -1 }
  func isTrue(_ expression: String) throws -> Bool { try evaluate(expression) as? Bool ?? false }

  /// Presses a key as a user does.
  func press(_ key: String, shift: Bool = false) throws {
    let codes = [
      "Enter": 13, "ArrowLeft": 37, "ArrowRight": 39, "Home": 36, "End": 35, "Tab": 9, "Escape": 27,
      "/": 191, "?": 191,
    ]
    var event: [String: Any] = [
      "key": key, "modifiers": shift ? 8 : 0, "windowsVirtualKeyCode": codes[key] ?? 0,
    ]
    if key.count == 1 { event["text"] = key }
    if key == "Enter" { event["text"] = "\r" }
    for type in ["keyDown", "keyUp"] {
      event["type"] = type
      try send("Input.dispatchKeyEvent", event)
      event["text"] = nil
    }
  }

  func type(_ text: String) throws { try send("Input.insertText", ["text": text]) }

  /// Goes to a position by the page's address, as a link does.
  func go(_ position: Int) throws {
    _ = try evaluate(
      """
      new Promise((done) => {
        if (location.hash === "#position=\(position)") return done();
        addEventListener("hashchange", () => setTimeout(done, 0), { once: true });
        location.hash = "#position=\(position)";
      })
      """)
  }

  /// All errors in the page, and all requests except for the page itself.
  func complaints() throws -> [String] {
    let requests = try browser.events("Network.requestWillBeSent", of: session).compactMap {
      (($0["params"] as? [String: Any])?["request"] as? [String: Any])?["url"] as? String
    }
    let faults =
      try browser.events("Runtime.exceptionThrown", of: session)
      + browser.events("Log.entryAdded", of: session)
      + browser.events("Page.javascriptDialogOpening", of: session)
    return faults.map { "\($0["params"] ?? "")" } + requests.filter { !$0.hasPrefix("file:") }
  }
}
