import { chooseLayout, situationOf } from './choose-layout';
import { fan, operator } from '../../../tests/kit/answers/accounts';

const open = { isInMaintenance: false, isCountryBlocked: false, named: undefined };

test('a page without a layout gets the primary one', () => {
  expect(chooseLayout(open)).toBe('primary');
});

test.each(['primary', 'home', 'public', 'blank', 'maintenance', 'geoBlock'])('a page with the layout %s gets it', (named) => {
  expect(chooseLayout({ ...open, named })).toBe(named);
});

test.each(['unknown', '', 'Primary', '__proto__', 'constructor'])('the unknown name "%s" falls back to primary', (named) => {
  expect(chooseLayout({ ...open, named })).toBe('primary');
});

test("a country block takes precedence over the page's layout", () => {
  expect(chooseLayout({ ...open, isCountryBlocked: true, named: 'blank' })).toBe('geoBlock');
});

test('maintenance takes precedence over a country block', () => {
  expect(chooseLayout({ isInMaintenance: true, isCountryBlocked: true, named: 'home' })).toBe('maintenance');
});

test('operators bypass maintenance and the country block, fans do not', () => {
  const closed = [{ maintenanceMode: true }, { blocked: true }, 'home'] as const;
  expect(chooseLayout(situationOf(operator(), ...closed))).toBe('home');
  expect(chooseLayout(situationOf(fan(), ...closed))).toBe('maintenance');
  expect(chooseLayout(situationOf(null, ...closed))).toBe('maintenance');
});
