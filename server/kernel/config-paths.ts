/** Checks paths that must exist, and URLs that browsers would block because they lack encryption. */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { variables, type ConfigProblem, type Variable } from './config-variables';

type RawValues = Readonly<Record<string, string | undefined>>;

const statOf = (path: string) => statSync(resolve(path), { throwIfNoEntry: false });

function isExecutable(path: string): boolean {
  try {
    accessSync(resolve(path), constants.X_OK);
    return statOf(path)?.isFile() === true;
  } catch {
    return false;
  }
}

/** The data folder is created if missing; paths that the site only reads must exist. */
export function pathProblems(values: RawValues): ConfigProblem[] {
  const problem = (variable: Variable, reason: string): ConfigProblem => ({ variable, reason, example: variables[variable].example });
  const problems: ConfigProblem[] = [];
  const { DATA_DIR, LOCALES_DIR, FFMPEG_PATH } = values;
  if (DATA_DIR !== undefined && isBlocked(DATA_DIR)) problems.push(problem('DATA_DIR', `is not a folder (${resolve(DATA_DIR)})`));
  if (LOCALES_DIR !== undefined && statOf(LOCALES_DIR)?.isDirectory() !== true)
    problems.push(problem('LOCALES_DIR', `is not a folder (${resolve(LOCALES_DIR)})`));
  if (FFMPEG_PATH !== undefined && !isExecutable(FFMPEG_PATH))
    problems.push(problem('FFMPEG_PATH', `is not an executable file (${resolve(FFMPEG_PATH)})`));
  return problems;
}

/** Whether a file exists where a folder should be, or in place of one of its parents. */
function isBlocked(path: string): boolean {
  try {
    return statOf(path)?.isDirectory() === false;
  } catch {
    return true;
  }
}

/** Browsers block unencrypted calls from an https page, except to the same machine. */
export function encryptionProblems(siteUrl: string, values: RawValues, isLocal: (address: string) => boolean): ConfigProblem[] {
  if (new URL(siteUrl).protocol !== 'https:') return [];
  return (['API_URL', 'LIVEKIT_URL'] as const).flatMap((variable) => {
    const address = values[variable];
    if (address === undefined || !URL.canParse(address) || isLocal(address) || /^(https|wss):/.test(address)) return [];
    const reason = `must start with ${variables[variable].example.replace(/:.*/, '')}:// because SITE_URL uses https`;
    return [{ variable, reason, example: variables[variable].example }];
  });
}
