/// The codes of the NUCC's provider taxonomy for physical therapy and what is near it.
enum TherapyTaxonomies {
    static let names = [
        "225100000X": "Physical Therapist",
        "2251C2600X": "Physical Therapist, Cardiopulmonary",
        "2251E1300X": "Physical Therapist, Electrophysiology, Clinical",
        "2251E1200X": "Physical Therapist, Ergonomics",
        "2251G0304X": "Physical Therapist, Geriatrics",
        "2251H1200X": "Physical Therapist, Hand",
        "2251H1300X": "Physical Therapist, Human Factors",
        "2251N0400X": "Physical Therapist, Neurology",
        "2251P0200X": "Physical Therapist, Pediatrics",
        "2251S0007X": "Physical Therapist, Sports",
        "2251X0800X": "Physical Therapist, Orthopedic",
        "225200000X": "Physical Therapy Assistant",
        "225X00000X": "Occupational Therapist",
        "235Z00000X": "Speech-Language Pathologist",
        "261QP2000X": "Clinic/Center, Physical Therapy",
        "261QR0400X": "Clinic/Center, Rehabilitation",
        "261QR0401X": "Clinic/Center, Rehabilitation, Comprehensive Outpatient Rehabilitation Facility (CORF)",
    ]
}
