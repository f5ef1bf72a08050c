import Clinic
import Testing

@Suite("The side that a title names")
struct BodySideTests {
    @Test(
        "is read from the words of the title",
        arguments: [
            ("Pain in right hip", BodySide.right), ("Pain in left hip", .left),
            ("Pain in unspecified hip", .unspecified), ("Bilateral primary osteoarthritis of hip", .both),
            ("Unilateral primary osteoarthritis, unspecified hip", .unspecified),
            ("Adhesive capsulitis of unspecified shoulder", .unspecified),
            ("Blindness right eye category 3, blindness left eye category 4", .both),
            ("Homonymous bilateral field defects, left side", .left),
            ("Hemiplegia, unspecified affecting unspecified side", .unspecified),
            ("Hemiplegia, unspecified affecting left nondominant side", .left),
            ("Sprain of unspecified ligament of left ankle, initial encounter", .left),
            ("Pain in unspecified lower leg", .unspecified), ("Left-sided ulcerative (chronic) colitis", .left),
        ])
    func named(title: String, side: BodySide) {
        #expect(BodySide(title: title) == side)
    }

    @Test(
        "is none where right and left are part of another name, or nothing is said",
        arguments: [
            "Low back pain, unspecified", "Left ventricular failure, unspecified", "Right bundle-branch block",
            "Left anterior fascicular block", "Foreign object left in body during surgical operation",
            "Unspecified disorder of hip", "Cholera, unspecified", "Hypoplastic left heart syndrome", "", "Unspecified",
        ])
    func none(title: String) {
        #expect(BodySide(title: title) == nil)
    }
}
