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
        let name = name.lowercased()
        var words = name.split(separator: " ").map(String.init)
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
        var text = text
        for word in [" and ", " And ", " AND ", " und ", " with ", " WITH ", " + ", " & "] {
            text = text.replacing(word, with: ";")
        }
        return text.split { ";,/|+".contains($0) }.map { clean(String($0)) }.filter { !$0.isEmpty }
    }

    /// Without outer spaces, double spaces and a byte order mark within.
    static func clean(_ text: String) -> String {
        PlainText.cleaned(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
