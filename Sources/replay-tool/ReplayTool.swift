@main struct ReplayTool { static func main() {} }
