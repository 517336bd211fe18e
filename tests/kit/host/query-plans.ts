/** How many rows the database reads for the API server's queries. */
import type { TestHost } from './test-host';

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: PlanNode[];
}
const nodesOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodesOf)];

type Query = (text: string | { text: string; values?: unknown[] }, values?: unknown[]) => Promise<{ rows: Record<string, unknown>[] }>;

export interface QueryReads {
  text: string;
  /** The rows of the table that the plan read. */
  read: number;
  time_ms: number;
}

/** The API server's queries on `table` during `work`, outside of transactions, each with the number of rows that it reads there. */
export async function measureReads(testHost: TestHost, table: string, work: () => Promise<unknown>): Promise<QueryReads[]> {
  const { client } = (testHost.ctx.db as unknown as { session: { client: { query: Query } } }).session;
  const original = client.query.bind(client);
  const captured: { text: string; values: unknown[] }[] = [];
  client.query = (statement, values) => {
    // The query builder passes the values beside the statement; prepared statements contain them.
    const { text, values: ownValues = [] } = typeof statement === 'string' ? { text: statement } : statement;
    if (/^\s*(select|with)/.test(text) && text.includes(`"${table}"`)) captured.push({ text, values: values ?? ownValues });
    return original(statement, values);
  };
  await work();
  client.query = original;
  const measurements: QueryReads[] = [];
  for (const { text, values } of captured) {
    const explained = await original(`explain (analyze, format json) ${text}`, values);
    const [plan] = explained.rows[0]?.['QUERY PLAN'] as { Plan: PlanNode; 'Execution Time': number }[];
    if (!plan) continue;
    const read = nodesOf(plan.Plan)
      .filter((node) => node['Relation Name'] === table)
      .reduce((sum, node) => sum + (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'], 0);
    measurements.push({ text, read: Math.round(read), time_ms: plan['Execution Time'] });
  }
  return measurements;
}
