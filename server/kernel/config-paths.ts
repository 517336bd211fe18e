/** What of a configuration the machine or a browser would refuse later: places that are not there, and addresses without encryption. */
import { accessSync, constants, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { variables, type ConfigProblem, type Variable } from './config-variables';

type Given = Readonly<Record<string, string | undefined>>;

const found = (path: string) => statSync(resolve(path), { throwIfNoEntry: false });

function mayRun(path: string): boolean {
  try {
    accessSync(resolve(path), constants.X_OK);
    return found(path)?.isFile() === true;
  } catch {
    return false;
  }
}

/** The data folder is made when it is missing; what the site only reads must be there. */
export function placeProblems(given: Given): ConfigProblem[] {
  const problem = (variable: Variable, reason: string): ConfigProblem => ({ variable, reason, example: variables[variable].example });
  const problems: ConfigProblem[] = [];
  const { DATA_DIR, LOCALES_DIR, FFMPEG_PATH } = given;
  if (DATA_DIR !== undefined && isBlocked(DATA_DIR)) problems.push(problem('DATA_DIR', `is no folder (${resolve(DATA_DIR)})`));
  if (LOCALES_DIR !== undefined && found(LOCALES_DIR)?.isDirectory() !== true)
    problems.push(problem('LOCALES_DIR', `is no folder (${resolve(LOCALES_DIR)})`));
  if (FFMPEG_PATH !== undefined && !mayRun(FFMPEG_PATH))
    problems.push(problem('FFMPEG_PATH', `is no program that can be run (${resolve(FFMPEG_PATH)})`));
  return problems;
}

/** Whether a file stands where a folder should be, or above it. */
function isBlocked(path: string): boolean {
  try {
    return found(path)?.isDirectory() === false;
  } catch {
    return true;
  }
}

/** Browsers refuse calls without encryption from a page that came with it, unless they stay on the machine. */
export function encryptionProblems(siteUrl: string, given: Given, isLocal: (address: string) => boolean): ConfigProblem[] {
  if (new URL(siteUrl).protocol !== 'https:') return [];
  return (['API_URL', 'LIVEKIT_URL'] as const).flatMap((variable) => {
    const address = given[variable];
    if (address === undefined || !URL.canParse(address) || isLocal(address) || /^(https|wss):/.test(address)) return [];
    const reason = `must begin with ${variables[variable].example.replace(/:.*/, '')}:// because SITE_URL is an https address`;
    return [{ variable, reason, example: variables[variable].example }];
  });
}
