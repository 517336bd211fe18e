/** Tokens of the embedded engine, and TURN credentials. */
import fc from 'fast-check';
import { readToken, writeToken } from './tokens';
import { iceServersFor } from './turn';

describe('a token of the embedded engine', () => {
  const key = Buffer.alloc(32, 1);
  const token = { room: 'r', identity: 'i', role: 'viewer', run: 'a', serial: 1, expires_ms: 1_000 } as const;

  it('is valid until it expires', () => {
    const written = writeToken(key, token);
    expect(readToken(key, written, new Date(999))).toEqual(token);
    expect(readToken(key, written, new Date(1_000))).toBeNull();
  });

  it('is rejected when it was altered or signed with another key', () => {
    const written = writeToken(key, token);
    expect(readToken(Buffer.alloc(32, 2), written, new Date(0))).toBeNull();
    fc.assert(
      fc.property(fc.nat(written.length - 1), fc.string({ minLength: 1, maxLength: 3 }), (at, instead) => {
        const altered = written.slice(0, at) + instead + written.slice(at + instead.length);
        expect(altered === written || readToken(key, altered, new Date(0)) === null).toBe(true);
      }),
    );
  });
});

it('signs TURN credentials that expire, in the form that coturn checks', () => {
  expect(iceServersFor(null, 'finn', new Date(0))).toEqual([]);
  expect(iceServersFor({ urls: ['turn:turn.example.com'], secret: 'north' }, 'finn', new Date(1_700_000_000_000))).toEqual([
    { urls: ['turn:turn.example.com'], username: '1700000000:finn', credential: '7EC5HkXBuJuyseJ/6avnBH4zXyo=' },
  ]);
});
