"""Every page: no violation of axe's rules narrow and wide, in light and in dark; no sideways scrolling; light in bytes.

`PAGES` is held against the program's own list of routes, so a page that is new has to be added here.
"""

from pathlib import Path

import pytest

from reader import NARROW, WIDE

PROJECT = Path(__file__).resolve().parents[2]

# Route → addresses to look at. `{name}` is something of the furnished clinic.
PAGES = {
    "/": ["/"],
    "/account": ["/account"],
    "/administrations/:id": ["/administrations/{entry}"],
    "/diagnoses": ["/diagnoses", "/diagnoses?q=lumb+rad", "/diagnoses?q=722&system=icd9cm", "/diagnoses?q=xyzzy"],
    "/favourite-prescriptions": ["/favourite-prescriptions"],
    "/favourite-prescriptions/:id/edit": ["/favourite-prescriptions/{favourite}/edit"],
    "/favourite-prescriptions/:id/removal": ["/favourite-prescriptions/{favourite}/removal"],
    "/medications": ["/medications", "/medications?q=hydr", "/medications?q=lisinipril", "/medications?area=heart&letter=a",
                     "/medications?q=xyzzy"],
    "/medications/:id": ["/medications/hydroxyzine", "/medications/ranitidine", "/medications/methotrexate",
                         "/medications/codeine"],
    "/patients": ["/patients", "/patients?q=okafor", "/patients?q=xyzzy"],
    "/patients/:id": ["/patients/{patient}", "/patients/{survivor}", "/patients/{own_record}"],
    "/patients/:id/edit": ["/patients/{patient}/edit"],
    "/patients/:id/invitations": ["/patients/{patient}/invitations"],
    "/patient-accounts/:id/deactivation": ["/patient-accounts/{own_account}/deactivation"],
    "/patients/:id/consents": ["/patients/{patient}/consents", "/patients/{own_record}/consents"],
    "/patients/:id/merge": ["/patients/{patient}/merge", "/patients/{patient}/merge?with={survivor}"],
    "/patients/:id/separation": ["/patients/{duplicate}/separation"],
    "/patients/:id/versions": ["/patients/{survivor}/versions"],
    "/patients/new": ["/patients/new"],
    "/patients/:id/medications": ["/patients/{patient}/medications"],
    "/medication-prescriptions/:id": [
        "/medication-prescriptions/{ordered}", "/medication-prescriptions/{ordered}?group=year"],
    "/medication-prescriptions/:id/administrations/days": ["/medication-prescriptions/{ordered}/administrations/days"],
    "/medication-prescriptions/:id/administrations/new": ["/medication-prescriptions/{ordered}/administrations/new"],
    "/medication-prescriptions/:id/discontinuation": ["/medication-prescriptions/{ordered}/discontinuation"],
    "/medication-prescriptions/:id/edit": ["/medication-prescriptions/{order}/edit"],
    "/medication-prescriptions/:id/medicine": [
        "/medication-prescriptions/{order}/medicine", "/medication-prescriptions/{order}/medicine?q=metf"],
    "/medication-prescriptions/:id/pause": ["/medication-prescriptions/{ordered}/pause"],
    "/medication-prescriptions/:id/printing": [
        "/medication-prescriptions/{ordered}/printing?copy=clinic&copy=patient&copy=pharmacy"],
    "/medication-prescriptions/:id/removal": ["/medication-prescriptions/{order}/removal"],
    "/medication-prescriptions/:id/sending": ["/medication-prescriptions/{ordered}/sending"],
    "/medication-prescriptions/:id/sheet": [
        "/medication-prescriptions/{order}/sheet", "/medication-prescriptions/{ordered}/sheet"],
    "/patients/:id/prescriptions": ["/patients/{patient}/prescriptions"],
    "/prescriptions": ["/prescriptions", "/prescriptions?number=nothing", "/prescriptions?course=treatment"],
    "/prescriptions/:id": ["/prescriptions/{signed}", "/prescriptions/{complete}", "/prescriptions/{empty}"],
    "/prescriptions/:id/cancellation": ["/prescriptions/{signed}/cancellation"],
    "/prescriptions/:id/clearing": ["/prescriptions/{complete}/clearing"],
    "/prescriptions/:id/diagnoses": ["/prescriptions/{complete}/diagnoses", "/prescriptions/{empty}/diagnoses?q=lumb+rad"],
    "/prescriptions/:id/favourite": ["/prescriptions/{complete}/favourite", "/prescriptions/{signed}/favourite"],
    "/prescriptions/:id/patient": ["/prescriptions/{empty}/patient", "/prescriptions/{empty}/patient?q=o"],
    "/prescriptions/:id/practice": ["/prescriptions/{complete}/practice"],
    "/prescriptions/:id/practice/by-hand": ["/prescriptions/{complete}/practice/by-hand"],
    "/prescriptions/:id/practice/favourite": ["/prescriptions/{complete}/practice/favourite"],
    "/prescriptions/:id/printing": ["/prescriptions/{signed}/printing?copy=clinic&copy=patient&copy=practice"],
    "/prescriptions/:id/sending": ["/prescriptions/{signed}/sending"],
    "/prescriptions/:id/sheet": ["/prescriptions/{complete}/sheet"],
    "/prescriptions/:id/therapies": ["/prescriptions/{complete}/therapies"],
    "/therapy-templates": ["/therapy-templates"],
    "/therapy-templates/:id": ["/therapy-templates/spine", "/therapy-templates/{template}", "/therapy-templates/{template}?version=1"],
    "/therapy-templates/:id/edit": ["/therapy-templates/{template}/edit"],
    "/therapy-templates/:id/edit/details": ["/therapy-templates/{template}/edit/details"],
    "/therapy-templates/:id/edit/items/:item": ["/therapy-templates/{template}/edit/items/cervical-traction"],
    "/therapy-templates/:id/edit/lists/:list": [
        "/therapy-templates/{template}/edit/lists/precautions",
        "/therapy-templates/{template}/edit/lists/weight-bearing?at=item-up:wbat",
    ],
    "/therapy-templates/:id/edit/lists/:list/items/:item": [
        "/therapy-templates/{template}/edit/lists/precautions/items/pregnancy",
        "/therapy-templates/{template}/edit/lists/weight-bearing/items/pwb",
    ],
    "/therapy-templates/:id/edit/lists/:list/new-item": ["/therapy-templates/{template}/edit/lists/precautions/new-item"],
    "/therapy-templates/:id/edit/new-item": ["/therapy-templates/{template}/edit/new-item?section=education"],
    "/therapy-templates/:id/edit/new-section": ["/therapy-templates/{template}/edit/new-section"],
    "/therapy-templates/:id/edit/rules": ["/therapy-templates/{template}/edit/rules"],
    "/therapy-templates/:id/edit/sections/:section": ["/therapy-templates/{template}/edit/sections/education"],
    "/returns": ["/returns"],
    "/practices": ["/practices"],
    "/practices/:id/edit": ["/practices/{practice}/edit"],
    "/practices/:id/removal": ["/practices/{practice}/removal"],
    "/practices/directory": [
        "/practices/directory", "/practices/directory?q=port&prescription={complete}", "/practices/directory?q=nothing"],
    "/practices/directory/:id/edit": ["/practices/directory/{entry_of_directory}/edit"],
    "/practices/directory/:id/removal": ["/practices/directory/{entry_of_directory}/removal"],
    "/practices/directory/new": ["/practices/directory/new"],
    "/practices/nearby": [
        "/practices/nearby?zip=97211&radius=10&unit=mi", "/practices/nearby?prescription={complete}&zip=97266",
        "/practices/nearby?prescription={empty}"],
    "/practices/new": ["/practices/new"],
    "/provider": ["/provider"],
    "/provider/icon": ["/provider/icon"],
    "/provider/signature": ["/provider/signature"],
    "/diagnoses/:system/:code": ["/diagnoses/icd10cm/M54.16", "/diagnoses/icd10cm/M54"],
}
ADMINS_PAGES = {
    "/": ["/"],
    "/background-work": ["/background-work"],
    "/catalogues": ["/catalogues"],
    "/imports": ["/imports"],
    "/imports/:id": ["/imports/{import_checked}", "/imports/{import_failed}"],
    "/imports/:id/changes": ["/imports/{import_checked}/changes?change=added"],
    "/audit": ["/audit", "/audit?action=signed", "/audit?action=printed"],
    "/diagnostics": ["/diagnostics", "/diagnostics?check=yes"],
    "/people": ["/people"],
    "/people/:id": ["/people/{own_account}", "/people/{colleague}"],
    "/people/:id/deactivation": ["/people/{colleague}/deactivation"],
    "/people/:id/invitations": ["/people/{colleague}/invitations"],
    "/people/invitations": ["/people/invitations"],
    "/people/new": ["/people/new"],
    "/people/patients": ["/people/patients"],
    "/settings": ["/settings"],
    "/settings/clinic": ["/settings/clinic"],
    "/settings/doses": ["/settings/doses"],
    "/settings/geocoder": ["/settings/geocoder", "/settings/geocoder?preset=census"],
    "/settings/icon": ["/settings/icon"],
    "/settings/mail": ["/settings/mail"],
    "/settings/region": ["/settings/region"],
    "/settings/signing": ["/settings/signing"],
    "/settings/texts": ["/settings/texts"],
    "/settings/units": ["/settings/units"],
}
PATIENTS_PAGES = {
    "/": ["/"],
    "/medications": ["/medications"],
    "/medications/:id": ["/medications/warfarin"],
    "/my/prescriptions/:id": ["/my/prescriptions/{own}"],
    "/my/administrations/:id": ["/my/administrations/{entry}"],
    "/my/consents": ["/my/consents"],
    "/my/medications": ["/my/medications"],
    "/my/medications/:id": ["/my/medications/{own_order}", "/my/medications/{own_order}?group=day"],
    "/my/medications/:id/administrations/days": ["/my/medications/{own_order}/administrations/days"],
    "/my/medications/:id/administrations/new": ["/my/medications/{own_order}/administrations/new"],
    "/my/times": ["/my/times"],
}
VISITORS_PAGES = {
    "/set-up": ["{set_up_link}"],
    "/sign-in": ["/sign-in", "/nowhere"],
    "/join": ["/join"],
    "/join/staff": ["/join/staff", "/join/staff?code=K7QF-3MXW-P9TD"],
    "/join/staff/account": ["/join/staff/account"],  # Leads back: test_people.py looks at the page itself.
    "/return": ["/return"],
    "/return/form": ["/return/form"],  # Leads back to /return: test_returns.py looks at the page itself.
    "/trust": ["/trust", "/trust?language=de"],
    "/join/account": ["/join/account"],  # Leads back to /join: test_invitations.py looks at the page itself.
}
# There only with TLS: test_network.py looks at it.
NETWORK_PAGES = {
    "/trust/sheet": ["/trust/sheet", "/trust/sheet?language=de"],
}
# Not pages: what they answer is no HTML for people.
NO_PAGES = {"/up", "/trust/theralog-authority.cer", "/trust/theralog-authority.crt", "/audit.csv", "/diagnostics.txt", "/imports/:id/changes.csv", "/imports/:id/problems.csv", "/clinic/icon", "/diagnoses/search", "/medications/search", "/provider/icon/image",
            "/provider/signature/image", "/prescriptions/:id/pictures/:hash", "/prescriptions/:id/sheet.pdf", "/prescriptions/:id/printing.pdf",
            "/prescriptions/:id/reports/:report", "/therapy-templates/:id/template.json", "/return/:code",
            "/medication-prescriptions/:id/pictures/:hash", "/medication-prescriptions/:id/sheet.pdf",
            "/medication-prescriptions/:id/printing.pdf", "/sheet-pictures/:token",
            "/medication-prescriptions/:id/chart.svg", "/medication-prescriptions/:id/log.csv",
            "/my/medications/:id/chart.svg", "/my/medications/:id/log.csv",
            "/my/prescriptions/:id/pictures/:hash", "/my/prescriptions/:id/sheet.pdf"}

