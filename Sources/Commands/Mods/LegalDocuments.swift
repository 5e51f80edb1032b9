import Domain
import EventEngine

/// The privacy policy and the terms of use. Setting a text is always accepted.
public struct LegalDocuments: Unconditional {
  public typealias Command = LegalDocumentSet

  public init() {}

  public func decide(_ command: Command, at now: Moment) throws(ModsRefusal) -> [ModsEvent] {
    [.legalDocumentSet(command)]
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
      LegalDocumentSet(
        document: try form.required(document), text: try form.required(text),
        locale: try form.optional(locale))
    }
  ]
}
