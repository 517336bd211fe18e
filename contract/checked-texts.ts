/** Text that others can read: the fields of each endpoint that are checked against the list of blocked words. */
import type { Name } from './api';

/** Fields of the body; `[]` means each entry of a list. */
const item = ['title', 'description', 'tags[]'] as const;
const person = ['name', 'firstName', 'lastName', 'username'] as const;
const product = ['name', 'description', 'deliveryNote'] as const;

export const checkedTextFields = {
  'POST /auth/users/register': person,
  'POST /auth/performers/register': [...person, 'bio', 'city'],
  'PUT /users': person,
  'PUT /performers/:id': [...person, 'bio', 'city'],
  'POST /performer/feeds': ['title', 'text', 'tags[]', 'altTexts[].text'],
  'PUT /performer/feeds/:id': ['title', 'text', 'tags[]', 'altTexts[].text'],
  'POST /performer/feeds/polls': ['question', 'options[]'],
  'POST /performer/performer-assets/galleries': item,
  'PUT /performer/performer-assets/galleries/:id': item,
  'POST /performer/performer-assets/photos/upload': item,
  'PUT /performer/performer-assets/photos/:id': item,
  'POST /performer/performer-assets/videos/upload': item,
  'PUT /performer/performer-assets/videos/edit/:id': item,
  'POST /performer/performer-assets/products': product,
  'PUT /performer/performer-assets/products/:id': product,
  'PUT /orders/:id/update': ['note'],
  'PUT /conversations/stream/:id/update': ['name'],
  'POST /messages/conversations/:id': ['text'],
  'PUT /messages/:id': ['text'],
  'POST /messages/stream/:id': ['text'],
  'POST /mass-messages': ['text'],
  'PUT /mass-messages/:id': ['text'],
  'PUT /streaming/tip-menu': ['items[].title'],
  'POST /streaming/live': ['title', 'description'],
  'PUT /streaming/live/:id': ['title', 'description'],
  'PUT /streaming/live/:id/tip-goal': ['goal.title'],
  'POST /streaming/private-requests': ['note'],
  'POST /comments': ['content'],
  'PUT /comments/:id': ['content'],
  'POST /wallet/charges/tip/:id': ['text'],
  'POST /wallet/charges/product/:id': ['userNote'],
  'POST /wallet/charges/cart': ['userNote'],
} as const satisfies Partial<Record<Name, readonly string[]>>;

export type CheckedEndpointName = keyof typeof checkedTextFields;
