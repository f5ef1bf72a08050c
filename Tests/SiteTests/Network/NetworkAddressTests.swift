import Foundation
import Testing

@testable import Site

@Suite("Network addresses")
struct NetworkAddressTests {
    @Test(
        "are read as people and sockets write them",
        arguments: [
            ("192.0.2.1", "192.0.2.1"), ("::ffff:192.0.2.1", "192.0.2.1"), ("2001:DB8::1", "2001:db8::1"),
            ("[::1]", "::1"), ("fe80::1%eth0", "fe80::1"),
        ])
    func reading(text: String, expected: String) {
        #expect(NetworkAddress(text)?.description == expected)
    }

    @Test(
        "anything else is none",
        arguments: [
            "", "localhost", "1.2.3", "1.2.3.256", "1.2.3.4:80", "01.2.3.4.5", "::1::", "[::1", "1.2.3.4\r\nX: y",
            "١.٢.٣.٤", String(repeating: "1", count: 100_000), "0x7f.1", "2130706433",
        ])
    func none(text: String) {
        #expect(NetworkAddress(text) == nil)
    }

    @Test("know this machine and their cable")
    func kinds() throws {
        #expect(NetworkAddress("127.8.9.1")?.isLoopback == true && NetworkAddress("::1")?.isLoopback == true)
        #expect(NetworkAddress("::ffff:127.0.0.1")?.isLoopback == true)
        #expect(NetworkAddress("10.0.0.1")?.isLoopback == false)
        #expect(NetworkAddress("fe80::2")?.isLinkLocal == true && NetworkAddress("169.254.3.3")?.isLinkLocal == true)
        #expect(NetworkAddress("2001:db8::1")?.inURL == "[2001:db8::1]")
    }

    @Test("an IPv6 network of one machine is one client")
    func groups() throws {
        #expect(NetworkAddress("2001:db8::1")?.group == NetworkAddress("2001:db8::ffff")?.group)
        #expect(NetworkAddress("2001:db8::1")?.group != NetworkAddress("2001:db8:0:1::1")?.group)
        #expect(NetworkAddress("192.0.2.1")?.group != NetworkAddress("192.0.2.2")?.group)
    }

    @Test("ranges hold what begins with their bits")
    func ranges() throws {
        let range = try #require(NetworkRange("10.20.0.0/15"))
        for (text, isIn) in [("10.20.1.1", true), ("10.21.255.255", true), ("10.22.0.0", false), ("::1", false)] {
            #expect(try range.contains(#require(NetworkAddress(text))) == isIn, "\(text)")
        }
        let one = try #require(NetworkRange("192.0.2.7"))
        #expect(try one.contains(#require(NetworkAddress("192.0.2.7"))))
        #expect(try !one.contains(#require(NetworkAddress("192.0.2.6"))))
        #expect(try #require(NetworkRange("2001:db8::/33")).contains(#require(NetworkAddress("2001:db8:7fff::1"))))
        #expect(try !#require(NetworkRange("2001:db8::/33")).contains(#require(NetworkAddress("2001:db8:8000::1"))))
        #expect(try #require(NetworkRange("0.0.0.0/0")).contains(#require(NetworkAddress("8.8.8.8"))))
        for text in ["", "x", "10.0.0.0/33", "10.0.0.0/-1", "10.0.0.0/", "10.0.0.0/8/8", "::/129"] {
            #expect(NetworkRange(text) == nil, "\(text)")
        }
    }

    @Test("a host is one of a certificate's names by small letters and one label for a star")
    func names() throws {
        let names = HostNames(names: ["clinic.example", "*.clinic.example"], addresses: [])
        #expect(names.contains("Clinic.Example") && names.contains("a.clinic.example"))
        for host in [
            "a.b.clinic.example", ".clinic.example", "example", "clinic.example.evil.test", "", "a b.clinic.example",
        ] {
            #expect(!names.contains(host), "\(host)")
        }
    }

    @Test("this machine has a name and reaches itself")
    func machine() throws {
        let machine = HostNames.machine()
        #expect(machine.contains("localhost") && machine.contains("127.0.0.1") && machine.contains("[::1]"))
        #expect(machine.reachable.allSatisfy { $0 != "localhost" && $0 != "127.0.0.1" })
    }

    @Test(
        "the Host of a request is a name or address with a port or none",
        arguments: [
            ("clinic.local", "clinic.local"), ("Clinic.Local:8443", "clinic.local"),
            ("[2001:DB8::1]:8443", "[2001:db8::1]"),
            ("127.0.0.1:80", "127.0.0.1"), ("clinic:", "clinic"), ("", nil), ("a/b", nil), ("a@b", nil), ("a:b", nil),
            ("[::1", nil), ("[::1]x", nil), ("a\u{0}b", nil), ("a:123456", nil), ("bücher.example", nil),
        ])
    func requestHost(authority: String, name: String?) {
        #expect(RequestHost(authority)?.name == name)
    }
}
