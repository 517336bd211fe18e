type Write = (fields: object, message: string) => void;

/** The part of a logger that the engine uses; pino is compatible. */
export interface Log {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
}
