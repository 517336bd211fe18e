/** What performers sell in their stores. */
import { z } from 'zod';
import { Deleted, Description, Product, seeFails, Title, uploadFails } from './content';
import { endpoints } from '../endpoint';
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
import { itemStates, itemStatuses, productTypes } from '../values';

const files = { image: { kind: 'image', required: false }, digitalFile: { kind: 'digital', required: false } } as const;
const fails = [
  ...uploadFails,
  'performer_not_verified',
  'file_not_found',
  'file_already_used',
  'file_type_mismatch',
  'price_out_of_range',
  'file_required',
] as const;

const ProductChanges = z.object({
  name: Title.optional(),
  description: Description.optional(),
  price: formNumber(Amount),
  /** Null: there is no end of them; only files may be so. */
  stock: formNumber(z.number().int().min(0).max(limits.stockMax).nullable()),
  deliveryNote: Text(limits.deliveryNoteLengthMax).optional(),
  /** Pictures that were sent before, in their order; `image` comes before them. */
  imageIds: formList(Id, limits.productImagesMax),
  status: formText(z.enum(itemStatuses)),
});

export default endpoints({
  'POST /performer/performer-assets/products/images/upload': {
    does: 'Store a picture for a product.',
    access: 'performer',
    files: { image: { kind: 'image', required: true, aliases: ['file'] } },
    answer: File,
    idempotent: true,
    rate: 'upload',
    fails: [...uploadFails, 'performer_not_verified'],
  },
  'POST /performer/performer-assets/products': {
    does: 'Put something into the store.',
    access: 'performer',
    files,
    body: ProductChanges.extend({ name: Title, type: z.enum(productTypes), price: formNumber(Amount) }).refine(
      ({ type, stock }) => type === 'digital' || typeof stock === 'number',
      { path: ['stock'], message: 'Say how many there are.' },
    ),
    answer: Product,
    idempotent: true,
    rate: 'upload',
    fails,
  },
  'PUT /performer/performer-assets/products/:id': {
    does: 'Change an own product. Orders keep what was agreed.',
    access: 'performer',
    params: IdParam,
    files,
    body: ProductChanges.extend({
      /** So many more pieces, or fewer: what was sold meanwhile stays sold. Instead of `stock`, and never below nothing. */
      stockBy: formNumber(z.number().int().min(-limits.stockMax).max(limits.stockMax)),
    }),
    answer: Product,
    idempotent: true,
    fails: [...fails, 'product_not_found'],
  },
  'DELETE /performer/performer-assets/products/:id': {
    does: 'Take an own product out of the store for good. Who bought its file keeps it.',
    access: 'performer',
    params: IdParam,
    answer: Deleted,
    fails: ['product_not_found', 'orders_open'],
  },
  'GET /performer/performer-assets/products/search': {
    does: "The caller's own products.",
    access: 'performer',
    query: pageQuery(['name', 'price', 'stock']).extend({
      type: fromQuery(z.enum(productTypes)),
      state: fromQuery(z.enum(itemStates)),
    }),
    answer: pageOf(Product),
  },
  'GET /performer/performer-assets/products/:id/view': {
    does: 'One of the own products with its file, whatever its state.',
    access: 'performer',
    params: IdParam,
    answer: Product,
    fails: ['product_not_found'],
  },
  'GET /performer-assets/products/search': {
    does: 'Find products. `ids` asks for certain ones, as a cart does: what is not sold any more is left out.',
    access: 'anyone',
    query: pageQuery(['popular', 'price', 'name']).extend({
      performerId: fromQuery(Id),
      excludedId: fromQuery(Id),
      type: fromQuery(z.enum(productTypes)),
      inStock: Flag,
      ids: repeated(Id, limits.cartLinesMax),
    }),
    answer: pageOf(Product),
    rate: 'search',
  },
  'GET /performer-assets/products/:id': {
    does: 'One product, by id or slug.',
    access: 'anyone',
    params: IdOrSlugParam,
    answer: Product,
    fails: [...seeFails, 'product_not_found'],
  },
});
