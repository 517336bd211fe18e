/** Values of products and orders. */

/** Types of products: shipped goods, or a file. */
export const productTypes = ['physical', 'digital'] as const;
export type ProductType = (typeof productTypes)[number];

/** Delivery statuses of an order. Files are delivered immediately. */
export const deliveryStatuses = ['processing', 'shipping', 'delivered', 'refunded'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Allowed transitions of the delivery status. */
export const deliveryTransitions: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  processing: ['shipping', 'refunded'],
  shipping: ['delivered', 'refunded'],
  delivered: ['refunded'],
  refunded: [],
};
