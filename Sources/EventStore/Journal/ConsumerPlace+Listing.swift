extension ConsumerPlace {
  /// The names of the consumers that have a place in this journal, in order.
  ///
  /// - Throws: `.storageFailed`.
  public static func names(in directory: JournalDirectory) throws(JournalError) -> [String] {
    let folder = "\(directory.path)/consumers"
    do throws(SystemError) {
      // A place that is being written begins with a tilde, which no name holds.
      return try directory.files.names(in: folder).filter { !$0.hasPrefix("~") }.sorted()
    } catch {
      if error == .noSuchFile { return [] }
      throw .storageFailed(doing: "listing", path: folder, error)
    }
  }
}
