/** Email addresses with international domains: mail servers and the database use only their ASCII form. */

const domainPattern = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u;
const ascii = /^[\x00-\x7f]*$/;

/** The address with its domain in ASCII (RFC 5890). An invalid domain is returned unchanged. */
export function asciiEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // `domainPattern` excludes characters that would end or split the host in a URL.
  if (at < 0 || ascii.test(domain) || !domainPattern.test(domain)) return address;
  return URL.canParse(`http://${domain}`) ? `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}` : address;
}
