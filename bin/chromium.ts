/** The browser that the journeys run in. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** It uses a fifth less processor time than a browser, and has no camera support. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome', '/Applications/Chromium.app/Contents/MacOS/Chromium'];

/** The path of a Chromium: the one of CHROMIUM_PATH, else the first that is installed; null when there is none. */
export const findChromium = (): string | null => firstOf([process.env['CHROMIUM_PATH'], ...names.flatMap(inPath), ...applications]);

/** The path of a Chromium for journeys without cameras: the headless shell, if it is installed and CHROMIUM_PATH is not set. */
export const findQuietChromium = (): string | null =>
  firstOf([process.env['CHROMIUM_PATH'], ...inPath(shell), ...names.flatMap(inPath), ...applications]);

const inPath = (name: string): string[] => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));

const firstOf = (candidates: readonly (string | undefined)[]): string | null =>
  candidates.find((path) => path !== undefined && isExecutable(path)) ?? null;

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
