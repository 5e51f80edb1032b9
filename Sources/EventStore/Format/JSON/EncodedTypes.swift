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
    if BareTexts.examine(type) {
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

/// The ways in which an encoder writes the types it has met.
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
