/** HTML sanitizing: parsed as browsers parse it, then reduced to the elements and attributes that pages may use. */
import { fromHtml } from 'hast-util-from-html';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { fail } from '../../kernel/api-error';

/** Exactly what the editor can write: anything else would be lost at the next edit. */
const schema: Schema = {
  tagNames: ['h2', 'h3', 'p', 'br', 'hr', 'strong', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'],
  attributes: { a: ['href'], ol: ['start'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  ancestors: { li: ['ul', 'ol'] },
  // The content of these elements is not text.
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'textarea', 'xmp', 'title'],
};

/** Elements that are renamed. The first heading of a page is its title, so headings in its text start at the second level. */
const renamed: Readonly<Record<string, string>> = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3', b: 'strong', i: 'em', del: 's', strike: 's' };

type Tree = ReturnType<typeof fromHtml>;
type Node = Tree | Tree['children'][number];

function rename(node: Node): void {
  if (node.type === 'element') node.tagName = renamed[node.tagName] ?? node.tagName;
  if ('children' in node) node.children.forEach(rename);
}

/** The safe part of `html`. Rejects with invalid_request when it is nested too deeply. */
export function cleanHtml(html: string): string {
  try {
    const tree = fromHtml(html, { fragment: true });
    rename(tree);
    return toHtml(sanitize(tree, schema)).trim();
  } catch (thrown) {
    // The parser is recursive: deep nesting overflows the stack.
    if (thrown instanceof RangeError)
      return fail('invalid_request', {
        issues: [{ path: 'content', message: 'This text is nested too deeply. Simplify its formatting.' }],
      });
    throw thrown;
  }
}
