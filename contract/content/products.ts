/** What performers sell in their stores. */
import * as z from 'zod';
import { Deleted, Description, existingPeopleErrors, peopleErrors, PeopleForm, Product, viewErrors, Title, uploadErrors } from './content';
import { endpoints } from '../kernel/endpoint';
import { File } from '../kernel/entities';
import * as limits from '../kernel/limits';
import {
  Amount,
  Flag,
  formList,
  formNumber,
  formText,
  fromQuery,
  Id,
  IdOrSlugParam,
  IdParam,
  pageOf,
  pageQuery,
  repeated,
  Text,
} from '../kernel/shapes';
import { itemStates, itemStatuses } from '../kernel/values/content';
import { productTypes } from '../kernel/values/store';

const files = { image: { kind: 'image', required: false }, digitalFile: { kind: 'digital', required: false } } as const;
const productErrors = [
  ...uploadErrors,
  'performer_not_verified',
  'file_not_found',
  'file_already_used',
  'file_type_mismatch',
  'price_out_of_range',
  'file_required',
] as const;

const ProductChanges = PeopleForm.extend({
  name: Title.optional(),
  description: Description.optional(),
  price: formNumber(Amount),
  /** Null: unlimited, which only digital products may be. */
  stock: formNumber(z.number().int().min(0).max(limits.stockMax).nullable()),
  deliveryNote: Text(limits.deliveryNoteLengthMax).optional(),
  /** Images that are already uploaded, in their order. `image` comes before them. */
  imageIds: formList(Id, limits.productImagesMax),
  status: formText(z.enum(itemStatuses)),
});

export default endpoints({
  'POST /performer/performer-assets/products/images/upload': {
    summary: 'Upload an image for a product.',
    access: 'performer',
    files: { image: { kind: 'image', required: true, aliases: ['file'] } },
    response: File,
    idempotent: 'creation',
    rateLimit: 'upload',
    errors: [...uploadErrors, 'performer_not_verified'],
  },
  'POST /performer/performer-assets/products': {
    summary: 'Add a product to the store.',
    access: 'performer',
    files,
    body: ProductChanges.extend({ name: Title, type: z.enum(productTypes), price: formNumber(Amount) }).refine(
      ({ type, stock }) => type === 'digital' || typeof stock === 'number',
      { path: ['stock'], message: 'Enter the stock quantity.' },
    ),
    response: Product,
    idempotent: 'creation',
    rateLimit: 'upload',
    errors: [...productErrors, ...peopleErrors],
  },
  'PUT /performer/performer-assets/products/:id': {
    summary: "Change one of the caller's products. Existing orders are not affected.",
    access: 'performer',
    params: IdParam,
    files,
    body: ProductChanges.extend({
      /** Relative change of the stock, so that concurrent sales are not lost. Replaces `stock`; the stock never falls below 0. */
      stockBy: formNumber(z.number().int().min(-limits.stockMax).max(limits.stockMax)),
    }),
    response: Product,
    idempotent: 'creation',
    errors: [...productErrors, ...existingPeopleErrors, 'product_not_found'],
  },
  'DELETE /performer/performer-assets/products/:id': {
    summary: "Remove one of the caller's products from the store permanently. Buyers of its file keep access.",
    access: 'performer',
    params: IdParam,
    response: Deleted,
    errors: ['product_not_found', 'orders_open'],
  },
  'GET /performer/performer-assets/products/search': {
    summary: "The caller's own products.",
    access: 'performer',
    query: pageQuery(['name', 'price', 'stock']).extend({
      type: fromQuery(z.enum(productTypes)),
      state: fromQuery(z.enum(itemStates)),
    }),
    response: pageOf(Product),
  },
  'GET /performer/performer-assets/products/:id/view': {
    summary: "One of the caller's own products with its file, in any state.",
    access: 'performer',
    params: IdParam,
    response: Product,
    errors: ['product_not_found'],
  },
  'GET /performer-assets/products/search': {
    summary: 'Search products. With `ids`, returns these products, without those no longer on sale.',
    access: 'anyone',
    query: pageQuery(['popular', 'price', 'name']).extend({
      performerId: fromQuery(Id),
      excludedId: fromQuery(Id),
      type: fromQuery(z.enum(productTypes)),
      inStock: Flag,
      ids: repeated(Id, limits.cartLinesMax),
    }),
    response: pageOf(Product),
    rateLimit: 'search',
  },
  'GET /performer-assets/products/:id': {
    summary: 'One product, by ID or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    response: Product,
    errors: [...viewErrors, 'product_not_found'],
  },
});
