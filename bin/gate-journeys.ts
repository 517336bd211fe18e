/** The journeys of `npm test`: together they touch every layer. `npm run test:all` also runs all others. Paths below tests/journeys. */
export const gateJourneys = [
  'people/guest',
  'people/registration',
  'money/money',
  'money/store',
  'money/payouts',
  'talk/messages',
  'content/content',
  'live/live',
  'site/console',
  'site/countries',
  'site/maintenance',
  'network/late-scripts',
  'screens/guests',
] as const;
