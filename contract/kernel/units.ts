/** Units for limits: durations in seconds, sizes in bytes. Names with `_ms` are milliseconds, for timers and dates. */
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;
export const megabyte = 1_048_576;
export const second_ms = 1000;
export const minute_ms = 60_000;
export const hour_ms = 3_600_000;
export const day_ms = 86_400_000;
