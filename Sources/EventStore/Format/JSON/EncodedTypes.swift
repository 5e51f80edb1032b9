/// A collection that encodes itself as an array in no particular order.
private protocol EncodedInAnyOrder {
  /// How many elements of the array belong together; the first of them decides.
  static var stride: Int { get }
}

extension Set: EncodedInAnyOrder {
  fileprivate static var stride: Int { 1 }
}

extension Dictionary: EncodedInAnyOrder {
  fileprivate static var stride: Int { 2 }
}

/// How values of a type are written.
enum EncodedType {
  /// As a text and nothing else.
  case bareText
  /// In the faster way of the type.
  case shape(any FastEncodable.Type)
  /// As an object whose keys are texts.
  case textKeyed(any TextKeyed.Type)
  /// By its `encode(to:)`.
  ///
  /// - stride: how many elements belong together where a value is an array in no particular order,
  ///   else 0.
  case general(stride: Int)

  @inline(never)
  init<Value>(_ type: Value.Type, _ options: PayloadEncoder.Options) {
    guard options.takesShortcuts else {
      self = .general(stride: (type as? any EncodedInAnyOrder.Type)?.stride ?? 0)
      return
    }
    if BareTextTable.examine(type) {
      self = .bareText
    } else if let shape = type as? any FastEncodable.Type {
      self = .shape(shape)
    } else if MemoryLayout<Value>.size != MemoryLayout<[Int: Int]>.size {
      self = .general(stride: 0)
    } else if let dictionary = type as? any TextKeyed.Type {
      self = .textKeyed(dictionary)
    } else {
      self = .general(stride: (type as? any EncodedInAnyOrder.Type)?.stride ?? 0)
    }
  }
}

/// A dictionary that encodes itself as an object whose keys are texts.
protocol TextKeyed {
  /// Writes the members.
  func write(to output: PayloadOutput) throws
}

/// What the standard library does by itself, without asking for every dictionary what its keys are.
extension Dictionary: TextKeyed
where Key: StringBacked & CodingKeyRepresentable, Value: Encodable {
  func write(to output: PayloadOutput) throws {
    for (key, value) in self {
      output.beginMember(sortedBy: key.rawValue)
      do { try output.write(value) } catch {
        throw PayloadEncodingError.translated(error).inside(key.rawValue)
      }
    }
  }
}

/// What an encoder knows about types, found by their addresses: to look at a type itself costs as
/// much as to write several values of it.
@safe
struct EncodedTypes {
  private struct Slot {
    var type: ObjectIdentifier?
    var known: EncodedType?
  }

  private static let capacity = 256
  private static let probes = 4

  private let slots: UnsafeMutablePointer<Slot>
  private let options: PayloadEncoder.Options

  init(_ options: PayloadEncoder.Options) {
    self.options = options
    unsafe slots = .allocate(capacity: Self.capacity + Self.probes)
    unsafe slots.initialize(repeating: Slot(), count: Self.capacity + Self.probes)
  }

  func deallocate() { unsafe slots.deallocate() }

  @inline(__always)
  subscript<Value>(_ type: Value.Type) -> EncodedType {
    let id = ObjectIdentifier(type)
    let address = UInt(bitPattern: id)
    let index = Int(truncatingIfNeeded: address >> 4 ^ address >> 12) & (Self.capacity - 1)
    for place in index..<index + Self.probes {
      if unsafe slots[place].type == id, let known = unsafe slots[place].known { return known }
      if unsafe slots[place].type == nil { return learn(type, at: place) }
    }
    return EncodedType(type, options)
  }

  @inline(never)
  private func learn<Value>(_ type: Value.Type, at place: Int) -> EncodedType {
    let known = EncodedType(type, options)
    unsafe slots[place] = Slot(type: ObjectIdentifier(type), known: known)
    return known
  }
}
