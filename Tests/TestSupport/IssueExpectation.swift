import Testing

/// Expects that every issue that `body` records contains `text`, and that there is one.
package func expectIssue(
  _ text: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) rethrows {
  try withKnownIssue(sourceLocation: sourceLocation) {
    try body()
  } matching: { issue in
    "\(issue)".contains(text)
  }
}
