import EventStore

extension OrderPlaced.Personal: WrittenShape {
  public func write(to members: inout WrittenMembers) throws(PayloadEncodingError) {
    members.write("address", address)
    members.write("firstName", firstName)
    members.write("lastName", lastName)
    members.write("phone", phone)
    members.write("comment", comment)
  }
}