WEIGHT_LIMIT = 100 * 1024


def test_every_page_is_looked_at():
    routes = (PROJECT / "Tests/SiteTests/Contracts/routes.txt").read_text().splitlines()
    pages = {path for method, path, _ in map(str.split, routes) if method == "GET"}
    assert pages == set(PAGES) | set(ADMINS_PAGES) | set(PATIENTS_PAGES) | set(VISITORS_PAGES) | set(NETWORK_PAGES) | NO_PAGES


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages(furnished, read, pictures, language):
    reader = read(furnished.clinic, language=language, state=furnished.state)
    reader.choose_language()
    look_at(reader, furnished.names, PAGES, pictures)


@pytest.mark.parametrize("language", ["en", "de"])
def test_pages_of_others(furnished, read, pictures, language):
    others = {"admin": (furnished.admin_state, ADMINS_PAGES), "patient": (furnished.patient_state, PATIENTS_PAGES)}
    for role, (state, pages) in others.items():
        reader = read(furnished.clinic, language=language, state=state)
        reader.choose_language()
        look_at(reader, furnished.names, pages, pictures, prefix=f"{role}-")


@pytest.mark.parametrize("language", ["en", "de"])
def test_visitors_pages(new_clinic, read, pictures, language):
    reader = read(new_clinic, language=language)
    look_at(reader, {"set_up_link": new_clinic.set_up_link}, {"/set-up": VISITORS_PAGES["/set-up"]}, pictures)
    new_clinic.add_account("dana@example.org", "clinician")
    look_at(reader, {}, {route: VISITORS_PAGES[route] for route in VISITORS_PAGES if route != "/set-up"}, pictures)


# Between a phone and a desktop, where nobody looks: only that nothing scrolls sideways.
BETWEEN = [320, 640, 768, 1024]


def look_at(reader, names, pages, pictures, prefix=""):
    """Goes through the addresses, each loaded once and seen in every width and in light and dark; all problems of all pages
    are reported together."""
    problems = []
    for route, addresses in pages.items():
        for number, address in enumerate(addresses):
            answer = reader.go(address.format(**names))
            assert answer.status == (404 if address == "/nowhere" else 200), f"{address}: {answer.status}"
            name = route.strip("/").replace("/", "_").replace(":", "") or "home"
            for width in (NARROW, WIDE):
                for dark in (False, True):
                    reader.see(width, dark)
                    reader.picture(pictures, f"{prefix}{name}-{number}")
                    problems += reader.accessibility_problems()
            for width in (*BETWEEN, NARROW, WIDE):
                reader.see(width)
                problems += reader.layout_problems()
            weight = reader.weight()
            if weight > WEIGHT_LIMIT:
                problems.append(f"{address} weighs {weight} bytes")
    assert problems == [], "\n".join(problems)
