extension JournalDirectory {
  /// Verifies the records that a server has, not the copy: all of them are downloaded again.
  func verify(
    _ origin: any JournalOrigin, rootAt size: Int?, wait: Int, progress: (Int, Int) -> Void
  ) throws(JournalError) -> Verification {
    let download = try origin.download()
    defer { origin.remove(download.directory) }
    var result = try download.directory.verify(rootAt: size, wait: wait, progress: progress)
    result.damages = result.damages.map { damage in
      Damage(path: origin.name, position: damage.position, reason: damage.reason)
    }
    if let position = download.damage, result.damageCount == 0 {
      let before = try download.directory.verify(rootAt: download.intact.rawValue, wait: wait)
      result.intact = download.intact
      if let tree = before.earlierTree { result.tree = tree }
      result.add(Damage(path: origin.name, position: position, reason: .root))
    }
    if let position = download.stray {
      result.add(
        Damage(
          path: origin.name, position: position,
          reason: .malformed(
            "a row at this position belongs to no append", ru: "строка с этой позицией лишняя")))
    }
    result.keyProblem = nil
    do throws(JournalError) { _ = try asCopy(of: origin).key(for: origin.manifest()) } catch {
      guard case .keyUnavailable = error else { throw error }
      result.keyProblem = error
      result.hasOtherKey = try SystemFileSystem.has(origin.keyPath)
    }
    return result
  }
}

extension SystemFileSystem {
  fileprivate static func has(_ path: String) throws(JournalError) -> Bool {
    do throws(SystemError) { return try SystemFileSystem().exists(path) } catch {
      throw .storageFailed(doing: "looking for", path: path, error)
    }
  }
}
