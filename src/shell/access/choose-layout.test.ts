import { chooseLayout, situationOf } from './choose-layout';
import { fan, operator } from '../../../tests/kit/fixtures/accounts';

const open = { isInMaintenance: false, isCountryBlocked: false, pageLayout: undefined };

test('a page without a layout gets the primary one', () => {
  expect(chooseLayout(open)).toBe('primary');
});

test.each(['primary', 'home', 'public', 'blank', 'maintenance', 'geoBlock'])('a page with the layout %s gets it', (pageLayout) => {
  expect(chooseLayout({ ...open, pageLayout })).toBe(pageLayout);
});

test.each(['unknown', '', 'Primary', '__proto__', 'constructor'])('the unknown name "%s" falls back to primary', (pageLayout) => {
  expect(chooseLayout({ ...open, pageLayout })).toBe('primary');
});

test("a country block takes precedence over the page's layout", () => {
  expect(chooseLayout({ ...open, isCountryBlocked: true, pageLayout: 'blank' })).toBe('geoBlock');
});

test('maintenance takes precedence over a country block', () => {
  expect(chooseLayout({ isInMaintenance: true, isCountryBlocked: true, pageLayout: 'home' })).toBe('maintenance');
});

test('operators bypass maintenance and the country block, fans do not', () => {
  const closed = [{ maintenanceMode: true }, { blocked: true }, 'home'] as const;
  expect(chooseLayout(situationOf(operator(), ...closed))).toBe('home');
  expect(chooseLayout(situationOf(fan(), ...closed))).toBe('maintenance');
  expect(chooseLayout(situationOf(null, ...closed))).toBe('maintenance');
});
