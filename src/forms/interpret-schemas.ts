/** Loaded before any schema: zod would compile schemas with `eval`, which the page's Content Security Policy forbids. */
import { config } from 'zod/v4/core';

config({ jitless: true });
