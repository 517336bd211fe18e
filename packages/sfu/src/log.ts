/** The part of a logger that the engine uses; pino is compatible. */
type Write = (fields: object, message: string) => void;

export interface Log {
  debug: Write;
  info: Write;
  warn: Write;
  error: Write;
}
