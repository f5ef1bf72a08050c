import Clinic

/// One row of the table: what is not ordered without a word when somebody has one of the conditions, by the ids of the lists.
struct Contraindication: Sendable {
    let rule: String
    let effect: TherapyTemplate.Rule.Effect
    let treatments: [String]
    let conditions: [String]
    /// The rows of the brief's table that it stands for: condition × treatment.
    let brief: [String]

    private init(
        _ rule: String, _ effect: TherapyTemplate.Rule.Effect, treatments: [String], conditions: [String],
        brief: [String] = []
    ) {
        (self.rule, self.effect, self.treatments, self.conditions, self.brief) = (
            rule, effect, treatments, conditions, brief
        )
    }

    static let all = [
        Contraindication(
            "nwb-gait", .asks,
            treatments: ["gait-training", "walking-program", "dynamic-gait"],
            conditions: ["nwb"]),
        Contraindication(
            "pacemaker-stimulation", .endangers,
            treatments: [
                "modalities/electrical-stimulation", "modalities/electrogalvanic-stimulation", "modalities/tens",
                "tns", "quadriceps-activation", "functional-electrical-stimulation", "electrical-stimulation",
            ],
            conditions: ["pacemaker-stimulator"],
            brief: ["Pacemaker / ICD / neurostimulator × TENS, EGS/IFC/NMES, diathermy, magnetic"]),
        Contraindication(
            "implant-ultrasound", .endangers,
            treatments: ["modalities/ultrasound"],
            conditions: [
                "implant", "total-shoulder-arthroplasty", "knee-arthroplasty", "hip-arthroplasty",
                "ankle-fusion-arthroplasty", "thumb-cmc-arthroplasty",
            ],
            brief: [
                "Metal implant in the field × Short-wave and microwave diathermy (ultrasound with care)",
                "Plastic or cemented components, or unhealed arthroplasty × Ultrasound over the joint",
            ]),
        Contraindication(
            "pregnancy-modalities", .endangers,
            treatments: [
                "modalities/ultrasound", "modalities/electrical-stimulation", "modalities/electrogalvanic-stimulation",
                "modalities/tens", "tns", "quadriceps-activation", "functional-electrical-stimulation",
                "electrical-stimulation", "modalities/traction", "cervical-traction", "lumbar-traction",
                "modalities/heat",
            ],
            conditions: ["pregnancy", "pregnancy-girdle-pain"],
            brief: [
                "Pregnancy × Ultrasound and electrical stimulation over abdomen/low back, diathermy, traction; heat to trunk"
            ]),
        Contraindication(
            "cancer-modalities", .endangers,
            treatments: [
                "modalities/ultrasound", "modalities/electrical-stimulation", "modalities/electrogalvanic-stimulation",
                "modalities/tens", "tns", "quadriceps-activation", "functional-electrical-stimulation",
                "electrical-stimulation", "modalities/heat", "modalities/paraffin", "fluidotherapy", "manual-therapy",
                "soft-tissue-mobilization", "manual-lymph-drainage", "complete-decongestive-therapy",
            ],
            conditions: ["cancer", "brain-tumor"],
            brief: [
                "Active malignancy in the area × Ultrasound, heat, electrical stimulation, massage over the tumour"
            ]),
        Contraindication(
            "acute-dvt", .endangers,
            treatments: [
                "manual-therapy", "soft-tissue-mobilization", "manual-lymph-drainage", "complete-decongestive-therapy",
                "modalities/compression", "multi-layer-bandaging", "garment-fitting", "exercise-in-compression",
                "conditioning", "aerobic-training",
            ],
            conditions: ["acute-dvt"],
            brief: ["DVT (acute) × Massage, compression pump, vigorous exercise of that limb"]),
        Contraindication(
            "dvt-history", .asks,
            treatments: [
                "manual-therapy", "soft-tissue-mobilization", "manual-lymph-drainage", "complete-decongestive-therapy",
                "modalities/compression", "multi-layer-bandaging", "garment-fitting", "exercise-in-compression",
            ],
            conditions: ["dvt-history"]),
        Contraindication(
            "sensation-heat-ice", .endangers,
            treatments: ["modalities/heat", "modalities/paraffin", "fluidotherapy", "modalities/ice"],
            conditions: ["impaired-sensation", "cognitive-impairment", "peripheral-neuropathy"],
            brief: ["Impaired sensation or cognition × Any heat or ice without skin checks"]),
        Contraindication(
            "cold-intolerance", .endangers,
            treatments: ["modalities/ice"],
            conditions: ["cold-intolerance"],
            brief: ["Cold urticaria, Raynaud, cryoglobulinaemia × Ice"]),
        Contraindication(
            "inflammation-heat", .endangers,
            treatments: ["modalities/heat", "modalities/paraffin", "fluidotherapy"],
            conditions: ["acute-inflammation", "anticoagulated-bleeding"],
            brief: ["Acute inflammation or bleeding disorder × Heat"]),
        Contraindication(
            "fragility-traction", .endangers,
            treatments: [
                "modalities/traction", "cervical-traction", "lumbar-traction", "manual-therapy", "joint-mobilization",
                "thoracic-mobility", "postural-cervical-work",
            ],
            conditions: ["osteoporosis-fragility", "instability"],
            brief: [
                "Osteoporosis, ligament laxity, unhealed fracture, spinal instability × Traction and thrust manipulation"
            ]),
        Contraindication(
            "red-flags-manipulation", .endangers,
            treatments: [
                "modalities/traction", "cervical-traction", "lumbar-traction", "manual-therapy", "joint-mobilization",
                "thoracic-mobility", "postural-cervical-work", "canalith-repositioning",
            ],
            conditions: ["spinal-red-flags", "cervical-instability"],
            brief: ["Cauda equina, cervical myelopathy, vertebral artery signs × Manipulation; refer urgently"]),
        Contraindication(
            "wound-pool", .endangers,
            treatments: [
                "pool-therapy", "aquatic", "modalities/whirlpool", "reduced-weight-gait", "aquatic-aerobic",
                "aquatic-strength", "aquatic-balance",
            ],
            conditions: [
                "infection-wound", "fever-incontinence", "open-wound", "fever-infection", "incontinence",
                "tracheostomy", "chlorine-allergy", "severe-cardiac-failure", "faecal-incontinence",
            ],
            brief: ["Open wound, fever, incontinence × Pool"]),
        Contraindication(
            "circulation-aerobic", .endangers,
            treatments: [
                "conditioning", "aerobic-training", "aquatic-aerobic", "cardiac-rehab", "bike-treadmill",
                "aerobic-target", "walking-program", "strength-endurance",
            ],
            conditions: ["unstable-circulation", "decompensated-heart-failure"],
            brief: ["Uncontrolled hypertension / unstable angina × Aerobic progression"]),
        Contraindication(
            "epilepsy-stimulation", .endangers,
            treatments: [
                "modalities/electrical-stimulation", "modalities/electrogalvanic-stimulation", "modalities/tens",
                "tns", "quadriceps-activation", "functional-electrical-stimulation", "electrical-stimulation",
            ],
            conditions: ["seizure"],
            brief: ["Epilepsy × Electrical stimulation near the head; pool needs one-to-one cover"]),
        Contraindication(
            "epilepsy-pool", .endangers,
            treatments: [
                "pool-therapy", "aquatic", "modalities/whirlpool", "reduced-weight-gait", "aquatic-aerobic",
                "aquatic-strength", "aquatic-balance",
            ],
            conditions: ["seizure", "uncontrolled-seizures"],
            brief: ["Epilepsy × Electrical stimulation near the head; pool needs one-to-one cover"]),
        Contraindication(
            "latex", .notes,
            treatments: [
                "modalities/taping", "taping", "modalities/tens", "modalities/electrical-stimulation",
                "modalities/electrogalvanic-stimulation", "tns",
            ],
            conditions: ["latex-adhesive-allergy"],
            brief: ["Latex or adhesive allergy × Bands, tapes, electrodes: non-latex only"]),
        Contraindication(
            "head-maneuvers", .endangers,
            treatments: ["canalith-repositioning", "habituation"],
            conditions: ["cervical-instability", "retinal-detachment", "recent-neck-surgery"]),
        Contraindication(
            "internal-infection", .endangers,
            treatments: ["manual-internal", "dilator"],
            conditions: ["active-infection", "infection-wound"]),
        Contraindication(
            "decongestion", .endangers,
            treatments: [
                "complete-decongestive-therapy", "manual-lymph-drainage", "multi-layer-bandaging", "garment-fitting",
                "exercise-in-compression",
            ],
            conditions: ["cellulitis", "decompensated-heart-failure", "arterial-insufficiency"]),
    ]
}
