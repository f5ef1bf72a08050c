// swift-tools-version: 6.2
import PackageDescription

/// Language settings of every target of ours. Warnings become errors only under `make test`, so that a newer compiler
/// does not stop a clinic from running `make serve`.
let house: [SwiftSetting] =
    [
        .swiftLanguageMode(.v6),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ] + (Context.environment["WARNINGS_AS_ERRORS"] == nil ? [] : [.treatAllWarnings(as: .error)])

let hummingbird: Target.Dependency = .product(name: "Hummingbird", package: "hummingbird")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")
let cryptoExtras: Target.Dependency = .product(name: "CryptoExtras", package: "swift-crypto")
let httpTypes: Target.Dependency = .product(name: "HTTPTypes", package: "swift-http-types")
let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let subprocess: Target.Dependency = .product(name: "Subprocess", package: "swift-subprocess")

let package = Package(
    name: "theralog",
    platforms: [.macOS(.v14)],
    products: [.executable(name: "theralog", targets: ["theralog"])],
    dependencies: [
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1", traits: []),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/apple/swift-asn1", from: "1.7.1"),
        .package(url: "https://github.com/apple/swift-certificates", from: "1.21.1"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-http-types", from: "1.8.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-extras", from: "1.35.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.37.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
        .package(url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2"),
    ],
    targets: [
        .systemLibrary(name: "CArchive", pkgConfig: "libarchive", providers: [.apt(["libarchive-dev"])]),
        .systemLibrary(name: "CXML2", pkgConfig: "libxml-2.0", providers: [.apt(["libxml2-dev"])]),
        .systemLibrary(name: "CCmark", pkgConfig: "libcmark", providers: [.apt(["libcmark-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CZint", providers: [.apt(["libzint-dev"])]),

        .target(name: "Clinic", swiftSettings: house),
        .target(name: "Catalogs", dependencies: ["Clinic", "CArchive", "CXML2"], swiftSettings: house),
        .target(
            name: "Store",
            dependencies: ["Clinic", .product(name: "GRDB", package: "GRDB.swift"), crypto],
            resources: [.copy("Migrations/SQL")], swiftSettings: house),
        .target(name: "FHIR", dependencies: ["Clinic"], swiftSettings: house),
        .target(
            name: "Rendering",
            dependencies: [
                "Clinic", "CCmark", .product(name: "Mustache", package: "swift-mustache"), subprocess,
            ], resources: [.copy("PDF/sheet_to_pdf.py")], swiftSettings: house),
        .target(name: "Documents", dependencies: ["Clinic", "Rendering", "CZint"], swiftSettings: house),
        .target(
            name: "Sending",
            dependencies: [
                "Clinic", "Store", "CCurl", logging,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: house),
        .target(
            name: "Site",
            dependencies: [
                "CMalloc", "Clinic", "Catalogs", "Store", "Rendering", "Documents", "Sending", hummingbird, crypto,
                cryptoExtras, httpTypes, logging, subprocess,
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
            ], swiftSettings: house),
        .executableTarget(
            name: "theralog",
            dependencies: [
                "Clinic", "Catalogs", "Store", "Rendering", "Documents", "Sending", "Site", hummingbird, logging,
                crypto,
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
                .product(name: "UnixSignals", package: "swift-service-lifecycle"),
            ], swiftSettings: house),
        .target(
            name: "TestSupport",
            dependencies: [
                "Clinic", "Catalogs", "Store", "Rendering", "Documents", "Site", hummingbird, httpTypes, crypto,
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ], swiftSettings: house),

        .executableTarget(
            name: "Benchmarks",
            dependencies: [
                "Clinic", "Store", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOHTTP1", package: "swift-nio"),
            ], path: "Tests/Benchmarks", swiftSettings: house),

        .testTarget(name: "ClinicTests", dependencies: ["Catalogs", "Clinic", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "FHIRTests", dependencies: ["FHIR", "Clinic", "Rendering", "TestSupport"], swiftSettings: house),
        .testTarget(
            name: "CatalogsTests", dependencies: ["Catalogs", "Clinic", "TestSupport", crypto], swiftSettings: house),
        .testTarget(
            name: "StoreTests",
            dependencies: ["Store", "Clinic", "TestSupport", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: house),
        .testTarget(
            name: "RenderingTests", dependencies: ["Rendering", "Clinic", "TestSupport"],
            exclude: ["Messages/same-in-german.txt"], swiftSettings: house),
        .testTarget(
            name: "DocumentsTests", dependencies: ["Catalogs", "Documents", "Rendering", "Clinic", "TestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "SendingTests",
            dependencies: [
                "Sending", "Store", "Clinic", "TestSupport", logging,
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: house),
        .testTarget(
            name: "SiteTests",
            dependencies: [
                "Site", "Sending", "Store", "Clinic", "Catalogs", "FHIR", "Rendering", "Documents", "TestSupport",
                hummingbird,
                httpTypes, crypto, logging,
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
                .product(name: "NIOTLS", package: "swift-nio"),
                .product(name: "SwiftASN1", package: "swift-asn1"),
                .product(name: "X509", package: "swift-certificates"),
                .product(name: "HummingbirdTesting", package: "hummingbird"),
            ], exclude: ["Contracts/routes.txt"], swiftSettings: house),
        .testTarget(
            name: "theralogTests",
            dependencies: [
                "theralog", "Clinic", "Sending", "Site", "Store", "TestSupport", hummingbird, logging, crypto,
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ], swiftSettings: house),
    ]
)
