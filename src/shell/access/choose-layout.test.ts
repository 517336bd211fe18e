import { chooseLayout, situationOf } from './choose-layout';
import { fan, operator } from '../../../tests/kit/answers/accounts';

const open = { isInMaintenance: false, isCountryBlocked: false, named: undefined };

test('a page that names no layout gets the primary one', () => {
  expect(chooseLayout(open)).toBe('primary');
});

test.each(['primary', 'home', 'public', 'blank', 'maintenance', 'geoBlock'])('a page that names %s gets it', (named) => {
  expect(chooseLayout({ ...open, named })).toBe(named);
});

test.each(['unknown', '', 'Primary', '__proto__', 'constructor'])('the unknown name "%s" falls back to primary', (named) => {
  expect(chooseLayout({ ...open, named })).toBe('primary');
});

test('a blocked country comes before the layout that a page names', () => {
  expect(chooseLayout({ ...open, isCountryBlocked: true, named: 'blank' })).toBe('geoBlock');
});

test('maintenance comes before a blocked country', () => {
  expect(chooseLayout({ isInMaintenance: true, isCountryBlocked: true, named: 'home' })).toBe('maintenance');
});

test('operators pass maintenance and the country block, fans do not', () => {
  const closed = [{ maintenanceMode: true }, { blocked: true }, 'home'] as const;
  expect(chooseLayout(situationOf(operator(), ...closed))).toBe('home');
  expect(chooseLayout(situationOf(fan(), ...closed))).toBe('maintenance');
  expect(chooseLayout(situationOf(null, ...closed))).toBe('maintenance');
});
