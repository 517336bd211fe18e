/** How many rows the database reads for what the host asks of it. */
import type { World } from './test-host';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Node[];
}
const nodesOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

type Query = (text: string | { text: string; values?: unknown[] }, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

export interface Reading {
  text: string;
  /** Rows of the table that were looked at. */
  read: number;
  time_ms: number;
}

/** What the host asks of `table` while it does something, outside of transactions, each statement with the rows that it reads there. */
export async function readingsOf(world: World, table: string, work: () => Promise<unknown>): Promise<Reading[]> {
  const { client } = (world.ctx.db as unknown as { session: { client: { query: Query } } }).session;
  const original = client.query.bind(client);
  const asked: { text: string; values: unknown[] }[] = [];
  client.query = (statement, values) => {
    // The query builder hands the values over beside the statement, what is prepared has them inside.
    const { text, values: inside = [] } = typeof statement === 'string' ? { text: statement } : statement;
    if (/^\s*(select|with)/.test(text) && text.includes(`"${table}"`)) asked.push({ text, values: values ?? inside });
    return original(statement, values);
  };
  await work();
  client.query = original;
  const readings: Reading[] = [];
  for (const { text, values } of asked) {
    const explained = await original(`explain (analyze, format json) ${text}`, values);
    const [plan] = explained.rows[0]?.['QUERY PLAN'] as { Plan: Node; 'Execution Time': number }[];
    if (!plan) continue;
    const read = nodesOf(plan.Plan)
      .filter((node) => node['Relation Name'] === table)
      .reduce((sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], 0);
    readings.push({ text, read: Math.round(read), time_ms: plan['Execution Time'] });
  }
  return readings;
}
