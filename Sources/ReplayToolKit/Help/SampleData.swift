import EventEngine

/// The sample data: in the folder `events` of a checkout, or installed beside the tool.
enum SampleData {
  /// Returns the folder that holds `events/tour.txt`: the current one, one above the executable, or
  /// `share/TOOL` in one of these; the current one if none does.
  static func folder() throws(ToolFailure) -> String {
    var candidates = ["."]
    var folder = ProcessEnvironment.folderOfExecutable[...]
    while !folder.isEmpty {
      candidates += [String(folder), "\(folder)/share/\(toolName)"]
      guard let slash = folder.lastIndex(of: "/") else { break }
      folder = folder[..<slash]
    }
    for candidate in candidates {
      let path = "\(candidate)/events/tour.txt"
      let isThere = try ToolFailure.naming(path) { () throws(SystemError) in
        try SystemFileSystem().exists(path)
      }
      if isThere { return candidate }
    }
    return "."
  }
}
