extension StoredFile {
  /// Its length in bytes.
  package func size() throws(SystemError) -> Int { try status().size }

  /// Reads `count` bytes from `offset` on; fewer if the file ends before.
  package func contents(_ count: Int, at offset: Int = 0) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  package func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var failure: SystemError?
    unsafe bytes.withUnsafeBytes { buffer in
      do throws(SystemError) { try unsafe write(buffer, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
