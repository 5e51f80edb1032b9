import Foundation
import Testing

/// Users of the mall, by commands in words: `mall.saveProfile name=Eva_Braun` has a space in it.
extension Folder {
  @discardableResult
  func issue(_ words: String, by actor: String) throws -> String {
    let fields = words.split(separator: " ").map { String($0).replacing("_", with: " ") }
    let result = try Tool.run(["issue"] + fields + ["--actor", actor, "--json"], in: self)
    try #require(result.status == 0, "\(words): \(result.output)\(result.diagnostics)")
    return result.output
  }

  func show(_ words: String) throws -> String {
    let shown = try Tool.run(
      ["show"] + words.split(separator: " ").map(String.init) + ["--json"], in: self)
    return shown.output + shown.diagnostics
  }

  /// - Returns: the new user.
  func registerInMall(_ phone: String, on device: String) throws -> String {
    try issue("mall.installApp os=iOS osVersion=15.4 model=iPhone", by: device)
    try issue("mall.requestCode phone=\(phone) purpose=register", by: device)
    let codes = try #require(json(show("mall.codes"))["codes"] as? [[String: Any]])
    let code = try #require(codes.first?["code"] as? String)
    let entered = try json(issue("mall.verifyCode phone=\(phone) code=\(code)", by: device))
    return try #require((entered["value"] as? [String: Any])?["user"] as? String)
  }
}
