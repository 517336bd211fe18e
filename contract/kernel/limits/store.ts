/** Limits of products, carts, orders and addresses. */

export const productImagesMax = 10;
export const stockMax = 1_000_000;
/** So few pieces left are told to buyer and seller. */
export const lowStock = 3;
export const deliveryNoteLengthMax = 300;
/** Pieces of one thing in one order, and things in one cart. */
export const quantityMax = 99;
export const cartLinesMax = 20;
export const addressBookMax = 10;
export const addressPartLengthMax = 100;
export const addressNoteLengthMax = 300;
export const zipCode = { lengthMin: 2, lengthMax: 10 } as const;
export const orderNoteLengthMax = 500;
/** So much may become of an order before it must move on. */
export const orderEventsMax = 50;
export const shippingCodeLengthMax = 64;
