import { accountReferences, nameOfColumn } from '../../../tests/kit/host/references';
import { notHers, sources } from './sources';

const given = new Set(sources.flatMap(({ table, owners }) => owners.map((column) => nameOfColumn(table, column))));
const known = accountReferences().map(({ name }) => name);

describe('the sources of an archive', () => {
  it('are every column that names an account, unless a reason says why not', () => {
    const missing = known.filter((name) => !given.has(name) && !(name in notHers));
    // A new table belongs into `sources`, or with the reason why its rows are nobody's to take along into `notHers`.
    expect(missing).toEqual([]);
  });

  it('give no reason for what is given, and none for what is not there', () => {
    expect(Object.keys(notHers).filter((name) => given.has(name) || !known.includes(name))).toEqual([]);
  });

  it('hide what opens something', () => {
    const columns = sources.flatMap(({ table, without = [] }) =>
      Object.keys(table).filter((key) => /Hash$|secret|Sealed$|gatewayKey|p256dh|^auth$/i.test(key) && !without.includes(key)),
    );
    expect(columns).toEqual([]);
  });

  it('have names of their own', () => {
    expect(new Set(sources.map(({ name }) => name)).size).toBe(sources.length);
  });
});
