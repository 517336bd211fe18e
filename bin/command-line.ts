/** The arguments of a command, and its `--help`. */
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { CannotStart, exitWith } from './environment';

type Options = NonNullable<ParseArgsConfig['options']>;
type Result<O extends Options> = ReturnType<typeof parseArgs<{ options: O; allowPositionals: true }>>;

/**
 * The options and the other arguments of this command. `--help` or `-h` prints `help` and ends the process; an unknown option ends
 * it with the help as an error.
 */
export function readArguments<const O extends Options>(help: string, options: O): Result<O> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${help}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    exitWith(new CannotStart(`${error instanceof Error ? error.message : String(error)}\n\n${help}`));
  }
}
