/** Products and their orders. */

/** What is sold in a store: something sent by post, or a file. */
export const productTypes = ['physical', 'digital'] as const;
export type ProductType = (typeof productTypes)[number];

/** How far an order is. Files are delivered at once. */
export const deliveryStatuses = ['processing', 'shipping', 'delivered', 'refunded'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** Where an order may go from where it is. */
export const deliverySteps: Readonly<Record<DeliveryStatus, readonly DeliveryStatus[]>> = {
  processing: ['shipping', 'refunded'],
  shipping: ['delivered', 'refunded'],
  delivered: ['refunded'],
  refunded: [],
};
