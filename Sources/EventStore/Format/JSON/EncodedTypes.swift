/// A collection without an order of its own, which may encode itself as an array.
private protocol EncodedInAnyOrder {
  /// The number of array elements that belong together; the first of them determines the order.
  static var stride: Int { get }
}

extension Set: EncodedInAnyOrder {
  fileprivate static var stride: Int { 1 }
}

extension Dictionary: EncodedInAnyOrder {
  fileprivate static var stride: Int { 2 }
}

/// The way in which values of a type are written.
enum EncodedType {
  /// As its text, without containers.
  case stringBacked
  /// Through the type's ``FastEncodable`` conformance.
  case shape(any FastEncodable.Type)
  /// A dictionary whose keys are ``StringBacked``, as a JSON object.
  case textKeyed(any TextKeyed.Type)
  /// By its `encode(to:)`.
  ///
  /// - stride: the number of elements that belong together if a value is an array in no particular
  ///   order, else 0.
  case general(stride: Int)

  @inline(never)
  init<Value>(_ type: Value.Type, _ options: PayloadEncoder.Options) {
    guard options.takesShortcuts else {
      self = .general(stride: (type as? any EncodedInAnyOrder.Type)?.stride ?? 0)
      return
    }
    if StringBackedTypes.examine(type) {
      self = .stringBacked
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

/// Encodes as the standard library does, without a check of the key type for every dictionary.
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

/// The ways in which an encoder writes the types that it has encountered.
struct EncodedTypes {
  private let table = TypeTable<EncodedType>(capacity: 256)
  private let options: PayloadEncoder.Options

  init(_ options: PayloadEncoder.Options) { self.options = options }

  func deallocate() { table.deallocate() }

  @inline(__always)
  subscript<Value>(_ type: Value.Type) -> EncodedType { table[type] ?? learn(type) }

  @inline(never)
  private func learn<Value>(_ type: Value.Type) -> EncodedType {
    let known = EncodedType(type, options)
    table.insert(known, for: type)
    return known
  }
}
