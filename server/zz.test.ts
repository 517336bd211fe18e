import { freshDatabase } from '../tests/support/database';
import pg from 'pg';
import * as jose from 'jose';
import { fileTypeFromBuffer } from 'file-type';
import { v7 } from 'uuid';
import { limits } from '@contract/limits';
import { openDatabase } from '@server/db/engine/engine';
it('x', async () => {
  const d = await freshDatabase(); const c = new pg.Client(d.url); await c.connect(); console.log((await c.query('select 1')).rows, typeof jose.jwtVerify, typeof fileTypeFromBuffer, v7(), limits.page, typeof openDatabase); await c.end(); await d.drop();
});
