import EventEngine

/// The folders of journals, in which nothing else may be written: a foreign file among the segments
/// is damage.
enum JournalFolders {
  /// Throws if the path is in the folder of a journal.
  ///
  /// - Parameter path: the path of a file or a folder that is about to be created.
  static func requireOutside(_ path: String) throws(ToolFailure) {
    let isInside: Bool
    do throws(SystemError) { isInside = try isJournal(around: path) } catch { return }
    guard isInside else { return }
    throw ToolFailure(
      .cannotCreate,
      ru: "\(path) лежит в папке журнала", en: "\(path) is in the folder of a journal",
      hint: Bilingual(ru: "укажите место вне журнала", en: "name a place outside of the journal"))
  }

  /// Whether a folder above the path is that of a journal, through symbolic links as well.
  private static func isJournal(around path: String) throws(SystemError) -> Bool {
    let files = SystemFileSystem()
    var parts = ProcessEnvironment.absolute(path).unicodeScalars.split(separator: "/")
      .map(String.init).dropLast()
    // Missing folders will be made in the nearest one that exists.
    while !parts.isEmpty, try files.status(of: "/\(parts.joined(separator: "/"))/.") == nil {
      parts.removeLast()
    }
    var folder = "/" + parts.joined(separator: "/")
    while let this = try files.status(of: folder + "/.") {
      let hasManifest = try files.exists(folder + "/journal.json")
      if try hasManifest ? files.exists(folder + "/segments") : false { return true }
      folder += "/.."
      if try files.status(of: folder + "/.")?.identity == this.identity { return false }
    }
    return false
  }
}
