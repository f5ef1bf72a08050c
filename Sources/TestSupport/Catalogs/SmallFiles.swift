import Clinic

/// A few lines in every layout, written for tests after the publishers' descriptions.
package enum SmallFiles {
    /// A file of each layout that is read without a problem.
    package static let texts: [CatalogLayout: String] = [
        .icd10cmOrder: [
            order(1, "A00", "0", "Cholera"), order(2, "A000", "1", "Cholera due to Vibrio cholerae 01"),
            order(3, "C4A", "0", "Merkel cell carcinoma"), order(4, "QA00", "1", "A code of a shape to come"),
        ].joined(),
        .icd10cmCodes:
            "A000    Cholera due to Vibrio\r\nZ3A01   Less than 8 weeks gestation\r\nI1A0    Resistant hypertension\r\n",
        .icd10cmAddenda: change("Delete:", "1", "B880", "Other acariasis")
            + change("Add:", "0", "B880", "Other acariasis") + "\r\nCodes\r\n    1 additions\r\n",
        .icd10cmTabular: """
        <?xml version="1.0" encoding="utf-8"?>
        <ICD10CM.tabular><version>2027</version><chapter><name>5</name><desc>Mental</desc><section id="F01-F09">
        <diag><name>F01</name><desc>Vascular dementia</desc><includes><note>arteriosclerotic dementia</note></includes>
        <diag><name>F01.5</name><desc>Vascular dementia</desc><inclusionTerm><note>Ménière &amp; more</note></inclusionTerm>
        </diag></diag></section></chapter></ICD10CM.tabular>
        """,
        .icd9cmLong:
            "0010  Cholera due to vibrio cholerae and some more words\n04100 Streptococcus infection\nE8889 Fall NOS\n",
        .icd9cmShort: "0010  Cholera d/t vib cholerae\n04100 Streptococcus unspecf\nV4365 Joint replaced knee\n",
        .gemsFromICD10: "A021    0031  10111\r\nR29700  NoDx  11000\r\nT8853XD v5889 10000\r\n",
        .gemsFromICD9: "0730  A70     10111\r\n25000 E119    10000\r\nV4365 Z96659  10000\r\n",
        .rxTerms: """
        RXCUI|GENERIC_RXCUI|TTY|FULL_NAME|FULL_GENERIC_NAME|BRAND_NAME|DISPLAY_NAME|ROUTE|STRENGTH|SUPPRESS_FOR|IS_RETIRED
        1|2|SBD|amlodipine 5 MG Oral Tablet [Norvasc]|amlodipine 5 MG Oral Tablet|NORVASC|NORVASC (Oral Pill)|Oral Pill|5 mg||
        3||SCD|x 5 MG Oral Tablet|x 5 MG Oral Tablet||x (Oral Pill)|Oral Pill|5 mg||RETIRED

        """,
        .rxTermsIngredients: "RXCUI|INGREDIENT|ING_RXCUI\n1|AMLODIPINE|17767\n3|LISINOPRIL|29046\n",
        .rxNorm: """
        17767|ENG||||||9|9|17767||RXNORM|IN|17767|amlodipine||N|4096|
        5|ENG||||||9|9|5||RXNORM|SBD|5|24 HR amlodipine 5 MG / benazepril 10 MG Oral Capsule [Lotrel]||N|4096|
        6|ENG||||||9|9|6||MTHSPL|SU|6|AMLODIPINE||N|4096|

        """,
        .openFDA: """
        {"meta": {"results": {"total": 1}}, "results": [
        {"set_id": "a", "id": "1", "indications_and_usage": ["1 INDICATIONS AND USAGE <p>Pain</p>"],
         "openfda": {"generic_name": ["IBUPROFEN"], "brand_name": ["Advil"], "route": ["ORAL"]}},
        {"set_id": "b", "id": "2", "openfda": {}}]}
        """,
        .openFDALines: """
        {"set_id": "a", "id": "1", "openfda": {"generic_name": ["IBUPROFEN"]}, "warnings": ["none"]}
        {"set_id": "b", "id": "2", "openfda": {}, "warnings": "a string"}

        """,
        .ndc: "PRODUCTID\tPRODUCTNDC\tPRODUCTTYPENAME\tPROPRIETARYNAME\tNONPROPRIETARYNAME\tSUBSTANCENAME\n"
            + "x\t0002-0800\tHUMAN OTC DRUG\t\"Advil\" 5\" tube\tibuprofen sodium\tIBUPROFEN SODIUM\n",
        .spl: """
        <?xml version="1.0" encoding="UTF-8"?><?xml-stylesheet href="x"?>
        <document xmlns="urn:hl7-org:v3"><subject><manufacturedProduct><manufacturedProduct>
        <code code="0067-6344"/><name>ADVIL<suffix>PM</suffix></name><formCode displayName="TABLET"/>
        <ingredient classCode="ACTIM"><quantity><numerator value="5" unit="mg"/><denominator value="1" unit="1"/></quantity>
        <ingredientSubstance><name>IBUPROFEN</name></ingredientSubstance></ingredient></manufacturedProduct>
        </manufacturedProduct></subject><section><code code="34067-9"/><text><p>Pain</p></text></section></document>
        """,
        .fhirBundle: """
        {"resourceType": "Bundle", "entry": [
        {"resource": {"resourceType": "MedicationKnowledge", "id": "a", "code": {"text": "ibuprofen"}}},
        {"resource": {"resourceType": "Patient", "id": "p"}}]}
        """,
        .fhirLines:
            #"{"resourceType": "MedicationKnowledge", "id": "a", "code": {"text": "ibuprofen"}, "synonym": ["Advil"]}"#
            + "\n",
        .medicationTable:
            "Wirkstoff;Handelsname;Nebenwirkungen\r\nIbuprofen;\"Advil; \"\"Nurofen\"\"\";Übelkeit, Kopfschmerz\r\n",
        .interactionTable:
            "DDInterID_A,Drug_A,DDInterID_B,Drug_B,Level\n1,Ibuprofen,2,Warfarin,Major\n3,A,4,B,Unknown\n",
        .nppes: quoted(nppesColumns) + quoted(nppesValues),
        .practiceTable: "Praxis;Straße;PLZ;Ort;Telefon;Fachgebiet;Breite;Länge\n"
            + "Physio Mitte;Torstraße 1;10119;Berlin;030 901820;Wirbelsäule;52,53;13,4\n",
        .gazetteer: "\u{FEFF}GEOID\tALAND\tAWATER\tALAND_SQMI\tAWATER_SQMI\tINTPTLAT\tINTPTLONG      \r\n"
            + "00601\t1\t2\t3\t4\t18.18\t-66.74\r\n",
        .geoNames: "US\t02139\tCambridge\tMassachusetts\tMA\tMiddlesex\t017\t\t\t42.3647\t-71.1042\t4\n"
            + "DE\t10119\tBerlin\tBerlin\tBE\t\t\t\t\t52.53\t13.4\t4\n",
        .zipAreas: "zip\tlatitude\tlongitude\tcity\tstate\n00601\t18.1806\t-66.7500\t\tPR\n",
    ]

    /// The columns of the 330 that say something of use.
    private static let nppesColumns = [
        "NPI", "Entity Type Code", "Provider Organization Name (Legal Business Name)",
        "Provider Last Name (Legal Name)", "Provider First Name", "Provider Middle Name", "Provider Name Suffix Text",
        "Provider Credential Text", "Provider First Line Business Practice Location Address",
        "Provider Second Line Business Practice Location Address",
        "Provider Business Practice Location Address City Name",
        "Provider Business Practice Location Address State Name",
        "Provider Business Practice Location Address Postal Code",
        "Provider Business Practice Location Address Country Code (If outside U.S.)",
        "Provider Business Practice Location Address Telephone Number",
        "Provider Business Practice Location Address Fax Number", "NPI Deactivation Date",
        "Healthcare Provider Taxonomy Code_1", "Healthcare Provider Primary Taxonomy Switch_1",
    ]
    private static let nppesValues = [
        "2990000004", "2", "RIVERBEND PHYSICAL THERAPY LLC", "", "", "", "", "", "210 BROADWAY", "STE 4", "CAMBRIDGE",
        "MA", "021391901", "US", "6175550110", "", "", "261QP2000X", "Y",
    ]

    /// A line of a table, every value between quotation marks.
    private static func quoted(_ values: [String]) -> String {
        values.map { "\"\($0)\"" }.joined(separator: ",") + "\n"
    }

    /// A line of the order file.
    /// - Parameter flag: `1` for a code that can be billed, `0` for a heading.
    package static func order(_ number: Int, _ code: String, _ flag: String, _ title: String) -> String {
        let digits = String(number)
        return String(repeating: "0", count: 5 - digits.count) + digits + " " + padded(code, 8) + flag + " "
            + padded(String(title.prefix(60)), 61) + title + "\r\n"
    }

    /// A line of the order file's addenda.
    /// - Parameter word: `Add:`, `Delete:`, `Revise from:` or `Revise to:`.
    package static func change(_ word: String, _ flag: String, _ code: String, _ title: String) -> String {
        padded(word, 13) + flag + " " + padded(code, 8) + padded(String(title.prefix(60)), 61) + title + "\r\n"
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
