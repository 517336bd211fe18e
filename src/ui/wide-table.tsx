/** The table of wide screens, dressed by antd. Loaded by QueryTable alone, when it is needed. */
import { Table } from 'antd';
import type { ColumnType } from 'antd/es/table';
import { AntdRoot } from './antd-root';
import type { QueryTableProps, TableColumn } from './query-table';
import styles from './query-table.module.css';

type WideTableProps<Row> = QueryTableProps<Row> & { rows: readonly Row[] };

const orders = { asc: 'ascend', desc: 'descend' } as const;

function columnOf<Row>(column: TableColumn<Row>, sortBy: string, sort: 'asc' | 'desc'): ColumnType<Row> {
  const sorting: ColumnType<Row> =
    column.sortable === true
      ? {
          sorter: true,
          sortOrder: sortBy === column.key ? orders[sort] : null,
          sortDirections: ['descend', 'ascend', 'descend'],
          showSorterTooltip: false,
        }
      : {};
  return {
    key: column.key,
    dataIndex: column.key,
    title: column.title,
    align: column.align ?? 'start',
    className: column.align === 'end' ? 'figures' : '',
    render: (_value: unknown, row: Row) => column.render(row),
    ...sorting,
  };
}

export function WideTable<Row>({ label, columns, rows, keyOf, query, onQuery }: WideTableProps<Row>) {
  return (
    <AntdRoot>
      <div className={styles.frame} role="region" aria-label={label} tabIndex={0}>
        <Table<Row>
          columns={columns.map((column) => columnOf(column, query.sortBy, query.sort))}
          dataSource={rows}
          rowKey={keyOf}
          pagination={false}
          onChange={(_pages, _filters, sorter) => {
            const chosen = Array.isArray(sorter) ? sorter[0] : sorter;
            if (chosen?.columnKey === undefined) return;
            onQuery({ ...query, sortBy: String(chosen.columnKey), sort: chosen.order === 'ascend' ? 'asc' : 'desc', current: 1 });
          }}
        />
      </div>
    </AntdRoot>
  );
}
