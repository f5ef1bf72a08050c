import ArgumentParser

@main
struct Theralog: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "theralog")
}
