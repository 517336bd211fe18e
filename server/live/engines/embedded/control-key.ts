/** The key of the embedded engine's control port. The API servers and the engine's process derive the same key. */
import type { Config } from '../../../kernel/config';
import { deriveKey } from '../../../kernel/derive-key';

export const controlKey = ({ appSecret }: Pick<Config, 'appSecret'>): string => deriveKey(appSecret, 'live engine control').toString('hex');
