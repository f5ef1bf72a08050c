import CCmark
import Foundation

/// Turns Markdown that people typed (CommonMark) into HTML that is safe to put into a page or a sheet as it stands:
/// no tags of the author's own, no pictures, links to the web, mail and telephone only.
package enum Markdown {
    /// The HTML of a text. A line end is a line end on paper too. What looks like HTML is shown as it was typed:
    /// "<5 kg" is no tag. Headings begin at the third level, below those of the page.
    package static func html(_ text: String) -> String {
        guard let document = cmark_parse_document(text, text.utf8.count, CMARK_OPT_DEFAULT) else { return "" }
        defer { cmark_node_free(document) }
        // Thousands of levels (">>>>…") would exhaust the stack of programs that read the HTML. Nobody means them.
        guard let nodes = nodes(of: document) else { return "<p>\(text.htmlEscaped)</p>\n" }
        for node in nodes { makeSafe(node) }
        guard let html = cmark_render_html(document, CMARK_OPT_HARDBREAKS) else { return "" }
        defer { free(html) }
        return String(cString: html)
    }

    private static let deepest = 20
    private static let schemes: Set<String> = ["http", "https", "mailto", "tel"]

    /// Every node, outermost first, without those inside a picture, which go with it; nil when they are nested too deep.
    private static func nodes(of document: OpaquePointer) -> [OpaquePointer]? {
        guard let walk = cmark_iter_new(document) else { return nil }
        defer { cmark_iter_free(walk) }
        var nodes: [OpaquePointer] = []
        var depth = 0
        var isInPicture = 0
        while true {
            let event = cmark_iter_next(walk)
            guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) else { return nodes }
            let isPicture = cmark_node_get_type(node) == CMARK_NODE_IMAGE
            if event == CMARK_EVENT_EXIT {
                depth -= 1
                if isPicture { isInPicture -= 1 }
                continue
            }
            if isInPicture == 0 { nodes.append(node) }
            if isPicture { isInPicture += 1 }
            if !isLeaf(node) { depth += 1 }
            if depth > deepest { return nil }
        }
    }

    /// Leaves come by once, without an exit.
    private static func isLeaf(_ node: OpaquePointer) -> Bool {
        let leaves = [
            CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK, CMARK_NODE_CODE_BLOCK, CMARK_NODE_TEXT,
            CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE,
        ]
        return leaves.contains(cmark_node_get_type(node))
    }

    private static func makeSafe(_ node: OpaquePointer) {
        switch cmark_node_get_type(node) {
        case CMARK_NODE_IMAGE: remove(node)
        case CMARK_NODE_HTML_INLINE: replace(node, by: CMARK_NODE_TEXT)
        case CMARK_NODE_HTML_BLOCK: replace(node, by: CMARK_NODE_CODE_BLOCK)
        case CMARK_NODE_HEADING: cmark_node_set_heading_level(node, min(6, cmark_node_get_heading_level(node) + 2))
        case CMARK_NODE_CODE_BLOCK: cmark_node_set_fence_info(node, "")
        case CMARK_NODE_LINK: if !isAllowed(cmark_node_get_url(node)) { unwrap(node) }
        default: break
        }
    }

    private static func isAllowed(_ url: UnsafePointer<CChar>?) -> Bool {
        guard let url, let colon = strchr(url, 58) else { return false }
        let text = String(cString: url)
        let scheme = text.prefix(max(0, UnsafePointer(colon) - url)).lowercased()
        return schemes.contains(scheme) && text.unicodeScalars.allSatisfy { $0.value > 32 && $0.value != 127 }
    }

    /// Puts a node with the same text, but of a kind that is escaped, in the place of one that would not be.
    private static func replace(_ node: OpaquePointer, by type: cmark_node_type) {
        guard let safe = cmark_node_new(type) else { return remove(node) }
        cmark_node_set_literal(safe, cmark_node_get_literal(node))
        if cmark_node_replace(node, safe) == 0 { cmark_node_free(safe) }
        remove(node)
    }

    /// Leaves the words of a link where it stood.
    private static func unwrap(_ link: OpaquePointer) {
        while let child = cmark_node_first_child(link) {
            if cmark_node_insert_before(link, child) == 0 { cmark_node_unlink(child) }
        }
        remove(link)
    }

    private static func remove(_ node: OpaquePointer) {
        cmark_node_unlink(node)
        cmark_node_free(node)
    }
}
