// Decodes every field of every line of a courier journal into typed structs with Foundation's
// JSONDecoder and folds what the other programs fold. Times and ids stay texts; checksums are not
// verified. Prints the seconds of reading and decoding, and what was found.
import Foundation

struct Output: Encodable {
  let seconds: Double
  let found: Fold.Found
}

let clock = ContinuousClock()
var fold = Fold()
let decoder = JSONDecoder()
let time = try clock.measure {
  for path in CommandLine.arguments.dropFirst() {
    let bytes = try Data(contentsOf: URL(filePath: path))
    try bytes.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress else { return }
      var place = 0
      while let end = memchr(base + place, 0x0a, bytes.count - place) {
        let length = UnsafeRawPointer(end) - (base + place)
        let line = Data(
          bytesNoCopy: UnsafeMutableRawPointer(mutating: base + place), count: length,
          deallocator: .none)
        fold.add(try decoder.decode(Record.self, from: line))
        place += length + 1
      }
    }
  }
}
fold.finish()
let seconds = Double(time.components.seconds) + Double(time.components.attoseconds) / 1e18
let json = try JSONEncoder().encode(Output(seconds: seconds, found: fold.found))
print(String(decoding: json, as: UTF8.self))
