/// How much of a file is read. What exceeds a limit is refused, as a whole or line by line.
package struct CatalogLimits: Hashable, Sendable {
    /// Bytes that one part may unpack to, and all parts that are read together. The whole of NPPES has about 10 GiB.
    package var unpackedBytes = 16 << 30
    /// Beyond ``freeBytes`` a file may not unpack to more than so many times its size. Official lists reach 20.
    package var ratio = 1000
    /// Bytes that may come out of a file whatever its size.
    package var freeBytes = 64 << 20
    /// Files and folders in an archive.
    package var entries = 10_000
    /// Parts of an archive that are read.
    package var parts = 1_000
    /// Bytes of a line.
    package var lineBytes = 65_536
    /// Bytes of a record that may go over several lines: a row of a table.
    package var recordBytes = 1 << 20
    /// Bytes of one element of a JSON document: the longest drug labels have over 1 MiB.
    package var elementBytes = 4 << 20
    package var jsonDepth = 64
    package var xmlDepth = 256
    /// Rows of one part, those with problems counted.
    package var rows = 5_000_000
    /// Codes of a diagnosis list, which is held in memory.
    package var codes = 250_000
    /// Bytes of the titles and terms of a diagnosis list.
    package var codeTextBytes = 64 << 20

    /// How much of a part is looked at to recognise it, in bytes.
    package static let headBytes = 65_536

    package static let standard = CatalogLimits()

    package init() {}
}
