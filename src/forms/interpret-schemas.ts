/** Loaded before any schema: the page's policy forbids `eval`, with which zod would compile them. */
import { config } from 'zod/v4/core';

config({ jitless: true });
