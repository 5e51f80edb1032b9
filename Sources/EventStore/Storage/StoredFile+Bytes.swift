extension StoredFile {
  /// The first `count` bytes, fewer when the file is shorter.
  func contents(_ count: Int) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      do throws(SystemError) {
        filled = try unsafe read(into: UnsafeMutableRawBufferPointer(buffer), at: 0)
      } catch { failure = error }
    }
    if let failure { throw failure }
    return bytes
  }

  func write(_ bytes: [UInt8], at offset: Int) throws(SystemError) {
    var failure: SystemError?
    unsafe bytes.withUnsafeBytes { buffer in
      do throws(SystemError) { try unsafe write(buffer, at: offset) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
