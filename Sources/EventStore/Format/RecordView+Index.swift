extension RecordView {
  /// Calls `body` with each key by which the record can be found. A command's id is a key of its
  /// first event only.
  func forEachIndexKey(_ body: (IndexKey) -> Void) {
    body(key(.type, typeText))
    body(.event(id))
    forEachTagAndCommand(body)
  }

  /// Calls `body` with those of the keys that are tags or the id of the command.
  func forEachTagAndCommand(_ body: (IndexKey) -> Void) {
    forEachText(at: tagsStart) { body(key(.tag, $0)) }
    if let tags = erasable()?.section?.tags {
      forEachText(at: tags.lowerBound) { body(key(.tag, $0)) }
    }
    if index == 1, commandIDText.isPresent { body(key(.command, commandIDText)) }
  }

  /// The key of the unescaped text.
  private func key(_ kind: IndexKey.Kind, _ text: Text) -> IndexKey {
    if text.isEscaped { return IndexKey(kind, Array(string(text).utf8)) }
    let bytes = unsafe UnsafeRawBufferPointer(
      start: line + Int(text.start), count: Int(text.count))
    return unsafe IndexKey(hash: WordHash.hash(bytes, seed: kind.rawValue))
  }
}
