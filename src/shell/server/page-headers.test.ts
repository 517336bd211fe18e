/** Security headers of pages and other responses. */
import { firstSettings } from '@web/session/store/first-settings';
import { pageHeaders, siteHeaders } from './page-headers';

const page = {
  apiUrl: 'https://api.example.com',
  siteUrl: 'https://example.com',
  settings: firstSettings,
  nonce: 'n',
  isDevelopment: false,
};

test('the policy of a page forbids framing, base URLs and plugins', () => {
  const policy = pageHeaders(page)['Content-Security-Policy'];
  for (const directive of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "script-src 'self' 'nonce-n'"])
    expect(policy).toContain(directive);
});

test('other responses have security headers too', () => {
  expect(siteHeaders('https://example.com')).toEqual({
    'Content-Security-Policy': "object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
  });
});

test('sites with TLS send HSTS for a year, including subdomains', () => {
  expect(pageHeaders(page)['Strict-Transport-Security']).toBe('max-age=31536000; includeSubDomains');
  expect(siteHeaders('http://localhost:3000')).not.toHaveProperty('Strict-Transport-Security');
});
