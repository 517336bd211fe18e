/** Responses to purchases contain what was charged, so that a caller that buys without `expectedPrice` learns the price. */
import * as z from 'zod';
import { api, endpoint, type Name } from '@contract/api';

const names = Object.keys(api) as Name[];

const priceFields = ['price', 'totalPrice', 'fee', 'pricePerMinute'];

/** The fields of an object or of the objects in its lists. */
const fieldsOf = (schema: unknown): string[] => {
  const { properties = {}, items } = schema as { properties?: Record<string, unknown>; items?: unknown };
  return [...Object.keys(properties), ...[items, ...Object.values(properties)].flatMap((inner) => (inner ? fieldsOf(inner) : []))];
};
const topFieldsOf = (name: Name): string[] => {
  const schema = z.toJSONSchema(endpoint(name).response, { unrepresentable: 'any', io: 'output', reused: 'inline' });
  const { properties = {} } = schema as { properties?: Record<string, { items?: unknown }> };
  return [...Object.keys(properties), ...fieldsOf(properties['charges']?.items ?? {})];
};
const takesPrice = (name: Name): boolean => {
  const { body } = endpoint(name);
  if (!body) return false;
  const schema = z.toJSONSchema(body, { unrepresentable: 'any', io: 'input', reused: 'inline' });
  return fieldsOf(schema).includes('expectedPrice');
};

const purchases = names.filter(takesPrice);

test('purchases include carts and subscriptions', () => {
  expect(purchases).toEqual(expect.arrayContaining(['POST /wallet/charges/cart', 'POST /payment/subscribe/performers']));
});

test.each(purchases)('%s returns what was charged, and its documentation recommends `expectedPrice`', (name) => {
  // The price of a message is what its receiver would pay for it; its sender pays the fee.
  const fields = priceFields.filter((field) => field !== 'price' || !name.startsWith('POST /messages/'));
  expect(topFieldsOf(name).filter((field) => fields.includes(field))).not.toEqual([]);
  const schema = z.toJSONSchema(endpoint(name).body ?? z.null(), { unrepresentable: 'any', io: 'input' });
  expect(JSON.stringify(schema)).toContain('Recommended:');
});
