/** Addresses of international domains, which mail servers and the database know in ASCII alone. */

const label = /^[\p{L}\p{M}\p{N}.\-\u3002\uff0e\uff61]+$/u;
const ascii = /^[\x00-\x7f]*$/;

/** The address with its domain in ASCII (RFC 5890); what is no domain stays as it was. */
export function asciiEmail(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  // What could end or part a host in a URL is none of its letters.
  if (at < 0 || ascii.test(domain) || !label.test(domain)) return address;
  return URL.canParse(`http://${domain}`) ? `${address.slice(0, at)}@${new URL(`http://${domain}`).hostname}` : address;
}
