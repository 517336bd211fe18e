import { accountReferences, nameOfColumn } from '../../../tests/kit/host/references';
import { notExported, sources } from './sources';

const exported = new Set(sources.flatMap(({ table, owners }) => owners.map((column) => nameOfColumn(table, column))));
const known = accountReferences().map(({ name }) => name);

describe('the sources of an archive', () => {
  it('cover every column that names an account, unless a reason is given', () => {
    const missing = known.filter((name) => !exported.has(name) && !(name in notExported));
    // A new table belongs in `sources`, or in `notExported` with the reason why its rows are not exported.
    expect(missing).toEqual([]);
  });

  it('give no reason for exported or missing columns', () => {
    expect(Object.keys(notExported).filter((name) => exported.has(name) || !known.includes(name))).toEqual([]);
  });

  it('leave out secrets that grant access', () => {
    const columns = sources.flatMap(({ table, omit = [] }) =>
      Object.keys(table).filter((key) => /Hash$|secret|Sealed$|gatewayKey|p256dh|^auth$/i.test(key) && !omit.includes(key)),
    );
    expect(columns).toEqual([]);
  });

  it('have unique names', () => {
    expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
  });
});
