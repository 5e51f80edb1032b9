/// The possible contents of a disk if the machine crashed now: stable storage, and the changes that
/// may or may not have reached it.
package struct CrashedDisk {
  private enum Entry: Hashable { case file(Int), folder }

  private enum NameChange {
    case link(String, Entry)
    case unlink(String)
    case move(String, String, Entry)

    var folder: String {
      switch self {
      case .link(let path, _), .unlink(let path), .move(let path, _, _): DiskImage.folder(of: path)
      }
    }
  }

  private var files: [Int: UnsyncedFile] = [:]
  /// The names on stable storage.
  private var entries: [String: Entry] = [:]
  /// The names that programs see.
  private var seen: [String: Entry] = [:]
  private var nameChanges: [NameChange] = []

  package init(_ image: DiskImage) {
    for (number, path) in image.files.keys.sorted().enumerated() {
      files[number] = UnsyncedFile(durable: image.files[path] ?? [])
      entries[path] = .file(number)
    }
    for folder in image.folders where !folder.isEmpty { entries[folder] = .folder }
    seen = entries
  }

  package mutating func apply(_ step: DiskStep) {
    switch step {
    case .createFile(let path, let file):
      files[file] = UnsyncedFile()
      change(.link(path, .file(file)))
    case .createFolder(let path): change(.link(path, .folder))
    case .rename(let path, let target):
      if let entry = seen[path] { change(.move(path, target, entry)) }
    case .remove(let path): change(.unlink(path))
    case .syncFolder(let folder):
      for change in nameChanges where change.folder == folder { Self.apply(change, to: &entries) }
      nameChanges.removeAll { $0.folder == folder }
    case .write(let file, let offset, let bytes):
      files[file]?.changes.append(.write(offset: offset, bytes: bytes))
    case .truncate(let file, let size): files[file]?.changes.append(.truncate(size: size))
    case .sync(let file): files[file]?.sync()
    case .failedSync(let file): files[file]?.changes = []
    case .note: break
    }
  }

  private mutating func change(_ change: NameChange) {
    nameChanges.append(change)
    Self.apply(change, to: &seen)
  }

  private static func apply(_ change: NameChange, to entries: inout [String: Entry]) {
    switch change {
    case .link(let path, let entry): entries[path] = entry
    case .unlink(let path): entries[path] = nil
    case .move(let path, let target, let entry):
      if entries[path] == entry { entries[path] = nil }
      entries[target] = entry
    }
  }

  /// The images that a crash may leave: any subset of the unsynced name changes combined with any
  /// remains of the unsynced files.
  package func images(_ limits: CrashLimits, _ random: inout SeededRandom) -> [DiskImage] {
    let dirty = files.filter { !$0.value.changes.isEmpty }.keys.sorted()
    if let count = limits.samples { return images(random: count, dirty, &random) }
    let remains = dirty.map { files[$0]!.remains(limits, &random) }
    let names = Subsets.of(nameChanges.count, atMost: limits.subsets, &random)
    let choices = remains.map(\.count) + [names.count]
    let total = choices.reduce(1) { min(1 << 40, $0 * $1) }
    func image(_ choice: [Int]) -> DiskImage {
      var contents: [Int: [UInt8]] = [:]
      for (index, file) in dirty.enumerated() { contents[file] = remains[index][choice[index]] }
      return self.image(names[choice[dirty.count]], contents)
    }
    if total <= limits.combinations {
      return (0..<total).map { number in
        var rest = number
        return image(
          choices.map { count in
            defer { rest /= count }
            return rest % count
          })
      }
    }
    // Each choice for one file, or for the names, with the first and with the last choices for all
    // others; then random choices.
    var images: [DiskImage] = []
    for place in choices.indices {
      for choice in 0..<choices[place] {
        for all in [false, true] {
          images.append(
            image(choices.indices.map { $0 == place ? choice : all ? choices[$0] - 1 : 0 }))
        }
      }
    }
    while images.count < limits.combinations {
      images.append(image(choices.map { random.below($0) }))
    }
    return images
  }

  /// The image without unsynced changes, the one with all of them, and random ones in between.
  private func images(
    random count: Int, _ dirty: [Int], _ random: inout SeededRandom
  ) -> [DiskImage] {
    var all: [Int: [UInt8]] = [:]
    for file in dirty {
      var unsynced = files[file]!
      unsynced.sync()
      all[file] = unsynced.durable
    }
    if dirty.isEmpty && nameChanges.isEmpty { return [image([], [:])] }
    let none = nameChanges.map { _ in false }
    var images = [image(none, [:]), image(none.map { !$0 }, all)]
    for number in 0..<count {
      var contents: [Int: [UInt8]] = [:]
      for file in dirty { contents[file] = files[file]!.randomRemains(&random) }
      // Half of the images have all name changes, so that the contents of their files are tested.
      let isApplied = none.map { _ in number % 2 == 0 || random.below(4) > 0 }
      images.append(image(isApplied, contents))
    }
    return images
  }

  private func image(_ isApplied: [Bool], _ contents: [Int: [UInt8]]) -> DiskImage {
    var entries = entries
    for (change, isApplied) in zip(nameChanges, isApplied) where isApplied {
      Self.apply(change, to: &entries)
    }
    var image = DiskImage()
    // The contents of a lost folder are lost. Shorter paths come first.
    for (path, entry) in entries.sorted(by: { $0.key < $1.key })
    where image.folders.contains(DiskImage.folder(of: path)) {
      switch entry {
      case .folder: image.folders.insert(path)
      case .file(let file): image.files[path] = contents[file] ?? files[file]?.durable ?? []
      }
    }
    return image
  }
}
