import Clinic

/// Names of substances as lists write them.
enum Substances {
    /// Salts and water that a substance is bound to; its name without them is what people and the program's own list say.
    private static let salts: Set<String> = [
        "acetate", "aspartate", "besylate", "besilate", "bitartrate", "bromide", "calcium", "camsylate", "carbonate",
        "chloride", "citrate", "dihydrate", "dihydrochloride", "dimesylate", "dipropionate", "disodium", "edisylate",
        "esylate",
        "ethanolate", "fumarate", "furoate", "gluconate", "hcl", "hemifumarate", "hemihydrate", "heptahydrate",
        "hydrobromide",
        "hydrochloride", "hydrate", "isethionate", "lactate", "magnesium", "maleate", "malate", "mesylate", "mesilate",
        "monohydrate", "mucate", "nitrate", "oxalate", "pamoate", "pentahydrate", "phosphate", "potassium",
        "propionate",
        "salicylate", "sesquihydrate", "sodium", "succinate", "sulfate", "sulphate", "tartrate", "tosylate",
        "trihydrate",
        "tromethamine", "xinafoate", "medoxomil", "anhydrous", "etexilate", "disoproxil", "alafenamide", "proxetil",
        "axetil",
    ]
    /// What begins with one of these is its own salt: "potassium chloride", "ferrous sulfate".
    private static let bases: Set<String> = [
        "aluminum", "ammonium", "barium", "bismuth", "calcium", "copper", "cupric", "ferric", "ferrous", "gold", "iron",
        "lithium", "magnesium", "manganese", "potassium", "selenium", "silver", "sodium", "stannous", "strontium",
        "zinc",
        "choline", "methyl", "phenyl", "ethyl", "amyl", "benzalkonium", "hydrogen", "chromic", "titanium",
        "cetylpyridinium",
    ]
    /// Esters without which it is another medicine.
    private static let kept: Set<String> = ["isosorbide", "fluticasone", "mometasone", "beclomethasone", "estradiol"]

    /// A substance without its salt, in small letters: "METOPROLOL TARTRATE" → "metoprolol".
    static func base(_ name: String) -> String {
        var words = Self.words(name.lowercased())
        guard let first = words.first, words.count > 1, !bases.contains(first), !kept.contains(first) else {
            return words.joined(separator: " ")
        }
        while words.count > 1, let last = words.last, salts.contains(last) { words.removeLast() }
        return words.joined(separator: " ")
    }

    /// The name of a medicine of some substances, without their salts and each once, in the list's order; at most 12, for a
    /// longer list is no name. Nil for none.
    static func name(_ substances: [String]) -> String? {
        var names: [String] = []
        for name in substances.map(base) where !name.isEmpty && !names.contains(name) { names.append(name) }
        guard !names.isEmpty else { return nil }
        return names.prefix(12).joined(separator: "/")
    }

    /// The substances of a name that tells them apart by signs or words: "Hydrocodone Bitartrate and Acetaminophen".
    static func split(_ text: String) -> [String] {
        var parts: [String] = []
        for part in Self.parts(text, at: [0x3B, 0x2C, 0x2F, 0x7C, 0x2B]) {
            var name: [String] = []
            for word in words(part) {
                guard ["and", "und", "with", "&"].contains(word.lowercased()) else {
                    name.append(word)
                    continue
                }
                parts.append(name.joined(separator: " "))
                name = []
            }
            parts.append(name.joined(separator: " "))
        }
        return parts.filter { !$0.isEmpty }
    }

    /// The clean parts of a text between signs of ASCII, empty ones left out. By bytes: a sign is never part of a letter.
    static func parts(_ text: String, at signs: Set<UInt8>) -> [String] {
        text.utf8.split { signs.contains($0) }.map { clean(String(Substring($0))) }.filter { !$0.isEmpty }
    }

    /// The words of a clean text.
    static func words(_ text: String) -> [String] {
        text.utf8.split(separator: 0x20).map { String(Substring($0)) }
    }

    /// Without outer spaces, double spaces and a byte order mark within.
    static func clean(_ text: String) -> String {
        plain(text) ?? PlainText.cleaned(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// The same for printable ASCII, as nearly all texts are: by bytes, many times as fast. Nil for anything else.
    private static func plain(_ text: String) -> String? {
        var text = text
        let bytes = text.withUTF8 { bytes -> [UInt8]? in
            var kept: [UInt8] = []
            kept.reserveCapacity(bytes.count)
            for byte in bytes {
                guard byte >= 0x20, byte < 0x7F else { return nil }
                if byte != 0x20 || (kept.last ?? 0x20) != 0x20 { kept.append(byte) }
            }
            if kept.last == 0x20 { kept.removeLast() }
            return kept
        }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
