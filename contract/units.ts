/** Times in seconds and sizes in bytes, as limits and allowances are written with them. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;
export const megabyte = 1_048_576;
