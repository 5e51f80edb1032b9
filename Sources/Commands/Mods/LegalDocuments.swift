import Domain
import EventEngine

/// The privacy policy and the terms of use. Setting a text is always accepted.
public struct LegalDocuments: Unconditional {
  public enum Command: Equatable, Sendable {
    case set(LegalDocumentSet)
  }

  public init() {}

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    switch command {
    case .set(let document): [.legalDocumentSet(document)]
    }
  }
}

extension LegalDocuments {
  private static let document = Field<LegalDocument>.word("document")
  private static let text = Field<LegalText>.text("text")
  private static let locale = Field<ContentLocale>.contentLocale("locale")

  public static let shapes = [
    CommandShape<Command>(
      "mods.setDocument", by: .admin,
      .init(
        ru: "Задать текст политики конфиденциальности или условий использования",
        en: "Set the text of the privacy policy or the terms of use"),
      fields: [document.required, text.required, locale.optional]
    ) { form throws(FormError) in
      .set(
        LegalDocumentSet(
          document: try form.required(document), text: try form.required(text),
          locale: try form.optional(locale)))
    }
  ]
}
