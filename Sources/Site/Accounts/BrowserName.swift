/// A browser's `User-Agent` in words that its owner recognises: "Firefox, Windows". Only for show; nothing depends on it.
enum BrowserName {
    /// Falls back to the first 40 characters of what the browser said.
    static func name(_ userAgent: String) -> String {
        let browser = first(of: browsers, in: userAgent)
        let system = first(of: systems, in: userAgent)
        let known = [browser, system].compactMap { $0 }.joined(separator: ", ")
        return known.isEmpty ? (userAgent.isEmpty ? "–" : String(userAgent.prefix(40))) : known
    }

    private static func first(of names: [(mark: String, name: String)], in text: String) -> String? {
        names.first { text.contains($0.mark) }?.name
    }

    /// In this order: most browsers also claim to be those further down.
    private static let browsers = [
        ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("Edg/", "Edge"), ("EdgA/", "Edge"), ("OPR/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
        ("curl/", "curl"),
    ].map { (mark: $0.0, name: $0.1) }

    private static let systems = [
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Mac OS X", "Mac"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ].map { (mark: $0.0, name: $0.1) }
}
