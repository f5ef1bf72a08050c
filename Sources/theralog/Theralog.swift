import Hummingbird
import ArgumentParser
import Mustache
@main struct T { static func main() { print("hi") } }
