import EventEngine

/// A part of the engine that only some domains use. Help, completion and the catalog leave out a
/// feature that no domain of the tool uses. The verbs of such a feature are unknown subcommands;
/// its options are still accepted.
package enum Feature: Sendable {
  /// Passwords and other secrets.
  case passwords
  /// Personal data, which can be erased.
  case erasure
}

extension ReplayTool {
  /// Whether the running tool has a domain that uses the feature; nil stands for all tools.
  ///
  /// To find out, all domains are built, which takes milliseconds. A tool with sample data of its
  /// own uses every feature.
  static func uses(_ feature: Feature?) -> Bool {
    guard let feature, let tool = current, tool.sample == nil else { return true }
    return tool.domains.use(feature)
  }

  /// A part of a help text that is left out if the running tool does not use the feature.
  static func text(ifUsing feature: Feature, ru: String, en: String) -> Bilingual {
    uses(feature) ? Bilingual(ru: ru, en: en) : Bilingual(untranslated: "")
  }
}

extension [DomainDefinition] {
  /// Whether one of the domains uses the feature.
  func use(_ feature: Feature) -> Bool {
    switch feature {
    case .passwords:
      commands.flatMap(\.commands).flatMap(\.fields).contains { $0.kind == .secret }
    case .erasure: contains { $0.readModels.recordsPersonalData }
    }
  }

  /// The engine's own command, if one of the domains has work for it.
  var ticks: [CommandInfo] { commands.contains(where: \.hasDueWork) ? [Tick.info] : [] }
}
