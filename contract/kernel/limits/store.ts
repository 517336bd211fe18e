/** Limits of products, carts, orders and addresses. */

export const productImagesMax = 10;
export const stockMax = 1_000_000;
/** Buyer and seller see the stock when this many pieces or fewer are left. */
export const lowStock = 3;
export const deliveryNoteLengthMax = 300;
/** Pieces of one product in an order. */
export const quantityMax = 99;
export const cartLinesMax = 20;
export const addressBookMax = 10;
export const addressPartLengthMax = 100;
export const addressNoteLengthMax = 300;
export const zipCode = { lengthMin: 2, lengthMax: 10 } as const;
export const orderNoteLengthMax = 500;
/** Events in the history of one order. */
export const orderEventsMax = 50;
export const shippingCodeLengthMax = 64;
