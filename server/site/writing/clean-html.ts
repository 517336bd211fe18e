/** HTML that is safe to show: parsed as browsers parse it, then only the elements and attributes that pages are made of. */
import { fromHtml } from 'hast-util-from-html';
import { sanitize, type Schema } from 'hast-util-sanitize';
import { toHtml } from 'hast-util-to-html';
import { fail } from '../../kernel/api-error';

/** What the editor writes, and nothing else: whatever it does not know would be lost at the next change. */
const schema: Schema = {
  tagNames: ['h2', 'h3', 'p', 'br', 'hr', 'strong', 'em', 'u', 's', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'],
  attributes: { a: ['href'], ol: ['start'] },
  protocols: { href: ['http', 'https', 'mailto'] },
  ancestors: { li: ['ul', 'ol'] },
  // Their content is no text.
  strip: ['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'textarea', 'xmp', 'title'],
};

/** Other names of what is kept. The first heading of a page is its title, so that those of its text begin at the second. */
const renamed: Readonly<Record<string, string>> = { h1: 'h2', h4: 'h3', h5: 'h3', h6: 'h3', b: 'strong', i: 'em', del: 's', strike: 's' };

type Tree = ReturnType<typeof fromHtml>;
type Node = Tree | Tree['children'][number];

function rename(node: Node): void {
  if (node.type === 'element') node.tagName = renamed[node.tagName] ?? node.tagName;
  if ('children' in node) node.children.forEach(rename);
}

/** The harmless part of `html`. Refuses with invalid_request when it is nested deeper than can be followed. */
export function cleanHtml(html: string): string {
  try {
    const tree = fromHtml(html, { fragment: true });
    rename(tree);
    return toHtml(sanitize(tree, schema)).trim();
  } catch (thrown) {
    // The parser follows elements into each other as deep as the stack goes.
    if (thrown instanceof RangeError)
      return fail('invalid_request', { issues: [{ path: 'content', message: 'The elements of this text are nested too deeply.' }] });
    throw thrown;
  }
}
